package guard

import (
	"math"

	"example.org/centipawn/winprob"
)

// Where the K of a report comes from: what turns the old evaluation's centipawns into expected
// scores, so that no figure that is judged depends on the size of an engine's centipawn.
const (
	KFromLabels = "labels"   // fitted to the labels of the positions
	KFromOld    = "old file" // of the fit that the old weights come from
	KFromNew    = "new file" // of the fit that the new weights come from, on the common scale
)

// decided is how far from ½ the old evaluation's expected score is where its sign counts.
const decided = 0.05

// An apart is how far expected scores are from each other on some rows.
type apart struct {
	rows           int
	difference     float64 // Σ |new − old|
	squares        float64 // Σ (new − old)²
	clear, another int     // rows that the old evaluation takes for decided, and those of them in which the sign differs
}

func (a *apart) add(k, before, after float64) {
	old := winprob.Expected(k, before)
	a.rows++
	by := winprob.Expected(k, after) - old
	a.difference += math.Abs(by)
	a.squares += by * by
	if math.Abs(old-0.5) >= decided {
		a.clear++
		if before*after < 0 {
			a.another++
		}
	}
}

func (a *apart) merge(b *apart) {
	a.rows += b.rows
	a.difference += b.difference
	a.squares += b.squares
	a.clear += b.clear
	a.another += b.another
}

// apart compares expected scores by phase, at the old evaluation's k and on its scale.
func (s *sample) apart(k, scale float64) (list [len(phaseNames)]apart) {
	for i, before := range s.before {
		list[s.phase[i]].add(k, float64(before), float64(s.after[i])/scale)
	}
	return list
}

// fill writes the figures into a phase.
func (a *apart) fill(p *Phase) {
	p.Expected = a.difference / float64(max(1, a.rows))
	p.Squared = a.squares / float64(max(1, a.rows))
	p.OtherSign = float64(a.another) / float64(max(1, a.clear))
}
