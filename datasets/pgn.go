package datasets

import (
	"bytes"
	"errors"
	"fmt"

	"centipawn/board"
	"centipawn/pgn"
	"centipawn/records"
	"centipawn/winprob"
)

// games is the layout of games in Portable Game Notation. Every position before a
// move is a sample.
type games struct {
	gameRecords
	convention
}

// framer implements [layout].
func (l *games) framer(s *source) framer {
	return &gameFramer{source: s, games: pgnCutter{pgn.NewScanner(&sourceText{source: s})}}
}

// columns implements [layout].
func (l *games) columns() Columns {
	return l.describe("position before each move, its score in comments, the game's result",
		Columns{Score: 1, Result: 1, Game: 1, Ply: 1, Move: 1, Depth: 1})
}

// parse implements [layout].
func (l *games) parse(c *Chunk, dst *Parsed) {
	g := &dst.bench.game
	for i := range c.Lines {
		text, line := c.game(i)
		number, before, counts := c.first+i, len(dst.Samples), dst.Counts
		err := pgn.Parse(text, line, g)
		if err == nil {
			err = l.positions(c, dst, line, number)
		}
		if err != nil {
			dst.Samples, dst.Counts = dst.Samples[:before], counts
			dst.refuseGame(c, line, number, err, text)
			continue
		}
		dst.countGame(len(g.Moves))
	}
}

// refuseGame notes a faulty game with the line of the fault.
func (p *Parsed) refuseGame(c *Chunk, line, number int, err error, text []byte) {
	at := fmt.Sprintf("game %d", number)
	var fault *pgn.Error
	if errors.As(err, &fault) {
		line, err = fault.Line, fault.Err
		if fault.Ply > 0 {
			at += fmt.Sprintf(", ply %d", fault.Ply)
		}
	}
	p.fault(c, line, fmt.Errorf("%s: %w", at, err), string(bytes.TrimRight(text, "\r\n")))
}

// ErrLongGame is the fault of a game with more half moves than a chunk has
// room for.
var ErrLongGame = fmt.Errorf("more than %d half moves", ChunkLines)

// positions appends the positions of the game on the bench to dst.
func (l *games) positions(c *Chunk, dst *Parsed, line, number int) error {
	g := &dst.bench.game
	if len(dst.Samples)+len(g.Moves) > ChunkLines {
		return ErrLongGame // alone in its chunk, for others are kept apart by their size
	}
	id, first := l.gameID(number), len(dst.Samples)
	position, after := g.Start, pgn.Annotation{Score: winprob.NoScore}
	for i := range g.Moves {
		m := &g.Moves[i]
		s := dst.extend(c, line)
		s.Position, s.Move, s.Book = position, m.Move, m.Note.Book
		s.Score, s.Depth = judgement(m.Note, after)
		s.Ply, s.Left = plyOf(&position), uint16(len(g.Moves)-i)
		s.Game = l.gameOf(s, id)
		if err := pgn.Make(&position, m.Move); err != nil {
			return err // the parser has made it before
		}
		after = m.Note
	}
	result, end := ended(g, &position)
	for i := first; i < len(dst.Samples); i++ {
		s := &dst.Samples[i]
		s.Result, s.End = result, end
		l.apply(s, &dst.Counts)
	}
	return nil
}

// EndOf returns the result of a game and how it ended: by its tags, its last
// comments, or the board.
func EndOf(g *pgn.Game) (Result, End) {
	last := g.Start
	for i := range g.Moves {
		if pgn.Make(&last, g.Moves[i].Move) != nil {
			return Result(g.Result), EndUnknown
		}
	}
	return ended(g, &last)
}

// ended is [EndOf] a game that ends with a position.
func ended(g *pgn.Game, last *board.Position) (Result, End) {
	result := resultOfGame(g, last)
	return result, endOfGame(g, result, last)
}

// judgement returns the score of the position before a move, and its depth: that
// of the search that found the move, or else what the note of the move before says
// of the position that it led to.
func judgement(note, before pgn.Annotation) (winprob.Score, uint8) {
	switch {
	case note.Score != winprob.NoScore && !note.After:
		return ahead(note.Score), note.Depth
	case before.After:
		return ahead(before.Score), before.Depth
	}
	return winprob.NoScore, 0
}

// ahead returns a mate in 0, which no position before a move is, as one at an
// unknown distance.
func ahead(s winprob.Score) winprob.Score {
	if n, known := s.MateDistance(); known && n == 0 {
		return winprob.Centipawns(s.Mate() * records.MateScore)
	}
	return s
}

// resultOfGame returns the result of a game that ends with a position: the one that
// is written, with which the parser has found the board to agree, or else the
// board's.
func resultOfGame(g *pgn.Game, last *board.Position) Result {
	if g.Result != pgn.Unknown || len(g.Moves) == 0 {
		return Result(g.Result)
	}
	switch status := last.Status(); {
	case status == board.Stalemate:
		return Draw
	case status == board.Checkmate && last.SideToMove() == board.Black:
		return WhiteWins
	case status == board.Checkmate:
		return BlackWins
	}
	return Unknown
}

// endOfGame returns how a game ended by its tags, its last comments, or the board.
func endOfGame(g *pgn.Game, result Result, last *board.Position) End {
	if result == Unknown {
		return EndUnterminated
	}
	termination, _ := g.Tag("Termination")
	details, _ := g.Tag("TerminationDetails")
	var remark []byte
	if n := len(g.Moves); n > 0 {
		for _, c := range g.Moves[n-1].Comments {
			remark = append(append(remark, c...), ' ')
		}
	}
	end := endOf(termination, details, string(remark))
	if status := last.Status(); end == EndUnknown && (status == board.Checkmate || status == board.Stalemate) {
		return EndNormal
	}
	return end
}

// A pgnCutter is a scanner for a [gameFramer].
type pgnCutter struct{ *pgn.Scanner }

func (p pgnCutter) game() (text []byte, line, most int) {
	text, line = p.Game()
	return text, line, countMoves(text)
}

func (p pgnCutter) fault(err error) error { return err }

// countMoves returns a number that the half moves of a game do not exceed: that of
// its words, outside comments and the values of tags, that hold a letter or a
// hyphen or begin with a zero. Names of tags, results and variations count, too.
func countMoves(text []byte) (n int) {
	word, counted := false, false
	for i := 0; i < len(text); i++ {
		switch kind := moveLetters[text[i]]; {
		case kind == encloses:
			i += skipEnclosed(text[i:])
			word, counted = false, false
		case kind == separates:
			word, counted = false, false
		case counted:
		case kind == moves, text[i] == '0' && !word:
			n++
			word, counted = true, true
		default:
			word = true
		}
	}
	return n
}

// skipEnclosed returns how far the end of a comment or of a tag's value is from its
// beginning: that of the text if it has none, and 0 if a value has none in its line.
func skipEnclosed(text []byte) int {
	end := bytes.IndexByte(text[1:], closings[text[0]])
	switch {
	case text[0] == '"' && (end < 0 || bytes.IndexByte(text[1:1+end], '\n') >= 0):
		return 0
	case end < 0:
		return len(text)
	}
	return 1 + end
}

// closings are the ends of what encloses text that is no move.
var closings = [256]byte{'{': '}', ';': '\n', '"': '"'}

// Kinds of bytes for [countMoves].
const (
	separates = iota
	digits
	moves
	encloses
)

// moveLetters are the kinds of all bytes.
var moveLetters = func() (kinds [256]uint8) {
	for c := range kinds {
		switch b := byte(c); {
		case isLetter(b), b == '-':
			kinds[c] = moves
		case b >= '0' && b <= '9', b == '+', b == '#', b == '=', b == ':', b == '/':
			kinds[c] = digits
		case closings[c] != 0:
			kinds[c] = encloses
		}
	}
	return kinds
}()
