package doctor

import (
	"fmt"

	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/note"
)

// suspects lists the rows that a person should look at: the first of each kind, and
// those whose labels disagree most.
func (x *check) suspects() []Suspect {
	c, all := x.survey, []Suspect{}
	list := func(code note.Code, what string, lines lineList) {
		for _, line := range lines.first {
			all = append(all, Suspect{code, line, what})
		}
	}
	list(note.D01, "text like another result", c.suspects[suspectText])
	for _, t := range []inspect.Turned{c.watch.TurnedScores(), c.watch.TurnedResults()} {
		if t.Mixed() {
			for _, line := range t.Lines[:min(len(t.Lines), c.lines)] {
				all = append(all, Suspect{note.D02, line, "from here on, labels agree with the material for one side to move only"})
			}
		}
	}
	list(note.D04, "checkmate with another score", c.suspects[suspectMate])
	list(note.D06, "the game is over", c.suspects[suspectFinished])
	for i := range c.bad {
		list(note.D07, faultNames[i], c.bad[i])
	}
	if c.isLoud() {
		list(note.D17, "captures are due", c.suspects[suspectLoud])
	}
	if g := c.watch.Overview().Games; g.Line > 0 && x.namesGames() && standsOut(g) {
		all = append(all, Suspect{note.D13, g.Line, fmt.Sprintf("first row of the game that has %d", g.Largest)})
	}
	list(note.D20, "the side far ahead lost", c.suspects[suspectUpset])
	for _, e := range c.extreme[1] {
		all = append(all, Suspect{note.D20, e.line, fmt.Sprintf("score %+d, and the other side won", e.cp)})
	}
	for _, e := range c.extreme[0] {
		all = append(all, Suspect{note.D20, e.line, fmt.Sprintf("score %+d, material %+d", e.cp, e.material)})
	}
	list(note.D23, "castling rights of Chess960", c.suspects[suspectChess960])
	return all
}

// standsOut reports whether the largest game is worth a look.
func standsOut(g inspect.Clusters) bool { return float64(g.Largest) > 2*largestUsual(g) }
