// Package teacher reads who values rows of trees, as flags say it.
package teacher

import (
	"context"
	"errors"
	"strings"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees"
)

// A Teacher is who values rows: a player under its limit, or weights without a search.
type Teacher struct {
	Spec   entrants.Spec
	Static bool // without a search
}

// Static is the text of static evaluations by the built-in weights.
const Static = "static"

// Parse reads a teacher:
//
//	static                     static evaluations by the built-in weights
//	nodes=1000, depth=6        searches with them
//	FILE,static FILE,nodes=n   with other weights, or published:SET
//	cmd:stockfish,nodes=1000   searches of any engine over UCI
//
// A player without a limit gets the usual one, [trees.DefaultLabelNodes].
func Parse(text string) (t Teacher, err error) {
	first, _, _ := strings.Cut(text, ",")
	if first == Static || strings.Contains(first, "=") && !strings.HasPrefix(text, "cmd:") {
		text = "builtin," + text
	}
	name, static := strings.CutSuffix(text, ","+Static)
	if t.Spec, err = entrants.Parse(name); err != nil {
		return t, err
	}
	t.Static = static
	if t.Spec.Limit == (play.Limit{}) {
		t.Spec.Limit.Nodes = trees.DefaultLabelNodes
	}
	switch limit := t.Spec.Limit; {
	case static && t.Spec.Foreign():
		return t, errors.New("another program's static evaluation is not known over UCI: pass nodes=n")
	case limit.Nodes == 0 && limit.Depth == 0 && limit.MoveTime == 0:
		return t, errors.New("a position has no clock: pass nodes=n, depth=n or movetime=50ms")
	}
	return t, t.Spec.Limit.Validate()
}

// Label makes the teacher ready.
func (t *Teacher) Label(ctx context.Context) (l trees.Label, err error) {
	if t.Static {
		l.Static, err = entrants.Weights(t.Spec.Weights)
	} else {
		l.By, err = t.Spec.Entrant(ctx)
	}
	return l, err
}
