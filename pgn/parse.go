package pgn

import (
	"bytes"
	"fmt"
	"math"

	"example.org/centipawn/board"
)

// Parse reads the text of one game, whose first line has the given number, into
// g, whose memory it reuses. The error is nil or an [*Error]; g then holds what
// stands before the fault.
func Parse(text []byte, firstLine int, g *Game) error {
	g.reset()
	p := parser{lexer: lexer{text: text}, g: g}
	err := p.parse()
	if err == nil {
		return nil
	}
	if !p.started {
		g.finishTags()
	}
	return &Error{
		Line: firstLine + bytes.Count(text[:p.at], newline),
		Ply:  p.ply(),
		Err:  err,
	}
}

// reset empties the game and keeps its memory.
func (g *Game) reset() {
	*g = Game{
		Tags: g.Tags[:0], Moves: g.Moves[:0],
		comments: g.comments[:0], nags: g.nags[:0], values: g.values[:0], spans: g.spans[:0],
		Start: standardStart, Centipawns: g.Centipawns, ReadFEN: g.ReadFEN,
	}
}

// A parser is on its way through the text of a game.
type parser struct {
	lexer
	g        *Game
	pos      board.Position // after the moves read
	at       int            // where the token that is looked at begins
	started  bool           // the tags are over
	unplayed bool           // the token is a move that cannot be played
	numbered bool           // the token before was the number of a move
	doubt    error          // the word since the last move that was passed over was a move, if the next number does not fit
	doubtAt  int            // where it stands
	depth    int            // of variations
	opened   int            // where the outermost one begins
	firstOf  struct{ comment, nag int }
}

// ply returns the half move of a fault: that of the move that cannot be played,
// otherwise the last one that was.
func (p *parser) ply() int {
	if p.unplayed {
		return len(p.g.Moves) + 1
	}
	return len(p.g.Moves)
}

func (p *parser) parse() error {
	if len(p.text) > MaxGame {
		return ErrTooLong
	}
	for {
		t := p.next()
		p.at = t.start
		if t.kind == atEnd {
			return p.finish()
		}
		if t.kind == ending && p.depth == 0 {
			return p.end(t)
		}
		if err := p.take(t); err != nil {
			return err
		}
		p.numbered = t.kind == number
	}
}

// take reads one token that does not end the game.
func (p *parser) take(t token) error {
	if t.kind == tagPair {
		return p.tag(t)
	}
	if t.kind == comment || t.kind == remark || t.kind == openComment {
		return p.comment(t)
	}
	if err := p.start(); err != nil {
		return err
	}
	switch t.kind {
	case opening:
		if p.depth++; p.depth == 1 {
			p.opened = t.start
		}
	case closing:
		if p.depth--; p.depth < 0 {
			return fmt.Errorf("%w: ) without (", ErrVariation)
		}
	case glyph:
		p.glyph(t)
	case number:
		return p.number(p.text[t.start:t.end])
	case word:
		if p.depth == 0 {
			return p.word(p.text[t.start:t.end])
		}
	}
	return nil
}

// tag reads a tag pair.
func (p *parser) tag(t token) error {
	if p.started {
		return fmt.Errorf("%w: tag between the moves", ErrTag)
	}
	read := readTag(p.text[t.start:])
	if read.fault != "" {
		return fmt.Errorf("%w: %s: %.40q", ErrTag, read.fault, p.text[t.start:t.end])
	}
	p.g.addTag(read, t.start)
	return nil
}

// start sets the position up at the end of the tags.
func (p *parser) start() error {
	if p.started {
		return nil
	}
	p.started = true
	p.g.finishTags()
	if tag, err := p.g.setUp(); err != nil {
		p.at = p.g.spans[tag].at
		return err
	}
	p.pos = p.g.Start
	return nil
}

// comment keeps a comment of the main line.
func (p *parser) comment(t token) error {
	if t.kind == openComment {
		return ErrComment
	}
	if p.depth > 0 {
		return nil
	}
	text := Comment(p.text[t.start+1 : t.end])
	if t.kind == comment {
		text = text[:len(text)-1]
	}
	g := p.g
	g.comments = append(g.comments, text)
	all := g.comments[p.firstOf.comment:]
	if len(g.Moves) == 0 {
		g.Comments = all[:len(all):len(all)]
		return nil
	}
	m := &g.Moves[len(g.Moves)-1]
	m.Comments = all[:len(all):len(all)]
	if m.Note.read(text, p.pos.SideToMove().Other(), g.Centipawns) {
		if g.Unread++; g.Unread == 1 {
			g.UnreadAt = t.start
		}
	}
	return nil
}

// glyph reads $n. One that is none says nothing.
func (p *parser) glyph(t token) {
	n := 0
	for _, c := range p.text[t.start+1 : t.end] {
		n = min(10*n+int(c-'0'), math.MaxUint8+1)
	}
	switch {
	case p.depth > 0:
	case t.end == t.start+1 || n > math.MaxUint8:
		p.count()
	default:
		p.addNAG(byte(n))
	}
}

// addNAG keeps a glyph of the last move; before the first move it says nothing.
func (p *parser) addNAG(n byte) {
	g := p.g
	if len(g.Moves) == 0 {
		return
	}
	g.nags = append(g.nags, n)
	all := g.nags[p.firstOf.nag:]
	g.Moves[len(g.Moves)-1].NAGs = all[:len(all):len(all)]
}

// word plays a move, with the glyphs that are written to it, or reads what may
// follow a move in a word of its own.
func (p *parser) word(w []byte) error {
	text := bytes.TrimRight(w, "!?")
	if len(p.g.Moves) > 0 && isRemnant(text) {
		p.suffix(w[len(text):])
		return nil
	}
	if p.signs(w, false) {
		return nil
	}
	m, used, err := p.written(text)
	if err != nil {
		return p.skip(w, err)
	}
	p.doubt = nil
	p.g.Moves = append(p.g.Moves, Move{Move: m, Note: NoAnnotation()})
	p.firstOf.comment, p.firstOf.nag = len(p.g.comments), len(p.g.nags)
	if used < len(text) {
		p.signs(w[used:], true)
		return nil
	}
	p.suffix(w[len(text):])
	return nil
}

// isRemnant reports whether a word belongs to the move before it: signs of check
// and "e.p.", or nothing but glyphs.
func isRemnant(w []byte) bool {
	switch string(w) {
	case "", "+", "++", "#", "e.p.", "ep", "e.p", "ep.", "ch", "ch.", "check", "mate", "checkmate":
		return true
	}
	return false
}

// suffix keeps what ! and ? stand for.
//
// Source: Portable Game Notation Specification (1994), section 8.2.3.8.
func (p *parser) suffix(signs []byte) {
	switch string(signs[:min(len(signs), 2)]) {
	case "!":
		p.addNAG(1)
	case "?":
		p.addNAG(2)
	case "!!":
		p.addNAG(3)
	case "??":
		p.addNAG(4)
	case "!?":
		p.addNAG(5)
	case "?!":
		p.addNAG(6)
	}
}

// move plays a move and returns it.
func (p *parser) move(w []byte) (board.Move, error) {
	if isNullMove(w) {
		return board.NoMove, Make(&p.pos, board.NoMove)
	}
	m, err := p.pos.ParseSAN(string(w))
	if err == nil {
		p.pos.Make(m)
	}
	return m, err
}

func isNullMove(w []byte) bool {
	switch string(w) {
	case "--", "Z0", "null", "0000":
		return true
	}
	return false
}

// end reads the result after the moves and looks whether anything follows.
func (p *parser) end(t token) error {
	if err := p.start(); err != nil {
		return err
	}
	p.g.Ended = true
	p.g.Result, _ = parseResult(string(p.text[t.start:t.end]))
	for {
		switch t := p.next(); t.kind {
		case atEnd:
			return p.finish()
		case comment, remark:
		default:
			p.at = t.start
			return ErrTrailing
		}
	}
}

// finish looks at the game as a whole.
func (p *parser) finish() error {
	if err := p.start(); err != nil {
		return err
	}
	if p.depth > 0 {
		p.at = p.opened
		return fmt.Errorf("%w: ( without )", ErrVariation)
	}
	return p.agree()
}

// agree settles the result between the tag, the end of the moves and the board.
func (p *parser) agree() error {
	g := p.g
	value, _ := g.tagFold("Result")
	told, _ := parseResult(value)
	switch {
	case told == Unknown:
	case g.Result == Unknown:
		g.Result = told
	case told != g.Result:
		return fmt.Errorf("%w: %v in the tag, %v after the moves", ErrResult, told, g.Result)
	}
	if g.Result == Unknown || len(g.Moves) == 0 {
		return nil
	}
	if real, over := overBy(&p.pos); over && real != g.Result {
		return fmt.Errorf("%w: %v, but %v on the board", ErrResult, g.Result, real)
	}
	return nil
}

// overBy returns the result of a position in which the side to move has no move.
func overBy(p *board.Position) (r Result, over bool) {
	switch {
	case p.CountMoves() > 0:
		return Unknown, false
	case !p.InCheck():
		return Draw, true
	case p.SideToMove() == board.White:
		return BlackWins, true
	}
	return WhiteWins, true
}
