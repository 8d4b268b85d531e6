package shown

import (
	"cmp"
	"slices"

	"example.org/centipawn/match"
)

// A Disagreement is a position that the two players of a game have judged differently: one has chosen the move that
// leads to it, the other has searched its answer. Scores are White's view.
type Disagreement struct {
	Game   int        `json:"game"`
	White  string     `json:"white"`
	Black  string     `json:"black"`
	Result string     `json:"result"`
	Ply    int        `json:"ply"`   // half-moves that lead to the position
	Gap    float64    `json:"gap"`   // of the expected scores, 0 to 1
	Mover  PlayedMove `json:"mover"` // the move that leads to the position, with its score
	Answer PlayedMove `json:"answer"`
}

// What is shown of disagreements.
const (
	mostApart  = 8
	leastApart = 0.15 // of the expected scores: 110 centipawns around an even position
)

// disagreements are the positions of a pairing that its players have judged most differently, one of a game.
func disagreements(f *match.Follower, pairing *match.Pairing) []Disagreement {
	list := []Disagreement{}
	var lines []match.Line
	for _, g := range f.Games() {
		if g.Apart.Gap >= leastApart && Between(pairing, &g) {
			lines = append(lines, g)
		}
	}
	slices.SortStableFunc(lines, func(a, b match.Line) int {
		return cmp.Or(cmp.Compare(b.Apart.Gap, a.Apart.Gap), cmp.Compare(a.Number, b.Number))
	})
	for _, l := range lines {
		if len(list) == mostApart {
			break
		}
		g, err := f.Game(l)
		if err != nil {
			continue // the game itself says so when it is opened
		}
		played, err := PlayThrough(g)
		if at := l.Apart.Plies; err == nil && at < len(played.Moves) {
			list = append(list, Disagreement{l.Number, l.White, l.Black, l.Result, at, l.Apart.Gap, played.Moves[at-1], played.Moves[at]})
		}
	}
	return list
}

// Between reports whether a game is of a pairing.
func Between(p *match.Pairing, g *match.Line) bool {
	return g.White == p.First && g.Black == p.Second || g.White == p.Second && g.Black == p.First
}
