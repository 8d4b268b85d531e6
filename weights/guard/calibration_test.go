package guard

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/predict"
)

// PeSTO's published values and changes of them that were matched against them: 1,000 nodes a move,
// random openings, 95 % intervals by pairs (docs/measured/guard.md has all cases).
var known = []struct {
	name      string
	low, high float64 // of the Elo
	change    func() func(t *weights.Term)
	want      predict.Word
}{
	{"times 1.25", -35, 28, func() func(*weights.Term) { return times("", 1.25, 1.25) }, predict.Toss},
	{"noise of 10 cp on every square", -92, -34, func() func(*weights.Term) { return noise(10) }, predict.Lose},
	{"noise of 20 cp", -235, -127, func() func(*weights.Term) { return noise(20) }, predict.Lose},
	{"noise of 30 cp", -287, -203, func() func(*weights.Term) { return noise(30) }, predict.Lose},
	{"knight times 1.3", -84, -21, func() func(*weights.Term) { return material("knight", 0.3) }, predict.Lose},
	{"rook times 0.7", -98, -42, func() func(*weights.Term) { return material("rook", -0.3) }, predict.Lose},
	{"pawn times 1.3", -51, 9, func() func(*weights.Term) { return material("pawn", 0.3) }, predict.Lose},
	{"bishop times 1.15", -67, 4, func() func(*weights.Term) { return material("bishop", 0.15) }, predict.Lose},
	{"1-3-3-5-9 and no tables", -589, -436, func() func(*weights.Term) { return flat }, predict.Lose},
}

// What lost is not likely to gain, and losses of a hundred Elo are likely to lose.
func TestCalibration(t *testing.T) {
	for _, c := range known {
		t.Run(c.name, func(t *testing.T) {
			r := compare(t, onSample(t), published(unchanged), published(c.change()))
			if r.Verdict != c.want || c.high < 0 && r.Verdict == predict.Gain || c.high < -100 && r.Verdict != predict.Lose {
				var text bytes.Buffer
				_ = r.Write(&text)
				t.Errorf("%v, want %v; the match: %g to %g Elo\n%s", r.Verdict, c.want, c.low, c.high, &text)
			}
		})
	}
}

// onBoard reports whether a piece can stand on the square of a term.
func onBoard(t *weights.Term) bool {
	return !strings.HasPrefix(t.Name, "pst.pawn.") || !strings.ContainsAny(t.Name[len(t.Name)-1:], "18")
}

func noise(size float64) func(*weights.Term) {
	from := rand.New(rand.NewPCG(7, 8))
	return func(t *weights.Term) {
		if onBoard(t) {
			t.MG.Value += size * from.NormFloat64()
			t.EG.Value += size * from.NormFloat64()
		}
	}
}

// pestoValues are PeSTO's material, middlegame and endgame.
var pestoValues = map[string][2]float64{"pawn": {82, 94}, "knight": {337, 281}, "bishop": {365, 297}, "rook": {477, 512}}

// material adds a share of a piece's material to its table.
func material(piece string, share float64) func(*weights.Term) {
	return func(t *weights.Term) {
		if strings.HasPrefix(t.Name, "pst."+piece+".") && onBoard(t) {
			t.MG.Value += share * pestoValues[piece][0]
			t.EG.Value += share * pestoValues[piece][1]
		}
	}
}

func flat(t *weights.Term) {
	worth := map[string]float64{"pawn": 100, "knight": 300, "bishop": 300, "rook": 500, "queen": 900}
	v := worth[strings.Split(t.Name, ".")[1]]
	if !onBoard(t) {
		v = 0
	}
	t.MG.Value, t.EG.Value = v, v
}
