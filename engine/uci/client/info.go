package client

import (
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// The most that is kept: ranks (MultiPV), for no position has more moves, and moves of a line.
const (
	maxRanks = board.MaxMoves
	maxPV    = 2 * search.MaxPly
)

// found is what a search has reported so far.
type found struct {
	ranks []infoLine // by MultiPV, the first at 0
	nodes uint64
}

// infoLine is a line of information. Its moves stay text until needed.
type infoLine struct {
	info    search.Info
	pv      string
	current string // the root's move that is searched
	scored  bool
}

// take reads a line; one that is not of information is passed over. p has a move, so mate 0, which some engines
// say of a mate that they find at once, does not tell who mates: from then on the rank has no score.
func (f *found) take(text string, p *board.Position, report func(*search.Info)) {
	t, ok := parseInfo(text)
	if !ok {
		return
	}
	f.nodes = max(f.nodes, t.info.Nodes)
	if t.scored {
		t.info.MultiPV = max(t.info.MultiPV, 1)
		t.scored = t.info.Score != search.MatedIn(0)
		f.keep(t)
	}
	if report != nil {
		t.info.PV = parsePV(p, t.pv)
		t.info.CurrentMove, _ = p.ParseUCI(t.current)
		report(&t.info)
	}
}

// keep puts a line into the place of its rank. A bound does not displace an exact score.
func (f *found) keep(t infoLine) {
	rank := t.info.MultiPV
	if rank > maxRanks {
		return
	}
	for len(f.ranks) < rank {
		f.ranks = append(f.ranks, infoLine{})
	}
	if was := &f.ranks[rank-1]; !was.scored || was.info.Bound != search.Exact || t.info.Bound == search.Exact {
		*was = t
	}
}

// result is what was found, without a move.
func (f *found) result(p *board.Position) (r Result) {
	r.Nodes = f.nodes
	for _, t := range f.ranks {
		if t.scored { // not a rank that was omitted
			t.info.PV = parsePV(p, t.pv)
			r.Lines = append(r.Lines, t.info)
		}
	}
	if len(r.Lines) > 0 && r.Lines[0].MultiPV == 1 {
		first := &r.Lines[0]
		r.Score, r.Bound, r.Depth, r.PV = first.Score, first.Bound, first.Depth, first.PV
	}
	return r
}

// parsePV reads moves as far as they are legal.
func parsePV(p *board.Position, pv string) (moves []board.Move) {
	at := *p
	for text := range strings.FieldsSeq(pv) {
		m, err := at.ParseUCI(text)
		if err != nil || len(moves) == maxPV {
			break
		}
		moves = append(moves, m)
		at.Make(m)
	}
	return moves
}

// parseInfo reads a line "info …" and omits what it does not know or cannot read. Not ok is a
// line of another kind, and one that says nothing that has a place.
func parseInfo(text string) (t infoLine, ok bool) {
	w := words(text)
	if w.next() != "info" {
		return infoLine{}, false
	}
	for word := w.next(); word != "" && word != "string"; word = w.next() {
		switch word {
		case "pv":
			t.pv = w.moves()
			ok = true
		case "currmove":
			t.current = w.next()
			ok = true
		case "score":
			t.scored = w.score(&t.info) || t.scored
			ok = true
		case "lowerbound":
			t.info.Bound = search.Lower
		case "upperbound":
			t.info.Bound = search.Upper
		default:
			ok = w.field(word, &t.info) || ok
		}
	}
	return t, ok
}

// words is a text that is read word by word.
type words string

// next takes the next word, "" at the end.
func (w *words) next() string {
	rest := strings.TrimLeft(string(*w), " \t")
	end := strings.IndexAny(rest, " \t")
	if end < 0 {
		end = len(rest)
	}
	*w = words(rest[end:])
	return rest[:end]
}

// moves takes all words that look like moves.
func (w *words) moves() string {
	all := string(*w)
	for {
		rest := *w
		if !looksLikeMove(w.next()) {
			*w = rest
			return all[:len(all)-len(rest)]
		}
	}
}

// looksLikeMove distinguishes a move from a keyword.
func looksLikeMove(word string) bool {
	file := func(b byte) bool { return 'a' <= b && b <= 'h' }
	rank := func(b byte) bool { return '1' <= b && b <= '8' }
	return (len(word) == 4 || len(word) == 5) && file(word[0]) && rank(word[1]) && file(word[2]) && rank(word[3])
}

// number takes a whole number from low to high; nothing if the next word is none.
func (w *words) number(low, high int64) (n int64, ok bool) {
	rest := *w
	n, err := strconv.ParseInt(w.next(), 10, 64)
	if err != nil || n < low || n > high {
		*w = rest
		return 0, false
	}
	return n, true
}

// score takes "cp N" or "mate N".
func (w *words) score(info *search.Info) bool {
	const most = 1e9
	kind := w.next()
	n, ok := w.number(-most, most)
	if !ok {
		return false
	}
	const limit = int64(search.Mate) - search.MaxPly - 1 // a large score is not a mate
	switch kind {
	case "cp":
		info.Score = search.Score(max(-limit, min(n, limit)))
	case "mate":
		info.Score = mate(n)
	default:
		return false
	}
	return true
}

// mate is the score of a mate in n moves as UCI counts them. One that is deeper than scores reach
// counts as the deepest.
func mate(n int64) search.Score {
	if n > 0 {
		return search.MateIn(int(min(2*n-1, search.MaxPly-1)))
	}
	return search.MatedIn(int(min(-2*n, search.MaxPly)))
}

// field takes the number that belongs to a word, if it is one of those that have a place in info.
// Negative ones, and those past all sense, say nothing. Nodes per second are not kept: they are
// nodes by time.
func (w *words) field(word string, info *search.Info) bool {
	const most = 1 << 40 // milliseconds: 35 years
	var small *int
	switch word {
	case "nodes":
		n, ok := w.number(0, 1<<62)
		info.Nodes = uint64(n)
		return ok
	case "time":
		n, ok := w.number(0, most)
		info.Time = time.Duration(n) * time.Millisecond
		return ok
	case "depth":
		small = &info.Depth
	case "seldepth":
		small = &info.SelDepth
	case "multipv":
		small = &info.MultiPV
	case "hashfull":
		small = &info.HashFull
	case "currmovenumber":
		small = &info.CurrentNumber
	default:
		return false
	}
	n, ok := w.number(0, 1<<30)
	*small = int(n)
	return ok
}

// Result is the engine's answer. Move is legal. Time is measured here, from the reading of readyok,
// after which the engine finds "go", until that of bestmove, whatever the engine says of it; after
// PonderHit, from there. So it costs an engine nothing to be woken and to set up the position; where
// both were read at once, the time is that since it was asked. Score, Bound, Depth and PV are those
// of the last line of the first rank with an exact score, of the last with a bound if there was none,
// and zero without any; the move need not be the line's first. Nodes is the largest number that the
// engine has reported.
type Result struct {
	search.Result
	Bound   search.Bound
	Lines   []search.Info // one a rank (MultiPV), chosen likewise
	Stopped bool          // the engine did not keep to its time: "stop" was sent
}
