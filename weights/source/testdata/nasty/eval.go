package eval

var (
	Passed             = [8]Score{{0, 0}, {EG: 0}}
	Shield [2][3]int16 = [2][3]int16{
		{-5, +10, 15}, // a comment: 5
		{0x10, 1_000, -1},
	}
)

const Tempo, Pair = 20, 30
const Bonus float64 = 12.50 // 3
