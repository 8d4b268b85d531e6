package match

import (
	"math"

	"example.org/centipawn/winprob"
)

// Apart is where the scores of the two players of a game disagree most: one has chosen the move that leads to a
// position, the other has searched its answer there.
type Apart struct {
	Plies int     // half-moves that lead to the position, those of the opening included
	Gap   float64 // of the expected scores, 0 to 1; 0: there are no two scores
}

// Apart returns where the scores of the two players disagree most, the first place of several.
func (g *Game) Apart() (most Apart) {
	for n := range max(0, len(g.Scores)-1) {
		mover, ok1 := g.Scores.At(n)
		other, ok2 := g.Scores.At(n + 1)
		if !ok1 || !ok2 {
			continue
		}
		gap := math.Abs(winprob.Expected(1, float64(mover)) + winprob.Expected(1, float64(other)) - 1)
		if gap > most.Gap {
			most = Apart{g.Book + n + 1, gap}
		}
	}
	return most
}
