package measures

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// An Explained is an evaluation of a position, term by term.
type Explained struct {
	Label    string     `json:"label"`
	Set      string     `json:"set"`
	Phase    float64    `json:"phase"`
	Scale    float64    `json:"scale"`
	Sum      float64    `json:"sum"`
	K        *float64   `json:"k,omitempty"`        // of results; absent: unknown
	Expected *float64   `json:"expected,omitempty"` // White's score at K
	Bar      float64    `json:"bar"`                // White's share of the bar beside the board: the expected score, with the usual K where it is unknown
	Terms    []Line     `json:"terms"`
	Equal    []Line     `json:"equal"`             // terms that both sides count alike: the count is 0
	Formula  string     `json:"formula,omitempty"` // that makes an evaluation of the sums; absent: they are added
	Sums     []eval.Sum `json:"sums,omitempty"`    // of the formula
	Rest     float64    `json:"rest,omitempty"`    // centipawns of no term, see eval.Explanation
	Lacks    []string   `json:"lacks"`             // groups of terms that are not in the file
	Left     []string   `json:"left"`              // see lift
}

// A Line is a term of an evaluation.
type Line struct {
	eval.Line
	Family  string             `json:"family"`
	Formula string             `json:"formula"`
	Plain   bool               `json:"plain"` // one weight for all phases
	MG      float64            `json:"mg"`    // centipawns of the product that the middlegame weight adds; of a plain term all
	EG      float64            `json:"eg"`
	Each    float64            `json:"each"`    // centipawns of one count
	Value   float64            `json:"value"`   // of these, the value of the piece, where its table includes it
	Base    float64            `json:"base"`    // centipawns of the product that are the value of the piece, where its table includes it
	BaseMG  float64            `json:"base_mg"` // the part of Base that the middlegame weights add
	White   *float64           `json:"white"`   // White's part of the count; null: unknown, see lift
	Black   *float64           `json:"black"`
	WhiteCP *float64           `json:"white_cp"` // what White's part of the count adds, without Base, White's view
	BlackCP *float64           `json:"black_cp"`
	Pieces  map[string]float64 `json:"pieces"` // count by square of the piece, see lift
	Kings   []string           `json:"kings"`  // squares
	Parts   map[string]float64 `json:"parts"`  // count by square of the king, where it is known, see lift
}

// ErrNoValue is the error of a position that a formula makes no number of.
var ErrNoValue = errors.New("the formula has no value for this position: it divides by 0, or a number grows too large")

// Explain evaluates a position with weights, term by term.
func Explain(of *items.Item, p *board.Position) (*Explained, error) {
	e, err := of.Take()
	if err != nil {
		return nil, err
	}
	defer of.Put(e)
	x := e.Explain(p)
	if x.Sum-x.Sum != 0 {
		return nil, fmt.Errorf("%s: %w", of.Label, ErrNoValue)
	}
	l := newLift(e.Set, e.Tally, p)
	out := &Explained{
		Label: of.Label, Set: of.File.Set, Phase: x.Phase, Scale: x.Scale, Sum: x.Sum, Formula: e.Set.Formula(), Sums: x.Sums, Rest: x.Rest,
		Bar: winprob.Expected(defaultKData, x.Sum), Terms: []Line{}, Equal: []Line{}, Lacks: lacks(of.File), Left: append([]string{}, l.Left...),
	}
	if k := of.File.Provenance.ResultK(); k != nil {
		expected := winprob.Expected(k.Value, x.Sum)
		out.K, out.Expected, out.Bar = &k.Value, &expected, expected
	}
	families, values, price := familiesOf(e.Set), pieceValues(of.File), priceOf(&x)
	line := func(t eval.Line) Line {
		line := l.line(p, t, families, price)
		if v, holds := values[t.Term]; holds {
			line.Value = line.add(v, price)
			line.Base = t.Count * line.Value
			if line.BaseMG = line.Base; !line.Plain {
				line.BaseMG = t.Count * v.MG * price.mg
			}
			if line.White != nil {
				*line.WhiteCP -= *line.White * line.Value
				*line.BlackCP -= *line.Black * line.Value
			}
		}
		return line
	}
	for i, t := range x.Lines {
		switch {
		case t.In == "":
			out.Terms = append(out.Terms, line(t))
		case !slices.ContainsFunc(x.Lines[:i], func(s eval.Line) bool { return s.Term == t.Term }):
			out.Terms = append(out.Terms, l.ofSums(x.Lines[i:], families))
		}
	}
	for _, t := range equal(e, l, x.Lines) {
		if line := line(t); line.White == nil || *line.White != 0 || *line.Black != 0 {
			out.Equal = append(out.Equal, line)
		}
	}
	return out, nil
}

// A price is what a unit of the sum linear adds, by middlegame and endgame weights and by plain ones.
type price struct{ mg, eg, plain float64 }

// priceOf returns the factors of the phase, or with a formula what the explanation says.
func priceOf(x *eval.Explanation) price {
	for _, s := range x.Sums {
		if s.Name == formula.Linear {
			return price{s.Price.MG, s.Price.EG, s.Price.MG + s.Price.EG}
		}
	}
	return price{x.Phase, (1 - x.Phase) * x.Scale, 1}
}

// equal returns the terms that are not among those that count, and would be without a piece or with a king elsewhere.
func equal(e *items.Evaluator, l *lift, counted []eval.Line) (list []eval.Line) {
	for i, def := range e.Set.Terms() {
		term := features.Term(i)
		if len(e.Set.SumsOf(term)) > 0 {
			continue
		}
		among := slices.ContainsFunc(counted, func(c eval.Line) bool { return c.Term == def.Name })
		if !among && len(l.Pieces[term])+len(l.Kings[term]) > 0 {
			list = append(list, eval.Line{Term: def.Name, Unit: def.Unit, Weight: e.Weight(term)})
		}
	}
	return list
}

// line makes a line of a term.
func (l *lift) line(p *board.Position, t eval.Line, families []string, at price) Line {
	term, _ := l.set.Term(t.Term)
	def := l.set.Terms()[term]
	out := Line{Line: t, Family: families[term], Formula: def.Formula, Plain: def.Taper != features.Tapered, Pieces: l.Pieces[term], Kings: l.Kings[term], Parts: l.Parts[term]}
	out.Each = out.add(t.Weight, at)
	out.MG = t.Count * t.Weight.MG * at.mg
	out.EG = t.Product - out.MG
	if out.Plain {
		out.MG, out.EG = t.Product, 0
	}
	if white, black, whole := l.sides(p, term, t.Count); whole {
		whiteCP := white * out.Each
		blackCP := t.Product - whiteCP
		out.White, out.Black, out.WhiteCP, out.BlackCP = &white, &black, &whiteCP, &blackCP
	}
	return out
}

// ofSums makes a line of the first of some lines, of a term that counts in sums of a formula: White's own
// counts, and Black's as negative ones, if the sides are counted apart.
func (l *lift) ofSums(lines []eval.Line, families []string) Line {
	term, _ := l.set.Term(lines[0].Term)
	def, sums := l.set.Terms()[term], l.set.SumsOf(term)
	out := Line{Line: lines[0], Family: families[term], Formula: def.Formula, Plain: def.Taper != features.Tapered, Pieces: l.Pieces[term], Kings: l.Kings[term]}
	if len(sums) == 1 {
		return out
	}
	out.In, out.Count, out.Product = strings.Join(sums, ", "), 0, 0
	var counts, parts [2]float64
	for _, t := range lines {
		if t.Term == lines[0].Term {
			color, sign := slices.Index(sums, t.In), 1.0
			if color == 1 {
				sign = -1
			}
			counts[color], parts[color] = sign*t.Count, t.Product
			out.Count += counts[color]
			out.Product += t.Product
		}
	}
	out.White, out.Black, out.WhiteCP, out.BlackCP = &counts[0], &counts[1], &parts[0], &parts[1]
	return out
}

// add returns what one count of the term adds with a weight, centipawns.
func (l *Line) add(w tapered.Pair, at price) float64 {
	if l.Plain {
		return w.MG * at.plain
	}
	return w.MG*at.mg + w.EG*at.eg
}

// pieceValues returns the values of pieces by term, of tables that include the value of their piece: their mean.
func pieceValues(f *weights.File) map[string]tapered.Pair {
	values := make(map[string]tapered.Pair)
	for _, g := range f.Groups() {
		if !f.HoldsMaterial(g) {
			continue
		}
		sides := g.Sides()
		mean := tapered.Pair{MG: g.Mean(sides[0].Of)}
		if g.Tapered {
			mean.EG = g.Mean(sides[1].Of)
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

// lacks names the groups of terms that are not in a file: their weights are 0.
func lacks(f *weights.File) []string {
	names := []string{}
	list, err := eval.Missing(f)
	if err != nil {
		return names
	}
	for _, l := range list {
		if l.All && l.Group != "" {
			names = append(names, l.Group)
		} else {
			names = append(names, l.Terms...)
		}
	}
	return names
}

// Squares returns the empty squares that a term depends on; known is false if the weights have no such term.
func Squares(of *items.Item, p *board.Position, name string) (squares *Room, known bool, err error) {
	e, err := of.Take()
	if err != nil {
		return nil, false, err
	}
	defer of.Put(e)
	term, known := e.Set.Term(name)
	if !known {
		return nil, false, nil
	}
	return newLift(e.Set, e.Tally, p).room(p, term), true, nil
}
