package uci

import (
	"slices"
	"strconv"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// longestTime is what a clock is cut to: three years, which a search can multiply
// without overflow.
const longestTime = 100_000_000 * time.Second

// goWords are the words of "go" that a whole number follows, with the least of it.
var goWords = map[string]int64{
	"depth": 1, "nodes": 1, "mate": 1, "movestogo": 1,
	"movetime": noLeast, "wtime": noLeast, "btime": noLeast, "winc": 0, "binc": 0,
}

// noLeast marks times: a clock that has run out, even below zero, is one of a
// millisecond.
const noLeast = -1 << 63

// isGoWord reports whether a word of "go" has a meaning.
func isGoWord(word string) bool {
	_, number := goWords[word]
	return number || word == "infinite" || word == "ponder" || word == "searchmoves"
}

// goParser reads the words of "go". What it cannot use it reports and omits.
type goParser struct {
	words []string
	pos   *board.Position
	limit search.Limits
	clock [2]bool // stated, by color
	say   func(format string, args ...any)
}

// parseGo reads the words after "go".
func (s *server) parseGo(words []string) search.Limits {
	g := goParser{words: words, pos: s.game.Position(), say: s.out.info}
	for len(g.words) > 0 {
		word := g.words[0]
		g.words = g.words[1:]
		switch least, number := goWords[word]; {
		case number:
			g.number(word, least)
		case word == "infinite":
			g.limit.Infinite = true
		case word == "ponder":
			g.limit.Ponder = true
		case word == "searchmoves":
			g.searchMoves()
		default:
			g.say("go: unknown word %.80q is ignored", word)
		}
	}
	g.completeClocks()
	return g.limit
}

// number takes the number after a word. A word of "go" in its place is left.
func (g *goParser) number(word string, least int64) {
	if len(g.words) == 0 || isGoWord(g.words[0]) {
		g.say("go %s: no number: ignored", word)
		return
	}
	text := g.words[0]
	g.words = g.words[1:]
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		g.say("go %s: %.40q is ignored: pass a whole number%s", word, text, atLeast(least))
		return
	}
	g.set(word, n)
}

func atLeast(least int64) string {
	if least == noLeast {
		return " of milliseconds"
	}
	return " of at least " + strconv.FormatInt(least, 10)
}

func (g *goParser) set(word string, n int64) {
	l := &g.limit
	small := int(min(n, 1<<30))
	span := time.Duration(max(0, min(n, longestTime.Milliseconds()))) * time.Millisecond
	switch word {
	case "depth":
		l.Depth = small
	case "nodes":
		l.Nodes = uint64(n)
	case "mate":
		l.Mate = small
	case "movestogo":
		l.MovesToGo = small
	case "movetime":
		l.MoveTime = max(span, time.Millisecond)
	case "wtime":
		l.Time[board.White], g.clock[board.White] = max(span, time.Millisecond), true
	case "btime":
		l.Time[board.Black], g.clock[board.Black] = max(span, time.Millisecond), true
	case "winc":
		l.Increment[board.White] = span
	case "binc":
		l.Increment[board.Black] = span
	}
}

// completeClocks gives a mover whose clock is not stated the other side's.
func (g *goParser) completeClocks() {
	side := g.pos.SideToMove()
	if g.clock[side] || !g.clock[side.Other()] {
		return
	}
	g.say("go: no clock for the side to move: the other side's is taken")
	g.limit.Time[side] = g.limit.Time[side.Other()]
}

// searchMoves takes moves up to a word of "go". If none is legal, all are searched.
func (g *goParser) searchMoves() {
	for len(g.words) > 0 && !isGoWord(g.words[0]) {
		text := g.words[0]
		g.words = g.words[1:]
		m, err := g.pos.ParseUCI(text)
		if err != nil {
			g.say("go searchmoves: %v: ignored", err)
		} else if !slices.Contains(g.limit.Moves, m) {
			g.limit.Moves = append(g.limit.Moves, m)
		}
	}
	if len(g.limit.Moves) == 0 {
		g.say("go searchmoves: no legal move is named: all are searched")
	}
}
