package lichess

import (
	"bytes"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/winprob"
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
// A flat line has one evaluation, as those that are made of the database have it:
//
//	{"fen": "… w - -", "line": "g2e4 f7f5", "depth": 36, "knodes": 206765, "cp": 311, "mate": null}
//
// Source: lichess.org, Open Database, "Evaluations".
type evaluations struct {
	fixed.Convention
	least    int // depth
	castling datasets.Castling
	in       *datasets.Input
	targets  text.Targets // reads results of flat lines
	flat     bool         // the first line is
}

// Format is the Lichess database of evaluations, JSON lines.
var Format = datasets.Format{Name: name, Endings: []string{".jsonl", ".ndjson"}, Detect: detect, Open: open}

const name = "lichess"

func detect(head []byte, named bool) float64 {
	switch begins := datasets.TextOf(head); {
	case bytes.HasPrefix(begins, []byte(`{`)) && bytes.Contains(begins, []byte(`"evals"`)):
		return 1
	case bytes.HasPrefix(begins, []byte(`{"`)), bytes.HasPrefix(begins, []byte(`{ "`)), isList(begins), named && !datasets.IsBinary(head): // another format of JSON is surer
		return 0.9
	}
	return 0
}

// isList reports whether a text begins with a list of objects, or with an object over many lines.
func isList(begins []byte) bool {
	if bytes.HasPrefix(begins, []byte("[")) {
		begins = bytes.TrimLeft(begins[1:], " \t\r\n")
	}
	rest, object := bytes.CutPrefix(begins, []byte("{"))
	return object && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"`))
}

func open(in *datasets.Input) (datasets.Layout, error) {
	c, err := fixed.NewConvention(name, in)
	return &evaluations{Convention: c, least: in.Depth, castling: in.Castling, in: in}, err
}

// Cutter implements [datasets.Layout].
func (e *evaluations) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Lines(s, func(first [][]byte) (bool, error) {
		if begins := cut.Trim(first[0]); begins[0] == '[' && isList(begins) || len(begins) == 1 {
			return false, fmt.Errorf("%w: one object over many lines, or a list of objects: write an object in each line, as jq -c '.[]' does", datasets.ErrJSON)
		}
		e.flat = !bytes.Contains(first[0], []byte(`"evals"`))
		e.targets, _ = text.TargetsOf(e.in.Options, e.firstResults(first))
		return false, nil
	})
}

// firstResults returns the results of the first lines, which say what codes mean: none unless lines are flat.
func (e *evaluations) firstResults(first [][]byte) (results [][]byte) {
	if !e.flat {
		return nil
	}
	r := reader{layout: e}
	for _, line := range first {
		if r.line(line) && len(r.flat.result) > 0 {
			results = append(results, r.flat.result)
		}
	}
	return results
}

// Columns implements [datasets.Layout].
func (e *evaluations) Columns() datasets.Columns {
	what := "score, move and depth of the deepest evaluation"
	if e.flat {
		what = "score or mate, move, depth and result of each line"
	}
	if e.least > 0 {
		what += fmt.Sprintf(" from %d plies on", e.least)
	}
	c := e.Describe(what, datasets.Columns{Score: 1, Move: 1, Depth: 1})
	c.Codes = e.targets.Codes()
	return c
}

// Lines implements [datasets.LineLayout].
func (e *evaluations) Lines(_ []byte, dst *datasets.Parsed) datasets.LineReader {
	r := datasets.Scratch[reader](dst)
	*r = reader{layout: e, counts: &dst.Counts}
	return r
}

// An evaluation is one of a line.
type evaluation struct {
	depth, knodes int
	scored        bool // has a line with a score
	mate          bool // score is a number of moves
	score         int
	written       []byte // the score as a text, of a flat line; else nil
	line          []byte
}

// A reader reads the lines of one chunk.
type reader struct {
	layout *evaluations
	counts *datasets.Counts
	label  datasets.Label // of the last line

	fen     []byte
	best    evaluation
	shallow bool // an evaluation was not deep enough
	flat    flatLine
}

// Written implements [datasets.LineReader].
func (r *reader) Written() datasets.Label { return r.label }

// Read implements [datasets.LineReader].
func (r *reader) Read(line []byte, s *datasets.Sample) (err error) {
	if !r.line(line) {
		return fmt.Errorf("%w: want {\"fen\": …, \"evals\": [{\"pvs\": [{\"cp\": 0, \"line\": …}], \"depth\": 1}]} or {\"fen\": …, \"cp\": 0, \"mate\": null, \"depth\": 1}", datasets.ErrJSON)
	}
	*s = datasets.Sample{Expected: datasets.NoExpected, Left: datasets.NoLeft}
	if err = r.layout.castling.ParsePosition(&s.Position, r.fen, r.counts); err != nil {
		return err
	}
	best := &r.best
	switch {
	case best.scored:
	case r.shallow:
		return datasets.ErrShallow
	case r.flat.seen && r.flat.depth >= r.layout.least:
		best = &r.flat.evaluation
		if err = r.result(s); err != nil {
			return err
		}
	case r.flat.seen:
		return datasets.ErrShallow
	default:
		return datasets.ErrNoEval
	}
	s.Depth, s.Game = uint8(min(best.depth, 255)), game.Skeleton(&s.Position)
	if s.Move, err = datasets.ParseMove(&s.Position, best.line); err != nil {
		return err
	}
	if s.Score, err = best.whites(&s.Position); err != nil {
		return err
	}
	r.layout.Apply(s, r.counts)
	r.label = r.layout.Written(s)
	return nil
}

// result reads the result of a flat line. A colour is the same in any view.
func (r *reader) result(s *datasets.Sample) (err error) {
	colour := false
	if s.Result, s.Expected, colour, err = r.layout.targets.Read(r.flat.result); err != nil {
		return err
	}
	switch turned := r.layout.in.ResultPOV == datasets.POVMover && s.Position.SideToMove() == board.Black; {
	case turned && colour:
		s.Result = s.Result.Reversed() // as the convention does once more
	case turned:
		s.Expected = 1 - s.Expected
	}
	return nil
}

// whites returns the score of an evaluation of a position.
func (e *evaluation) whites(p *board.Position) (winprob.Score, error) {
	switch {
	case !e.scored:
		return winprob.NoScore, nil
	case e.written != nil:
		return text.ParseScore(e.written)
	case !e.mate:
		return winprob.Centipawns(max(-1e6, min(e.score, 1e6))), nil
	case e.score == 0:
		return datasets.MateOnBoard(p)
	case e.score < 0:
		return winprob.MateIn(-1, -e.score), nil
	}
	return winprob.MateIn(1, e.score), nil
}

// line reads a line. It reports whether it is what it should be.
func (r *reader) line(line []byte) bool {
	c := cursor{rest: line}
	r.fen, r.best, r.shallow, r.flat = nil, evaluation{}, false, flatLine{}
	for more := c.open('{', '}'); more; more = c.next('}') {
		switch key := c.key(); string(key) {
		case "fen":
			r.fen = c.text()
		case "evals":
			if !c.null() {
				r.evals(&c)
			}
		default:
			if r.fen == nil && text.MeaningOf(string(key)) == text.MeansPosition {
				r.fen = c.text()
				continue
			}
			r.flat.read(&c, key)
		}
	}
	r.flat.resolve(&c)
	c.blanks()
	return !c.bad && len(c.rest) == 0
}

// evals reads the evaluations and keeps the best one.
func (r *reader) evals(c *cursor) {
	r.best, r.shallow = evaluation{}, false
	for more := c.open('[', ']'); more; more = c.next(']') {
		var e evaluation
		for more := c.open('{', '}'); more; more = c.next('}') {
			switch string(c.key()) {
			case "depth":
				e.depth = c.whole()
			case "knodes":
				e.knodes = c.whole()
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
			if n, ok := c.number(); ok {
				e.score, e.scored = n, true
			}
		case bytes.Equal(key, []byte("mate")):
			if n, ok := c.number(); ok {
				e.score, e.scored, e.mate = n, true, true
			}
		case bytes.Equal(key, []byte("line")):
			e.line = c.optional()
		default:
			c.skip()
		}
	}
}
