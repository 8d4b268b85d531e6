package directions

import (
	"math"
	"testing"
)

// TestPivots: changes that have nothing new are not picked, whatever their size; of equals the first is.
func TestPivots(t *testing.T) {
	// Four changes of two dimensions: (4, 0), (3, 3), (0, 1), and the first again.
	changes := [][2]float64{{4, 0}, {3, 3}, {0, 1}, {4, 0}}
	gram := make([][]float64, len(changes))
	for i, a := range changes {
		for _, b := range changes {
			gram[i] = append(gram[i], a[0]*b[0]+a[1]*b[1])
		}
	}
	for _, tt := range []struct {
		from  []int
		most  int
		least float64
		want  []Pivot
	}{
		{[]int{0, 1, 2, 3}, 4, 1e-6, []Pivot{{1, math.Sqrt(18)}, {0, math.Sqrt(8)}}}, // (3, 3) is longest; of (4, 0) √8 is new
		{[]int{3, 0}, 4, 1e-6, []Pivot{{3, 4}}},
		{[]int{0, 2}, 4, 1e-6, []Pivot{{0, 4}, {2, 1}}},
		{[]int{0, 2}, 4, 1.5, []Pivot{{0, 4}}},
		{[]int{0, 2}, 1, 0, []Pivot{{0, 4}}},
		{nil, 4, 0, nil},
	} {
		got := Pivots(gram, tt.from, tt.most, tt.least)
		if len(got) != len(tt.want) {
			t.Errorf("%v: %v, want %v", tt, got, tt.want)
			continue
		}
		for i := range got {
			if got[i].Index != tt.want[i].Index || math.Abs(got[i].New-tt.want[i].New) > 1e-9 {
				t.Errorf("%v: %v, want %v", tt, got, tt.want)
			}
		}
	}
	if gram[0][0] != 16 {
		t.Error("the matrix was changed")
	}
}
