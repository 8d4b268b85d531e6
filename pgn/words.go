package pgn

import (
	"bytes"

	"example.org/centipawn/board"
)

// A sign is an annotation that is written bare, and its number.
//
// Source: Portable Game Notation Specification (1994), section 10; the signs of Chess Informant.
type sign struct {
	text string
	nag  byte // 0: it says nothing of the move
}

// bareSigns are the signs, the longer ones first. Those of letters may follow a move only.
var bareSigns = []sign{
	{"+/=", 14}, {"=/+", 15}, {"+/-", 16}, {"+/−", 16}, {"-/+", 17}, {"−/+", 17}, {"=/∞", 44}, {"=∞", 44}, {"∞=", 44}, {"∞/=", 44},
	{"+-", 18}, {"+−", 18}, {"+–", 18}, {"-+", 19}, {"−+", 19}, {"–+", 19}, {"+=", 14}, {"=+", 15}, {"==", 10}, {"=", 10},
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}, {"‼", 3}, {"⁇", 4}, {"⁉", 5}, {"⁈", 6},
	{"⩲", 14}, {"⩱", 15}, {"±", 16}, {"\xb1", 16}, {"∓", 17}, {"∞", 13}, {"~", 13}, {"□", 7}, {"⨀", 22}, {"⊙", 22}, {"○", 26}, {"⟳", 32},
	{"↑", 36}, {"→", 40}, {"⇆", 132}, {"⇄", 132}, {"⊕", 138}, {"∆", 140}, {"△", 140}, {"⌓", 142},
	{"e.p.", 0}, {"e.p", 0}, {"ep", 0}, {"TN", 146}, {"N", 146}, {"D", 220}, {".", 0}, {",", 0},
}

// signs keeps what a word says that is made of bare signs alone, and reports whether it is; letters
// and points are signs where glued says that they follow a move in one word. A letter alone is one
// after a move.
func (p *parser) signs(w []byte, glued bool) bool {
	if len(w) == 0 || !glued && isLetter(w[0]) && (len(p.g.Moves) == 0 || p.numbered || len(w) > 2) {
		return false
	}
	if nextSigns(w, nil) < len(w) {
		return false
	}
	nextSigns(w, p.addNAG)
	return true
}

// nextSigns returns the length of the bare signs that a text begins with, and calls keep, if it
// is not nil, for each that has a number.
func nextSigns(w []byte, keep func(nag byte)) (n int) {
next:
	for n < len(w) {
		for _, s := range bareSigns {
			if bytes.HasPrefix(w[n:], []byte(s.text)) {
				if keep != nil && s.nag > 0 {
					keep(s.nag)
				}
				n += len(s.text)
				continue next
			}
		}
		break
	}
	return n
}

// longestWord is beyond all moves with their signs, in bytes.
const longestWord = 64

// written plays the move that a word begins with, and returns how much of it is the move: the
// rest are bare signs. The spellings of others than the standard are tried after it.
func (p *parser) written(w []byte) (m board.Move, used int, err error) {
	if m, err = p.move(w); err == nil || len(w) > longestWord {
		return m, len(w), err
	}
	for used = len(w); used >= 2; used-- {
		if used < len(w) && nextSigns(w[used:], nil) < len(w)-used {
			continue
		}
		if used < len(w) {
			if m, again := p.move(w[:used]); again == nil {
				return m, len(bytes.TrimRight(w[:used], "!?")), nil
			}
		}
		if plain := respell(w[:used]); plain != nil {
			if m, again := p.move(plain); again == nil {
				return m, used, nil
			}
		}
	}
	return m, 0, err
}

// spellings are signs that stand for letters of moves.
var spellings = []struct{ sign, letter []byte }{
	{[]byte("♔"), []byte("K")}, {[]byte("♕"), []byte("Q")}, {[]byte("♖"), []byte("R")}, {[]byte("♗"), []byte("B")}, {[]byte("♘"), []byte("N")}, {[]byte("♙"), nil},
	{[]byte("♚"), []byte("K")}, {[]byte("♛"), []byte("Q")}, {[]byte("♜"), []byte("R")}, {[]byte("♝"), []byte("B")}, {[]byte("♞"), []byte("N")}, {[]byte("♟"), nil},
	{[]byte("×"), []byte("x")}, {[]byte("–"), []byte("-")}, {[]byte("−"), []byte("-")}, {[]byte("\ufe0e"), nil},
}

// respell returns a move in the letters of the standard: figurines, a sign for captures and dashes
// are replaced, and the lower-case letter of a piece where no pawn can be meant. It is nil if there is
// nothing to replace.
func respell(w []byte) []byte {
	plain := w
	for _, s := range spellings {
		plain = bytes.ReplaceAll(plain, s.sign, s.letter)
	}
	if len(plain) > 2 && isPieceLetter(plain) {
		plain = append(bytes.ToUpper(plain[:1]), plain[1:]...)
	}
	if bytes.Equal(plain, w) {
		return nil
	}
	return plain
}

// isPieceLetter reports whether a move begins with the lower-case letter of a piece: n, k, q or r, and b
// where no pawn of that file can reach the square.
func isPieceLetter(w []byte) bool {
	switch w[0] {
	case 'n', 'k', 'q', 'r':
		return true
	case 'b':
		if w[1]-'0' <= 9 {
			return false
		}
		for i := len(w) - 2; i > 0; i-- {
			if w[i] >= 'a' && w[i] <= 'h' && w[i+1]-'0' <= 9 {
				return w[i] == 'b' || w[i] > 'c'
			}
		}
	}
	return false
}

// skip passes over a word that is neither a move nor a known sign, as other readers do; but not one
// that may be a damaged move, nor a word in the place of one.
func (p *parser) skip(w []byte, err error) error {
	letters := bytes.ContainsFunc(w, func(r rune) bool { return r < 0x80 && isLetter(byte(r)) })
	if mayBeMove(w) || isNullMove(w) || letters && (p.numbered || len(p.g.Moves) == 0) {
		p.unplayed = true
		return err
	}
	if p.doubt == nil && letters {
		p.doubt, p.doubtAt = err, p.at
	}
	p.count()
	return nil
}

// count counts a word that was passed over.
func (p *parser) count() {
	if p.g.Skipped++; p.g.Skipped == 1 {
		p.g.SkippedAt = p.at
	}
}

// number looks whether the number of a move fits the side to move, after a word that was passed
// over: if it does not, the word was a move.
func (p *parser) number(w []byte) error {
	if p.doubt == nil || p.depth > 0 {
		return nil
	}
	black := bytes.HasSuffix(w, []byte("...")) || bytes.HasSuffix(w, ellipsis)
	if black != (p.pos.SideToMove() == board.Black) {
		p.at, p.unplayed = p.doubtAt, true
		return p.doubt
	}
	return nil
}

// mayBeMove reports whether a word may be a move, or what is left of one: it has a file and a
// number after it, or nothing but letters and numbers of moves.
func mayBeMove(w []byte) bool {
	letters, others := false, false
	for i, c := range w {
		switch {
		case c >= 'a' && c <= 'h':
			if letters = true; i+1 < len(w) && w[i+1]-'0' <= 9 {
				return true
			}
		case bytes.IndexByte([]byte("KQRBNPknqrpxOo"), c) >= 0:
			letters = true
		case isLetter(c) || c >= 0x80 || c == ':' || c == '/':
			others = true
		}
	}
	return letters && !others
}
