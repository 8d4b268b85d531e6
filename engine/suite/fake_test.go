package suite

import (
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A script is a searcher that finds what it is told to: by position, the first
// four fields of its FEN, the moves that it reports in turn, each for ten nodes
// and a millisecond. Elsewhere it plays the first legal move.
type script map[string]string

func (s script) NewGame() {}

func (s script) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	p := g.Position()
	found := s.moves(p)
	var r search.Result
	for _, m := range found {
		r.Nodes += 10
		r.Time += time.Millisecond
		r.Move, r.PV = m, []board.Move{m}
		report(&search.Info{Nodes: r.Nodes, Time: r.Time, PV: r.PV})
		report(&search.Info{Nodes: r.Nodes, CurrentMove: m}) // which says nothing of what is best
	}
	return r
}

func (s script) moves(p *board.Position) (list []board.Move) {
	fields := strings.Fields(p.FEN())
	for san := range strings.FieldsSeq(s[strings.Join(fields[:4], " ")]) {
		m, err := p.ParseSAN(san)
		if err != nil {
			panic(err)
		}
		list = append(list, m)
	}
	if list == nil {
		list = p.LegalMoves(nil)[:1]
	}
	return list
}
