package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// An Analysis is what a search has found of a position.
type Analysis struct {
	FEN    string         `json:"fen"`
	Search string         `json:"search"`         // name of the search
	Best   string         `json:"best,omitempty"` // the move that is played, in SAN; absent: there is none
	UCI    string         `json:"uci,omitempty"`  // the same as UCI writes it
	Depth  int            `json:"depth"`          // half-moves of the last finished iteration; of a tree the iterations as a power of two
	Nodes  uint64         `json:"nodes"`          // of a tree: iterations
	Spent  int64          `json:"spent_ms"`
	Lines  []AnalyzedLine `json:"lines"`           // the best ones, as many as were asked for
	Moves  []AnalyzedMove `json:"moves,omitempty"` // of a tree: all moves of the position, the most visited first

	root board.Position
}

// An AnalyzedLine is a line and what it is worth.
type AnalyzedLine struct {
	Score *int     `json:"score,omitempty"` // centipawns; absent if it is a mate, or not known
	Mate  *int     `json:"mate,omitempty"`  // moves to the mate, below 0 if White is mated; absent if it is none
	Line  []string `json:"line"`            // in SAN
}

// An AnalyzedMove is what a tree knows of a move.
type AnalyzedMove struct {
	Move   string  `json:"move"`   // in SAN
	UCI    string  `json:"uci"`    // the same as UCI writes it
	Visits int     `json:"visits"` // iterations that went this way
	Share  float64 `json:"share"`  // of all visits of moves, from 0 to 1
	Value  float64 `json:"value"`  // expected score of White; 0.5 without a visit
	Prior  float64 `json:"prior"`  // share of the policy, from 0 to 1; 0 of searches without one
	AnalyzedLine

	moves []board.Move
	score search.Score
}

// NewAnalysis returns an analysis of a position by the search in use, of which nothing is known yet.
func (e *Engine) NewAnalysis(p *board.Position) *Analysis {
	return &Analysis{FEN: p.FEN(), Search: e.opt.Search, Lines: []AnalyzedLine{}, root: *p}
}

// Report takes what the search tells of one of its lines while it runs.
func (a *Analysis) Report(i *search.Info) {
	rank := max(i.MultiPV, 1) - 1
	if len(i.PV) == 0 || i.Bound != search.Exact || rank > len(a.Lines) {
		return
	}
	if rank == len(a.Lines) {
		a.Lines = append(a.Lines, AnalyzedLine{})
	}
	a.Lines[rank] = a.line(i.Score, i.PV)
}

// Finish takes the result, and what a tree knows of the moves: the last search of e was that of the
// position.
func (a *Analysis) Finish(e *Engine, r *search.Result) {
	a.Depth, a.Nodes, a.Spent = r.Depth, r.Nodes, r.Time.Milliseconds()
	if r.Move == board.NoMove {
		return
	}
	a.Best, a.UCI = a.root.SAN(r.Move), a.root.UCI(r.Move)
	if len(r.PV) > 0 {
		a.Lines = append([]AnalyzedLine{a.line(r.Score, r.PV)}, a.Lines[min(1, len(a.Lines)):]...)
	}
	if t, ok := e.searcher.(*mcts.Searcher); ok {
		a.addMoves(t.Root())
	}
}

// addMoves takes the moves of a tree.
func (a *Analysis) addMoves(list []mcts.Move) {
	all := 0
	for _, m := range list {
		all += m.Visits
	}
	side := a.root.SideToMove()
	for _, m := range list {
		value := m.Value
		if side == board.Black {
			value = 1 - value
		}
		line := a.line(m.Score, m.Line)
		if m.Visits == 0 && line.Mate == nil {
			line.Score = nil
		}
		a.Moves = append(a.Moves, AnalyzedMove{
			Move: a.root.SAN(m.Move), UCI: a.root.UCI(m.Move), Visits: m.Visits, Share: float64(m.Visits) / float64(max(all, 1)),
			Value: value, Prior: m.Prior, AnalyzedLine: line, moves: m.Line, score: m.Score,
		})
	}
	slices.SortStableFunc(a.Moves, func(x, y AnalyzedMove) int { return cmp.Compare(y.Visits, x.Visits) })
}

// line returns a line with its score, which is the mover's.
func (a *Analysis) line(s search.Score, moves []board.Move) (l AnalyzedLine) {
	side := a.root.SideToMove()
	if n := s.White(side); n.IsMate() {
		l.Mate = new(int)
		*l.Mate = n.MateMoves()
	} else {
		l.Score = new(int)
		*l.Score = int(n)
	}
	l.Line = []string{}
	p := a.root
	for _, m := range moves {
		l.Line = append(l.Line, p.SAN(m))
		p.Make(m)
	}
	return l
}

// shownPlies is how much of a line a table shows, in half-moves.
const shownPlies = 8

// WriteMoves prints the moves of a tree as a table, nothing of other searches.
func (a *Analysis) WriteMoves(w io.Writer) error {
	if len(a.Moves) == 0 {
		return nil
	}
	t := &plaintext.Table{Header: []string{"move", "visits", "share", "value", "prior", "score", "line"}, Left: []bool{true, false, false, false, false, false, true}}
	for _, m := range a.Moves {
		value, prior, score := fmt.Sprintf("%.3f", m.Value), plaintext.Percent(m.Prior), m.score.WhiteText(a.root.SideToMove())
		if m.Score == nil && m.Mate == nil {
			value, score = "-", "-"
		}
		if m.Prior == 0 {
			prior = "-"
		}
		t.Add(m.Move, plaintext.Thousands(m.Visits), plaintext.Percent(m.Share), value, prior, score,
			Numbered(a.root, m.moves[:min(len(m.moves), shownPlies)]))
	}
	return t.Write(w)
}

// Numbered returns a line with the numbers of its moves: "12... Nf6 13. Bg5".
func Numbered(p board.Position, line []board.Move) string {
	var b strings.Builder
	for i, m := range line {
		switch {
		case p.SideToMove() == board.White:
			fmt.Fprintf(&b, "%d. ", p.FullmoveNumber())
		case i == 0:
			fmt.Fprintf(&b, "%d... ", p.FullmoveNumber())
		}
		b.WriteString(p.SAN(m) + " ")
		p.Make(m)
	}
	return strings.TrimSpace(b.String())
}

// Tree returns the top of the tree of the last search, see [mcts.Searcher.Top]; nil if the search has none.
func (e *Engine) Tree(part mcts.Part) *mcts.Branch {
	if t, ok := e.searcher.(*mcts.Searcher); ok {
		return t.Top(part)
	}
	return nil
}

// HasTree reports whether the search in use is one of package mcts.
func (e *Engine) HasTree() bool { return e.kind.tree != nil }
