package thesis

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/engines/minimax"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// Horizon asks for figure 6 in place of a table: what alpha-beta plays with and without quiescence.
const Horizon = 17

// The positions of the horizon, White to move: in the first a queen can take a protected pawn, in the second, an open game,
// nobody can win anything soon. The depths are small: without quiescence the last takes seconds.
var horizonFENs = []string{
	"6k1/5ppp/4p3/3p4/8/8/3Q1PPP/6K1 w - - 0 1",
	"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
}

const horizonDepths = 5

// A Sight is what alpha-beta says of a position at a depth, by material alone.
type Sight struct {
	FEN     string    `json:"fen"`
	Depth   int       `json:"depth"`
	Without SightMove `json:"without"` // quiescence: the material on the board at the horizon is the score
	With    SightMove `json:"with"`
}

// A SightMove is a move and its score in centipawns.
type SightMove struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
}

// sights looks at the positions of the horizon at each depth.
func sights() (list []Sight, err error) {
	material := func() search.Evaluator { return minimax.Material{} }
	for _, fen := range horizonFENs {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		look := func(s search.Searcher, depth int) SightMove {
			r := s.Search(search.NewGame(p), search.NewControl(search.Limits{Depth: depth}, p.SideToMove(), 0), nil)
			return SightMove{p.SAN(r.Move), int(r.Score)}
		}
		for depth := 1; depth <= horizonDepths; depth++ {
			without := minimax.New(minimax.Material{}, minimax.Options{AlphaBeta: true})
			with := alphabeta.New(material, alphabeta.Options{Off: alphabeta.Base})
			list = append(list, Sight{fen, depth, look(without, depth), look(with, depth)})
		}
	}
	return list, nil
}

// horizonTable is the thesis's figure 6.
func (r *Result) horizonTable() (*report.Table, error) {
	var rows [][]string
	for _, s := range r.Horizon {
		rows = append(rows, []string{
			s.FEN, fmt.Sprint(s.Depth), s.Without.Move, fmt.Sprint(s.Without.Score), s.With.Move, fmt.Sprint(s.With.Score),
		})
	}
	return report.NewTable("Figure 6. The horizon: what alpha-beta plays by material, without and with quiescence, scores in centipawns",
		[]string{"position", "depth", "without plays", "score", "with plays", "score with"}, rows)
}
