package datasets

import (
	"bytes"
	"fmt"

	"centipawn/board"
	"centipawn/winprob"
)

// evaluations is the layout of the Lichess database of evaluations: a line is a
// position with what analyses said of it.
//
//	{"fen": "… w - -", "evals": [
//		{"pvs": [{"cp": 311, "line": "g2e4 f7f5"}], "knodes": 206765, "depth": 36}, …]}
//
// cp and mate are White's view. Of the evaluations the deepest is taken, of two
// the one with more nodes, and of its lines the first.
//
// Source: lichess.org, Open Database, "Evaluations".
type evaluations struct {
	lineRecords
	convention
	least int // depth
}

// columns implements [layout].
func (e *evaluations) columns() Columns {
	what := "score, move and depth of the deepest evaluation"
	if e.least > 0 {
		what += fmt.Sprintf(" from %d plies on", e.least)
	}
	return e.describe(what, Columns{Score: 1, Move: 1, Depth: 1})
}

// reader implements [lineLayout].
func (e *evaluations) reader(_ []byte, dst *Parsed) rowReader {
	r := &dst.bench.evaluations
	*r = evaluationReader{layout: e, counts: &dst.Counts}
	return r
}

// parse implements [layout].
func (e *evaluations) parse(c *Chunk, dst *Parsed) {
	parseLines(c, dst, e.reader(c.text, dst))
	dst.bench.evaluations = evaluationReader{} // nothing of the chunk is kept
}

// An evaluation is one of a line.
type evaluation struct {
	depth, knodes int
	scored        bool // has a line with a score
	mate          bool // score is a number of moves
	score         int
	line          []byte
}

// An evaluationReader reads the lines of one chunk.
type evaluationReader struct {
	layout *evaluations
	counts *Counts
	label  label // of the last line

	fen     []byte
	best    evaluation
	shallow bool // an evaluation was not deep enough
}

// written implements [rowReader].
func (r *evaluationReader) written() label { return r.label }

// line implements [rowReader].
func (r *evaluationReader) line(line []byte, s *Sample) (err error) {
	if !r.read(line) {
		return fmt.Errorf("%w: want {\"fen\": …, \"evals\": [{\"pvs\": [{\"cp\": 0, \"line\": …}], \"depth\": 1}]}", ErrJSON)
	}
	*s = Sample{Expected: noExpected, Left: NoLeft}
	if err = parsePosition(&s.Position, r.fen); err != nil {
		return err
	}
	best := &r.best
	switch {
	case best.scored:
	case r.shallow:
		return errShallow
	default:
		return ErrNoEval
	}
	s.Depth, s.Game = uint8(min(best.depth, 255)), Skeleton(&s.Position)
	if s.Move, err = parseMove(&s.Position, best.line); err != nil {
		return err
	}
	if s.Score, err = best.whites(&s.Position); err != nil {
		return err
	}
	r.layout.apply(s, r.counts)
	r.label = r.layout.written(s)
	return nil
}

// whites returns the score of an evaluation of a position.
func (e *evaluation) whites(p *board.Position) (winprob.Score, error) {
	switch {
	case !e.mate:
		return winprob.Centipawns(max(-1e6, min(e.score, 1e6))), nil
	case e.score == 0:
		return mateOnBoard(p)
	case e.score < 0:
		return winprob.MateIn(-1, -e.score), nil
	}
	return winprob.MateIn(1, e.score), nil
}

// read reads a line. It reports whether it is what it should be.
func (r *evaluationReader) read(line []byte) bool {
	c := cursor{rest: line}
	r.fen, r.best, r.shallow = nil, evaluation{}, false
	for more := c.open('{', '}'); more; more = c.next('}') {
		switch string(c.key()) {
		case "fen":
			r.fen = c.text()
		case "evals":
			r.evals(&c)
		default:
			c.skip()
		}
	}
	c.blanks()
	return !c.bad && len(c.rest) == 0
}

// evals reads the evaluations and keeps the best one.
func (r *evaluationReader) evals(c *cursor) {
	r.best, r.shallow = evaluation{}, false
	for more := c.open('[', ']'); more; more = c.next(']') {
		var e evaluation
		for more := c.open('{', '}'); more; more = c.next('}') {
			switch string(c.key()) {
			case "depth":
				e.depth = c.integer()
			case "knodes":
				e.knodes = c.integer()
			case "pvs":
				e.pvs(c)
			default:
				c.skip()
			}
		}
		switch {
		case !e.scored:
		case e.depth < r.layout.least:
			r.shallow = true
		case !r.best.scored || e.depth > r.best.depth || e.depth == r.best.depth && e.knodes > r.best.knodes:
			r.best = e
		}
	}
}

// pvs reads the lines of an evaluation and keeps the first.
func (e *evaluation) pvs(c *cursor) {
	e.scored = false
	first := true
	for more := c.open('[', ']'); more; more = c.next(']') {
		if first {
			e.pv(c)
		} else {
			c.skip()
		}
		first = false
	}
}

// pv reads a line with its score. A mate comes before centipawns.
func (e *evaluation) pv(c *cursor) {
	e.scored, e.mate, e.score, e.line = false, false, 0, nil
	for more := c.open('{', '}'); more; more = c.next('}') {
		switch key := c.key(); {
		case bytes.Equal(key, []byte("cp")) && !e.mate:
			e.score, e.scored = c.integer(), true
		case bytes.Equal(key, []byte("mate")):
			e.score, e.scored, e.mate = c.integer(), true, true
		case bytes.Equal(key, []byte("line")):
			e.line = c.text()
		default:
			c.skip()
		}
	}
}
