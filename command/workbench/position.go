package workbench

import (
	"fmt"
	"net/http"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// positionPage is a board with everything that an evaluation says of it.
var positionPage = page{
	Name: "position", Title: "Position", About: "What does the evaluation say of a position, term by term and square by square?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{
			"GET /api/position": answer(s.position),
			"GET /api/explain":  answer(s.explain),
			"GET /api/squares":  answer(s.squares),
			"GET /api/lines":    s.lines,
		}
	},
}

// A move is a legal move, and where it leads.
type move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

// fenOf returns the position that a request asks about.
func fenOf(r *http.Request) (board.Position, error) {
	fen := r.URL.Query().Get("fen")
	if fen == "" {
		return board.Start(), nil
	}
	p, err := board.ParsePosition(fen)
	if err != nil {
		return p, bad(err)
	}
	return p, nil
}

// position answers with a position's moves, for a board that plays them.
func (s *Server) position(r *http.Request) (any, error) {
	p, err := fenOf(r)
	if err != nil {
		return nil, err
	}
	moves := []move{}
	for _, m := range p.LegalMoves(nil) {
		next := p
		next.Make(m)
		moves = append(moves, move{p.UCI(m), p.SAN(m), next.FEN()})
	}
	return map[string]any{
		"fen": p.FEN(), "turn": p.SideToMove().String(), "status": p.Status().String(), "check": p.InCheck(), "moves": moves,
	}, nil
}

// An explained is an evaluation of a position for a page.
type explained struct {
	Label       string       `json:"label"`
	Set         string       `json:"set"`
	Phase       float64      `json:"phase"`
	Scale       float64      `json:"scale"`
	Sum         float64      `json:"sum"`
	K           *float64     `json:"k,omitempty"`        // of results; absent: not known
	Expected    *float64     `json:"expected,omitempty"` // White's score at K
	Terms       []line       `json:"terms"`
	Block       *eval.Block  `json:"block,omitempty"`
	Lacks       []string     `json:"lacks"` // groups of terms that the file has not
	Left        []string     `json:"left"`  // see lift
	BlockPieces []blockTerms `json:"block_pieces,omitempty"`
}

// A line is a term of an evaluation.
type line struct {
	eval.Line
	Family  string             `json:"family"`
	Formula string             `json:"formula"`
	Plain   bool               `json:"plain"` // one weight for all phases
	MG      float64            `json:"mg"`    // centipawns of the product that the middlegame weight adds; of a plain term all
	EG      float64            `json:"eg"`
	Base    float64            `json:"base"`  // centipawns of the product that are the piece's value, which its table holds
	White   *float64           `json:"white"` // what the count owes to White; null where that is not known, see lift
	Black   *float64           `json:"black"`
	WhiteCP *float64           `json:"white_cp"` // what White's part of the count adds, without Base, White's view
	BlackCP *float64           `json:"black_cp"`
	Pieces  map[string]float64 `json:"pieces"` // count by square of the piece, see lift
	Kings   []string           `json:"kings"`  // squares
}

// blockTerms are the pieces behind a term of the block.
type blockTerms struct {
	Term   string             `json:"term"`
	Pieces map[string]float64 `json:"pieces"`
	Kings  []string           `json:"kings"`
}

// explain answers with an evaluation term by term.
func (s *Server) explain(r *http.Request) (any, error) {
	item, err := s.item(r, "weights", Weights)
	if err != nil {
		return nil, err
	}
	p, err := fenOf(r)
	if err != nil {
		return nil, err
	}
	e, err := item.take()
	if err != nil {
		return nil, bad(err)
	}
	defer item.put(e)
	return explainWith(e, item, &p), nil
}

func explainWith(e *evaluator, item *Item, p *board.Position) *explained {
	x := e.Explain(p)
	l := newLift(e.set, e.trace, p)
	out := &explained{
		Label: item.Label, Set: item.File.Set, Phase: x.Phase, Scale: x.Scale, Sum: x.Sum, Block: x.Block,
		Terms: []line{}, Lacks: lacks(item.File), Left: append([]string{}, l.Left...),
	}
	if k := item.File.Provenance.ResultK(); k != nil {
		expected := winprob.Expected(k.Value, x.Sum)
		out.K, out.Expected = &k.Value, &expected
	}
	families, values := familiesOf(e.set), pieceValues(item.File)
	for _, t := range x.Lines {
		line := l.line(p, t, families, x.Phase, x.Scale)
		if v, holds := values[t.Term]; holds {
			each := line.add(v, x.Phase, x.Scale)
			line.Base = t.Count * each
			if line.White != nil {
				*line.WhiteCP -= *line.White * each
				*line.BlackCP -= *line.Black * each
			}
		}
		out.Terms = append(out.Terms, line)
	}
	if x.Block != nil {
		for _, t := range x.Block.Lines {
			term, _ := e.set.Term(t.Term)
			out.BlockPieces = append(out.BlockPieces, blockTerms{t.Term, l.Pieces[term], l.Kings[term]})
		}
	}
	return out
}

// line makes a line of a term.
func (l *lift) line(p *board.Position, t eval.Line, families []string, phase, scale float64) line {
	term, _ := l.set.Term(t.Term)
	def := l.set.Terms()[term]
	out := line{Line: t, Family: families[term], Formula: def.Formula, Plain: def.Taper != features.Tapered, Pieces: l.Pieces[term], Kings: l.Kings[term]}
	out.MG, out.EG = t.Count*t.Weight.MG*phase, t.Count*t.Weight.EG*(1-phase)*scale
	if out.Plain {
		out.MG, out.EG = t.Product, 0
	}
	if white, black, whole := l.sides(p, term, t.Count); whole {
		each := out.add(t.Weight, phase, scale)
		whiteCP, blackCP := white*each, black*each
		out.White, out.Black, out.WhiteCP, out.BlackCP = &white, &black, &whiteCP, &blackCP
	}
	return out
}

// add returns what one count of the term adds with a weight, centipawns.
func (l *line) add(w tapered.Pair, phase, scale float64) float64 {
	if l.Plain {
		return w.MG
	}
	return w.MG*phase + w.EG*(1-phase)*scale
}

// pieceValues returns what pieces are worth by term, of tables that hold the value of their piece: their mean.
func pieceValues(f *weights.File) map[string]tapered.Pair {
	values := make(map[string]tapered.Pair)
	for _, g := range f.Groups() {
		if !f.HoldsMaterial(g) {
			continue
		}
		var mean tapered.Pair
		if g.Tapered {
			mean.MG, mean.EG = g.Mean(func(t weights.Term) weights.Weight { return t.MG }), g.Mean(func(t weights.Term) weights.Weight { return t.EG })
		} else {
			mean.MG = g.Mean(func(t weights.Term) weights.Weight { return t.Value })
		}
		for _, t := range g.Terms {
			values[t.Name] = mean
		}
	}
	return values
}

// familiesOf returns the name of each term's family.
func familiesOf(set *features.Set) (names []string) {
	for _, f := range set.Families() {
		for range f.Terms {
			names = append(names, f.Name)
		}
	}
	return names
}

// lacks names the groups of terms that a file does not have: they are worth nothing.
func lacks(f *weights.File) []string {
	names := []string{}
	list, err := eval.Missing(f)
	if err != nil {
		return names
	}
	for _, l := range list {
		switch {
		case l.All && l.Group != "":
			names = append(names, l.Group)
		default:
			names = append(names, l.Terms...)
		}
	}
	return names
}

// squares answers with the empty squares that a term looks at.
func (s *Server) squares(r *http.Request) (any, error) {
	item, err := s.item(r, "weights", Weights)
	if err != nil {
		return nil, err
	}
	p, err := fenOf(r)
	if err != nil {
		return nil, err
	}
	e, err := item.take()
	if err != nil {
		return nil, bad(err)
	}
	defer item.put(e)
	name := r.URL.Query().Get("term")
	term, ok := e.set.Term(name)
	if !ok {
		return nil, requestError{http.StatusNotFound, fmt.Errorf("set %s has no term %q", e.set.Name(), name)}
	}
	return newLift(e.set, e.trace, &p).roomOf(&p, term), nil
}
