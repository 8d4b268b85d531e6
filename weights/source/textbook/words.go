package textbook

import (
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A phase is that of which a name says its numbers are.
type phase uint8

const (
	both phase = iota
	middlegame
	endgame
)

// The words of phases: those that a longer word may begin or end with, and those that stand alone.
var phaseWords = []struct {
	phase       phase
	part, alone []string
}{
	{middlegame, []string{"middle", "mid", "opening"}, []string{"mg", "m", "o", "op", "open", "early"}},
	{endgame, []string{"end", "ending", "endgame"}, []string{"eg", "e", "late"}},
}

// others are words of tables that are not piece-square tables, and of values that are not what a piece
// is worth in the evaluation.
var others = []string{
	"attack", "mask", "magic", "bitboard", "shift", "mailbox", "mobil", "safety", "shield", "storm", "outpost", "passed",
	"isolated", "doubled", "dist", "mvv", "lva", "exchange", "hash", "zobrist", "phase", "offset", "delta", "threat",
	"castl", "futility", "order", "backward", "connected", "penalty",
}

// valueWords are those of names of what pieces are worth; tableWords those of tables of all pieces.
var (
	valueWords = []string{"value", "val", "material", "mat", "worth", "score", "weight"}
	tableWords = []string{"pst", "psqt", "psq", "square", "table", "position", "board"}
	bare       = []string{"values", "vals", "scores", "weights", "cp", "centipawns", "points", "piece", "pieces", "type", "w", "white", "base", "eval", "p"}
)

// A name is what the words of an array's name say.
type name struct {
	piece int // of weights.PieceNames, -1 of none
	phase phase
	words []string // the others
	black bool
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// wordsOf splits a name where its words begin.
func wordsOf(text string) []string {
	text = strings.ToLower(camel.ReplaceAllString(text, "${1}_$2"))
	return strings.FieldsFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
}

// read returns what an array's name says: that of the array itself, or, of an element with a key, of the
// key and the array around it. ok is false of what is something else by a word.
func read(a *scan.Array) (n name, ok bool) {
	text := a.Name
	switch {
	case len(a.Scope) > 0 && len(a.Name) == 1: // piece = {'P': 100}
		text = a.Scope[len(a.Scope)-1]
	case len(a.Scope) > 0 && a.Keys > 0:
		text = a.Scope[len(a.Scope)-1] + "_" + text
	}
	n.piece = -1
	words := strings.Join(wordsOf(text), "_")
	for i, piece := range weights.PieceNames {
		if strings.Contains(words, piece) {
			n.piece, words = i, strings.ReplaceAll(words, piece, "_")
		}
	}
	for w := range strings.SplitSeq(words, "_") {
		switch {
		case w == "":
		case w == "black" || w == "b" && n.piece >= 0:
			n.black = true
		default:
			n.take(w)
		}
	}
	if n.piece < 0 {
		n.letter(strings.ToLower(a.Name))
	}
	return n, !slices.ContainsFunc(others, func(o string) bool { return strings.Contains(words, o) }) && !slices.Contains(n.words, "see")
}

// take notes a word: of a phase, or another.
func (n *name) take(w string) {
	for _, list := range phaseWords {
		fits := func(part string) bool { return strings.HasPrefix(w, part) || strings.HasSuffix(w, part) }
		if slices.Contains(list.alone, w) || slices.ContainsFunc(list.part, fits) {
			n.phase = list.phase
			return
		}
	}
	n.words = append(n.words, w)
}

// letter finds the piece by the one letter that its name is, P, or wP.
func (n *name) letter(text string) {
	if text = strings.TrimPrefix(strings.TrimPrefix(text, "white"), "_"); len(text) == 2 && text[0] == 'w' {
		text = text[1:]
	}
	if len(text) == 1 {
		n.piece = strings.Index("pnbrqk", text)
	}
}

// has reports whether a word holds one of a list.
func (n name) has(list []string) bool {
	return slices.ContainsFunc(n.words, func(w string) bool {
		return slices.ContainsFunc(list, func(part string) bool { return strings.Contains(w, part) })
	})
}

// isValue reports whether nothing but a piece's value has the name.
func (n name) isValue() bool {
	for _, w := range n.words {
		if !slices.Contains(valueWords, w) && !slices.Contains(bare, w) && !(name{words: []string{w}}).has(valueWords) {
			return false
		}
	}
	return true
}
