package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// A survey is what one pass over a file notes besides what a [inspect.Watch] does.
// Its size is bounded, two of them merge, and what it holds does not depend on the
// order of the rows.
type survey struct {
	watch  inspect.Watch
	counts datasets.Counts
	lines  int // most to remember of each kind

	phases   [phaseBins]int
	checks   int // rows in check
	moves    int // rows whose move is known
	noisy    int // of these, captures and promotions
	unquiet  int // rows in check or with such a move
	searched int // rows that a quiescence search has looked at, none in check
	loud     int // of these, those in which it is far from the static evaluation
	book     int
	early    int // rows of the first earlyPlies half moves
	late     int // rows of the last latePlies half moves of a game
	lefts    int // rows of which it is known how much of the game is left
	plies    int // rows of which the ply is known: it is not 0
	depths   [math.MaxUint8 + 1]int
	chess960 int
	ahead    points // of the side that is about a pawn ahead
	bad      [faults]lineList
	firstBad datasets.LineError // the first bad line; Err is nil without one
	raw      rawSurvey

	suspects [suspicions]lineList
	extreme  [2]top // against material, against the result
}

// enoughRows is how many rows there must be before shares mean anything.
const enoughRows = 100

// unquietShare of the rows may be in check, or before a capture or promotion, and as
// many have a quiescence search that is far from the static evaluation (D17).
const unquietShare = 0.10

// phaseBins divide the phase into equal parts.
const phaseBins = 4

// Rows of the opening and of the end of a game: some filters drop them.
const (
	earlyPlies = 16
	latePlies  = 10
)

// A pawn ahead is a score within pawnSpan of 100 centipawns.
const pawnSpan = 20

// points are sums of expected scores, in halves.
type points struct{ rows, halves int }

// The kinds of suspicious rows that are remembered by their lines.
type suspicion int

const (
	suspectMate     suspicion = iota // a checkmate with another score
	suspectFinished                  // the game is over
	suspectUpset                     // the side far ahead lost
	suspectText                      // text like another result
	suspectLoud                      // quiescence is far from the static evaluation
	suspectChess960
	suspicions
)

// add looks at a chunk and what was made of it.
func (c *survey) add(chunk *datasets.Chunk, p *datasets.Parsed, opt datasets.Options) {
	c.counts.Add(p.Counts)
	for i := range p.Bad {
		kind := faultOf(p.Bad[i].Err)
		c.bad[kind].add(p.Bad[i].Line, c.lines)
		c.keepBad(p.Bad[i])
	}
	for i := range p.Samples {
		s := &p.Samples[i]
		status := inspect.Finished(&s.Position)
		c.watch.Add(s, s.Position.CanonicalKey(), status)
		c.addPosition(s, status)
		c.addGame(s)
		c.addLabels(s)
	}
	c.raw.add(chunk, p.Samples, opt, c.lines, &c.suspects[suspectText])
}

// addPosition looks at the position and the move of a row.
func (c *survey) addPosition(s *datasets.Sample, status board.Status) {
	c.phases[min(int(tapered.PeSTO.Of(&s.Position)*phaseBins), phaseBins-1)]++
	check := s.Position.InCheck()
	noisy := s.Move != board.NoMove && (s.Position.IsCapture(s.Move) || s.Move.IsPromotion())
	count(&c.checks, check)
	count(&c.noisy, noisy)
	count(&c.unquiet, check || noisy)
	count(&c.moves, s.Move != board.NoMove)
	if status != board.Ongoing {
		c.suspects[suspectFinished].add(s.Line, c.lines)
	}
	if status == board.Checkmate && s.Score != winprob.NoScore {
		if mate, _ := datasets.MateOnBoard(&s.Position); s.Score != mate {
			c.suspects[suspectMate].add(s.Line, c.lines)
		}
	}
	if isChess960(&s.Position) {
		c.chess960++
		c.suspects[suspectChess960].add(s.Line, c.lines)
	}
}

// searchedRows is how many rows of a chunk a search looks at, the first: it takes
// longer than all the rest.
const searchedRows = 1024

// search looks at what captures would change, if somebody can tell.
func (c *survey) search(samples []datasets.Sample, opt *Options) {
	if opt.Gap == nil {
		return
	}
	for i := range samples[:min(len(samples), searchedRows)] {
		p := &samples[i].Position
		if p.InCheck() || inspect.Finished(p) != board.Ongoing {
			continue
		}
		c.searched++
		if opt.Gap(p) > opt.Bound {
			c.loud++
			c.suspects[suspectLoud].add(samples[i].Line, c.lines)
		}
	}
}

// isLoud reports whether captures are due in many rows.
func (c *survey) isLoud() bool {
	return c.searched >= enoughRows && float64(c.loud) > unquietShare*float64(c.searched)
}

// isChess960 reports whether castling rights are not those of standard chess.
func isChess960(p *board.Position) bool {
	rooks := p.CastlingRooks()
	if rooks == 0 {
		return false
	}
	const corners = board.Bitboard(1 | 1<<7 | 1<<56 | 1<<63)
	if rooks&^corners != 0 {
		return true
	}
	for _, c := range []board.Color{board.White, board.Black} {
		home := board.Square(4) // e1
		if c == board.Black {
			home = 60
		}
		if rooks&p.ByColor(c) != 0 && p.King(c) != home {
			return true
		}
	}
	return false
}

// addGame looks at what a row says of its place in the game.
func (c *survey) addGame(s *datasets.Sample) {
	count(&c.book, s.Book)
	count(&c.plies, s.Ply > 0)
	count(&c.early, s.Ply > 0 && s.Ply < earlyPlies)
	count(&c.lefts, s.Left != datasets.NoLeft)
	count(&c.late, s.Left <= latePlies)
	c.depths[s.Depth]++
}

// addLabels looks at the labels of a row.
func (c *survey) addLabels(s *datasets.Sample) {
	if s.Score == winprob.NoScore || s.Score.Mate() != 0 {
		if inspect.Upset(s) {
			c.suspects[suspectUpset].add(s.Line, c.lines)
		}
		return
	}
	cp, material := int(s.Score), 100*datasets.Material(&s.Position)
	c.extreme[0].add(extreme{abs(cp - material), s.Line, cp, material}, c.lines)
	if inspect.Upset(s) {
		c.suspects[suspectUpset].add(s.Line, c.lines)
		c.extreme[1].add(extreme{abs(cp), s.Line, cp, material}, c.lines)
	}
	if d := abs(abs(cp) - 100); d <= pawnSpan && s.Result != datasets.Unknown {
		halves := int(s.Result) - int(datasets.BlackWins)
		if cp < 0 {
			halves = 2 - halves
		}
		c.ahead.rows++
		c.ahead.halves += halves
	}
}

// Merge implements [shards.Partial]: it adds what d has noted of other rows.
func (c *survey) Merge(d *survey) error {
	if c.lines != d.lines {
		return fmt.Errorf("surveys that remember %d and %d lines of each kind", c.lines, d.lines)
	}
	c.counts.Add(d.counts)
	for i, n := range d.phases {
		c.phases[i] += n
	}
	for i, n := range d.depths {
		c.depths[i] += n
	}
	for _, n := range []struct{ to, from *int }{
		{&c.checks, &d.checks}, {&c.moves, &d.moves}, {&c.noisy, &d.noisy}, {&c.unquiet, &d.unquiet}, {&c.book, &d.book},
		{&c.searched, &d.searched}, {&c.loud, &d.loud},
		{&c.early, &d.early}, {&c.late, &d.late}, {&c.lefts, &d.lefts}, {&c.plies, &d.plies}, {&c.chess960, &d.chess960},
		{&c.ahead.rows, &d.ahead.rows}, {&c.ahead.halves, &d.ahead.halves},
	} {
		*n.to += *n.from
	}
	for i := range d.bad {
		c.bad[i].merge(&d.bad[i], c.lines)
	}
	c.keepBad(d.firstBad)
	for i := range d.suspects {
		c.suspects[i].merge(&d.suspects[i], c.lines)
	}
	for i := range d.extreme {
		c.extreme[i].merge(&d.extreme[i], c.lines)
	}
	c.raw.merge(&d.raw)
	return c.watch.Merge(&d.watch)
}

// keepBad remembers a bad line if it is the first.
func (c *survey) keepBad(e datasets.LineError) {
	if e.Err != nil && (c.firstBad.Err == nil || e.Line < c.firstBad.Line) {
		c.firstBad = e
	}
}

// A fault is a kind of bad line.
type fault int

const (
	faultPosition fault = iota
	faultSyntax
	faultCastling
	faultColumns
	faultScore
	faultResult
	faultSigns
	faultHalves
	faultMove
	faultGame
	faultOther
	faults
)

var faultNames = [faults]string{
	"an impossible position", "a malformed position", "castling rights that the board cannot have", "columns that do not fit", "an unreadable score", "an unreadable result",
	"results coded 1, 0, −1", "results coded 2, 1, 0", "an illegal move", "a faulty game", "another fault",
}

// faultOf returns the kind of an error.
func faultOf(err error) fault {
	var coding *datasets.CodingError
	switch {
	case errors.As(err, &coding) && coding.Convention == datasets.CodesSigns:
		return faultSigns
	case coding != nil:
		return faultHalves
	}
	for _, f := range []struct {
		is   error
		kind fault
	}{
		{datasets.ErrColumns, faultColumns}, {datasets.ErrQuote, faultColumns},
		{datasets.ErrScore, faultScore}, {datasets.ErrResult, faultResult}, {datasets.ErrMove, faultMove},
	} {
		if errors.Is(err, f.is) {
			return f.kind
		}
	}
	text := []byte(err.Error())
	switch {
	case errors.Is(err, board.ErrCastling) && (bytes.HasPrefix(text, []byte("bad FEN")) || bytes.HasPrefix(text, []byte("game "))):
		return faultCastling
	case bytes.HasPrefix(text, []byte("bad FEN")) && errors.Is(err, board.ErrSyntax):
		return faultSyntax
	case bytes.HasPrefix(text, []byte("bad FEN")), bytes.HasPrefix(text, []byte("bad record")):
		return faultPosition
	case bytes.HasPrefix(text, []byte("game ")), bytes.HasPrefix(text, []byte("bad game")):
		return faultGame
	}
	return faultOther
}
