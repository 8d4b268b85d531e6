package text

import (
	"bytes"
	"fmt"
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/text/written"
)

// ParseTree returns the number of the search tree of an id in an input: a hash of it, as of a
// game's id. "-" and nothing are none, 0.
func ParseTree(id []byte, file uint64) uint32 {
	if len(id) == 0 || string(id) == written.NoTree {
		return 0
	}
	return game.HashID(id, file)
}

// ParseSide reads who is to move: w or b, "-" for the position's own side.
func ParseSide(b []byte) (datasets.Side, error) {
	switch string(b) {
	case "", written.NoTree:
		return datasets.SideToMove, nil
	case "w":
		return datasets.SideWhite, nil
	case "b":
		return datasets.SideBlack, nil
	}
	return 0, fmt.Errorf("%w %s: want w or b", datasets.ErrSide, cut.Quote(b))
}

// parseOffset reads an offset: +12 is added to an evaluation, fixed +12 stands in its place.
func parseOffset(b []byte) (offset float32, fixed bool, err error) {
	if len(b) == 0 {
		return 0, false, nil
	}
	digits, fixed := bytes.CutPrefix(b, []byte(written.FixedMark))
	offset, ok := cut.Float32(digits)
	if !ok || math.Abs(float64(offset)) > datasets.MaxOffset {
		return 0, false, fmt.Errorf("%w %s: want centipawns from White's view, such as +12 (added to the evaluation) or fixed -30 (in place of it)", datasets.ErrOffset, cut.Quote(b))
	}
	return offset, fixed, nil
}

// parseEval reads an evaluation as it stands; not a number where there is none.
func parseEval(b []byte) float32 {
	eval, ok := cut.Float32(cut.Trim(b))
	if !ok || math.Abs(float64(eval)) > datasets.MaxOffset {
		return float32(math.NaN())
	}
	return eval
}

// A repeated is a text that many lines in a row have: it is made once.
type repeated string

func (r *repeated) of(b []byte) string {
	if string(b) != string(*r) {
		*r = repeated(b)
	}
	return string(*r)
}

// tree reads what a row says of its search tree.
func (p *parser) tree(s *datasets.Sample) (err error) {
	s.Tree = ParseTree(p.fields[roleTree], p.format.in.File)
	if s.Side, err = ParseSide(p.fields[roleSide]); err != nil {
		return err
	}
	s.Root, s.Via = p.root.of(p.fields[roleRoot]), p.via.of(p.fields[roleVia])
	if p.format.evals {
		s.Offset = parseEval(p.fields[roleOffset])
		return nil
	}
	s.Offset, s.Fixed, err = parseOffset(p.fields[roleOffset])
	return err
}
