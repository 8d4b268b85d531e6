package pgn

import (
	"bytes"
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/pgn"
	"example.org/centipawn/winprob"
)

// Format is games in Portable Game Notation. Every position before a move is a sample.
var Format = datasets.Format{Name: name, Endings: []string{".pgn"}, Detect: detect, Open: open}

const name = "pgn"

// detect reports whether a text begins with a tag of PGN or its first move: [Event "…", 1. e4,
// 1.e4.
func detect(head []byte, named bool) float64 {
	text := datasets.TextOf(head)
	if text != nil && (named || looksLikeGame(text)) {
		return 1
	}
	return 0
}

func looksLikeGame(text []byte) bool {
	if bytes.HasPrefix(text, []byte("[")) {
		name, value, _ := bytes.Cut(text[1:], []byte(" "))
		return len(name) > 0 && bytes.IndexFunc(name, isNoLetter) < 0 && isTagValue(value)
	}
	move, numbered := bytes.CutPrefix(text, []byte("1."))
	move = bytes.TrimLeft(move, " ")
	return numbered && len(move) > 0 && bytes.IndexByte([]byte("abcdefghNBRQKO"), move[0]) >= 0
}

func isTagValue(text []byte) bool {
	line, _, _ := cut.Line(text)
	line = bytes.Trim(line, " \t\r")
	return bytes.HasPrefix(line, []byte(`"`)) || bytes.HasSuffix(line, []byte("]"))
}

func isNoLetter(r rune) bool {
	return r >= 0x80 || !cut.IsLetter(byte(r)) && r != '_' && (r < '0' || r > '9')
}

// A layout reads games.
type layout struct {
	fixed.Convention
	centipawns bool // numbers in comments are no pawns
	castling   datasets.Castling
}

func open(in *datasets.Input) (datasets.Layout, error) {
	c, err := fixed.NewConvention(name, in, datasets.UnitPawns)
	return &layout{c, in.UnitSaid && in.Unit == datasets.UnitCentipawns, in.Castling}, err
}

// Cutter implements [datasets.Layout].
func (l *layout) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Games(s, "games", scanner{pgn.NewScanner(s.Reader())})
}

// Columns implements [datasets.Layout].
func (l *layout) Columns() datasets.Columns {
	return l.Describe("position before each move, its score in comments, the game's result",
		datasets.Columns{Score: 1, Result: 1, Game: 1, Ply: 1, Move: 1, Depth: 1})
}

// Parse implements [datasets.RecordLayout].
func (l *layout) Parse(c *datasets.Chunk, dst *datasets.Parsed) {
	g := datasets.Scratch[pgn.Game](dst)
	g.Centipawns = l.centipawns
	if g.ReadFEN = nil; l.castling == datasets.CastlingRepair {
		g.ReadFEN = func(fen string) (p board.Position, err error) {
			err = l.castling.ParsePosition(&p, []byte(fen), &dst.Counts)
			return p, err
		}
	}
	for i := range c.Lines {
		text, line := c.Game(i)
		number, before, counts := c.First+i, len(dst.Samples), dst.Counts
		err := pgn.Parse(text, line, g)
		if err == nil {
			err = l.positions(g, c, dst, line, number)
		}
		if err != nil {
			dst.Samples, dst.Counts = dst.Samples[:before], counts
			refuse(dst, c, line, number, err, text)
			continue
		}
		dst.Counts.Game(len(g.Moves))
		count(g, c, text, line, &dst.Counts)
	}
}

// count counts what stands among the moves of a game and is not understood.
func count(g *pgn.Game, c *datasets.Chunk, text []byte, line int, n *datasets.Counts) {
	for i := range g.Moves {
		n.Comments += len(g.Moves[i].Comments)
	}
	place := func(at int) datasets.Spot {
		what := text[at:]
		if end := bytes.IndexByte(what, '}'); what[0] == '{' && end >= 0 {
			what = what[:end+1]
		} else if fields := bytes.Fields(what[:min(len(what), 100)]); what[0] != ';' && len(fields) > 0 {
			what = fields[0]
		} else {
			what, _, _ = bytes.Cut(what, []byte("\n"))
		}
		return c.Spot(line+bytes.Count(text[:at], []byte("\n")), what)
	}
	if n.Unread += g.Unread; g.Unread > 0 && n.FirstUnread.Line == 0 {
		n.FirstUnread = place(g.UnreadAt)
	}
	if n.Skipped += g.Skipped; g.Skipped > 0 && n.FirstSkipped.Line == 0 {
		n.FirstSkipped = place(g.SkippedAt)
	}
}

// refuse notes a faulty game with the line of the fault.
func refuse(p *datasets.Parsed, c *datasets.Chunk, line, number int, err error, text []byte) {
	at := fmt.Sprintf("game %d", number)
	var fault *pgn.Error
	if errors.As(err, &fault) {
		line, err = fault.Line, fault.Err
		if fault.Ply > 0 {
			at += fmt.Sprintf(", ply %d", fault.Ply)
		}
	}
	p.Fault(c, line, fmt.Errorf("%s: %w", at, err), string(bytes.TrimRight(text, "\r\n")))
}

// ErrLongGame is the fault of a game with more half moves than a chunk has
// room for.
var ErrLongGame = fmt.Errorf("more than %d half moves", datasets.ChunkLines)

// positions appends the positions of a game to dst.
func (l *layout) positions(g *pgn.Game, c *datasets.Chunk, dst *datasets.Parsed, line, number int) error {
	if len(dst.Samples)+len(g.Moves) > datasets.ChunkLines {
		return ErrLongGame // alone in its chunk, for others are kept apart by their size
	}
	id, first := l.GameID(number), len(dst.Samples)
	position, after := g.Start, pgn.Annotation{Score: winprob.NoScore}
	for i := range g.Moves {
		m := &g.Moves[i]
		s := dst.Extend(c, line)
		s.Position, s.Move, s.Book = position, m.Move, m.Note.Book
		s.Score, s.Depth = judgement(m.Note, after)
		s.Ply, s.Left = datasets.PlyOf(&position), uint16(len(g.Moves)-i)
		s.Game = l.GameOf(s, id)
		if err := pgn.Make(&position, m.Move); err != nil {
			return err // the parser has made it before
		}
		after = m.Note
	}
	result, end := ended(g, &position)
	for i := first; i < len(dst.Samples); i++ {
		s := &dst.Samples[i]
		s.Result, s.End = result, end
		l.Apply(s, &dst.Counts)
	}
	return nil
}

// EndOf returns the result of a game and how it ended: by its tags, its last
// comments, or the board.
func EndOf(g *pgn.Game) (datasets.Result, datasets.End) {
	last := g.Start
	for i := range g.Moves {
		if pgn.Make(&last, g.Moves[i].Move) != nil {
			return datasets.Result(g.Result), datasets.EndUnknown
		}
	}
	return ended(g, &last)
}

// ended is [EndOf] a game that ends with a position.
func ended(g *pgn.Game, last *board.Position) (datasets.Result, datasets.End) {
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
func resultOfGame(g *pgn.Game, last *board.Position) datasets.Result {
	if g.Result != pgn.Unknown || len(g.Moves) == 0 {
		return datasets.Result(g.Result)
	}
	switch status := last.Status(); {
	case status == board.Stalemate:
		return datasets.Draw
	case status == board.Checkmate && last.SideToMove() == board.Black:
		return datasets.WhiteWins
	case status == board.Checkmate:
		return datasets.BlackWins
	}
	return datasets.Unknown
}

// endOfGame returns how a game ended by its tags, its last comments, or the board.
func endOfGame(g *pgn.Game, result datasets.Result, last *board.Position) datasets.End {
	if result == datasets.Unknown {
		return datasets.EndUnterminated
	}
	termination, _ := g.Tag("Termination")
	details, _ := g.Tag("TerminationDetails")
	var remark []byte
	if n := len(g.Moves); n > 0 {
		for _, c := range g.Moves[n-1].Comments {
			remark = append(append(remark, c...), ' ')
		}
	}
	white, _ := g.Tag("White")
	black, _ := g.Tag("Black")
	end := endOf(termination, details, string(remark), white, black)
	if status := last.Status(); end == datasets.EndUnknown && (status == board.Checkmate || status == board.Stalemate) {
		return datasets.EndNormal
	}
	return end
}

// A scanner is one for [cut.Games].
type scanner struct{ *pgn.Scanner }

// Next implements [cut.GameScanner].
func (p scanner) Next() (text []byte, line, most int) {
	text, line = p.Game()
	return text, line, countMoves(text)
}

// Fault implements [cut.GameScanner].
func (p scanner) Fault(err error) error { return err }

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

// closings are the ends of what encloses text that is not a move.
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
		case cut.IsLetter(b), b == '-':
			kinds[c] = moves
		case b >= '0' && b <= '9', b == '+', b == '#', b == '=', b == ':', b == '/':
			kinds[c] = digits
		case closings[c] != 0:
			kinds[c] = encloses
		}
	}
	return kinds
}()
