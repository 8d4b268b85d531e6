// Package written has the encoders of lines: EPD, and FEN | score | result.
package written

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/winprob"
)

// EPD writes lines of EPD:
//
//	FEN c9 "1-0"; eval "+35"; id "#25f38492"; ply "84"; tree "#01c2f3aa"; side "b"; offset "+12"; sm Nf3; acd 21;
//
// c9 is the result or White's expected score, eval the score, White's view (ce,
// EPD's own opcode, is the mover's view by its standard, and is not used), id the
// hash of the game, tree that of the search tree, side who is to move there, offset what is added to
// an evaluation (or, "fixed +12", stands in its place), root and via the position before the move and
// the move, sm the move, acd the depth. The counters are left out where
// they are 0 and 1 and tell no ply.
//
// A reader finds the operations in the first lines. So all lines have the same
// ones, "*" and "?" standing for unknown, and those that no sample has are in
// none: which these are is told by the first samples, which are kept back.
type EPD struct {
	kept []datasets.Sample // until begun
	has  contents
	open bool // lines are being written
}

// keepSamples is how many samples decide on the operations of all lines.
const keepSamples = datasets.ChunkLines

// contents says what samples have.
type contents struct {
	result, score, game, ply, move, depth, tree, side, offset, root bool
}

// Add implements [datasets.Encoder].
func (e *EPD) Add(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	if e.open {
		return e.line(dst, s, lost)
	}
	e.kept = append(e.kept, *s)
	e.has.add(s)
	if len(e.kept) < keepSamples {
		return dst, nil
	}
	return e.Finish(dst, lost)
}

// Finish implements [datasets.Encoder].
func (e *EPD) Finish(dst []byte, lost *datasets.Losses) (_ []byte, err error) {
	e.open = true
	for i := range e.kept {
		if dst, err = e.line(dst, &e.kept[i], lost); err != nil {
			return dst, err
		}
	}
	e.kept = nil
	return dst, nil
}

// add notes what a sample has.
func (c *contents) add(s *datasets.Sample) {
	c.result = c.result || !math.IsNaN(s.Points()) || s.Tree != 0 // engines that print traces want one: "*"
	c.score = c.score || s.Score != winprob.NoScore
	c.game = c.game || s.Game != game.Skeleton(&s.Position)
	c.ply = c.ply || s.Ply != plyInEPD(s)
	c.move = c.move || s.Move != board.NoMove
	c.depth = c.depth || s.Depth != 0
	c.tree = c.tree || s.Tree != 0
	c.side = c.side || s.Mover() != s.Position.SideToMove()
	c.root = c.root || s.Root != ""
	c.offset = c.offset || s.Offset != 0 || s.Fixed || s.Root != "" // of choices a mate may come late
}

// without returns what c has and d has not, of labels and games.
func (c contents) without(d contents) (what string) {
	switch {
	case c.result && !d.result:
		return "result"
	case c.score && !d.score:
		return "score"
	case c.game && !d.game:
		return "game"
	case c.tree && !d.tree:
		return "tree"
	case c.side && !d.side:
		return "side of its tree"
	case c.root && !d.root:
		return "root"
	case c.offset && !d.offset:
		return "constant"
	}
	return ""
}

// line appends the line of a sample.
func (e *EPD) line(dst []byte, s *datasets.Sample, lost *datasets.Losses) ([]byte, error) {
	var c contents
	c.add(s)
	if what := c.without(e.has); what != "" {
		return dst, fmt.Errorf("%w: a %s, but the first %d samples have none, and readers look for it in the first lines: give the inputs in another order",
			datasets.ErrHold, what, keepSamples)
	}
	lost.Note(datasets.LostPly, c.ply && !e.has.ply)
	lost.Note(datasets.LostMove, c.move && !e.has.move)
	lost.Note(datasets.LostDepth, c.depth && !e.has.depth)
	lost.NoteEnd(s)
	dst = appendEPD(dst, s)
	if e.has.result {
		dst = append(appendResult(append(dst, ` c9 "`...), s), `";`...)
	}
	if e.has.score {
		dst = append(append(append(dst, ` eval "`...), s.Score.String()...), `";`...)
	}
	if e.has.game {
		dst = append(appendGame(append(dst, ` id "`...), s.Game), `";`...)
	}
	if e.has.ply {
		dst = append(strconv.AppendUint(append(dst, ` ply "`...), uint64(s.Ply), 10), `";`...)
	}
	dst = e.appendTree(dst, s)
	return append(e.appendExtras(dst, s), '\n'), nil
}

// appendExtras appends move and depth.
func (e *EPD) appendExtras(dst []byte, s *datasets.Sample) []byte {
	if e.has.move {
		move := NoValue
		if s.Move != board.NoMove {
			move = s.Position.SAN(s.Move)
		}
		dst = append(append(append(dst, " sm "...), move...), ';')
	}
	if e.has.depth {
		dst = append(strconv.AppendUint(append(dst, " acd "...), uint64(s.Depth), 10), ';')
	}
	return dst
}

// NoValue stands for a score or a move that is not known.
const NoValue = "?"

// writesCounters reports whether a sample's counters are written.
func writesCounters(s *datasets.Sample) bool {
	p := &s.Position
	return s.Ply != 0 || p.HalfmoveClock() != 0 || p.FullmoveNumber() != 1
}

// plyInEPD returns the ply that a reader takes from the position of a line.
func plyInEPD(s *datasets.Sample) uint16 {
	if writesCounters(s) {
		return datasets.PlyOf(&s.Position)
	}
	return 0
}

// appendEPD appends the position, with its counters if they say anything.
func appendEPD(dst []byte, s *datasets.Sample) []byte {
	dst = s.Position.AppendFEN(dst)
	if !writesCounters(s) {
		dst = dst[:len(dst)-len(" 0 1")]
	}
	return dst
}

// appendResult appends the result, or the expected score in its place.
func appendResult(dst []byte, s *datasets.Sample) []byte {
	if s.Result == datasets.Unknown && !math.IsNaN(float64(s.Expected)) {
		return appendExpected(dst, s.Expected)
	}
	return append(dst, s.Result.String()...)
}

// appendGame appends the id that [hashID] takes for this very hash.
func appendGame(dst []byte, id uint32) []byte {
	return hex.AppendEncode(append(dst, game.Mark), binary.BigEndian.AppendUint32(nil, id))
}
