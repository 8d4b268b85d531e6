package workbench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/weights"
)

// whatIfPage changes weights, and shows what follows.
var whatIfPage = page{
	Name: "whatif", Title: "What if", About: "What becomes of the evaluation and of the loss if a weight is another?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{
			"GET /api/whatif":  answer(s.whatIf),
			"POST /api/export": s.export,
		}
	},
}

// mostMeasured is how many pairs of weights and rows are kept, each tens of megabytes: two files are
// looked at by turns.
const mostMeasured = 2

// A measureKey is weights and the item whose rows they are measured on.
type measureKey struct{ weights, rows *Item }

// A bench is test rows, and the positions that they are of, where a data file is open that has them.
type bench struct {
	*testRows
	fens map[uint64]places
}

// A found position is one of a data file.
type found struct {
	FEN  string
	Line int
}

// places are where a position is first found in a data file: with White to move, and with Black. A row
// knows of its position and of its mirror image one key for both.
type places [2]found

// nearest returns the place whose position an evaluation judges as a row's score says: mirrored it is the
// other side's. Without an evaluation it is the first.
func (p places) nearest(e *evaluator, score float64) (at found) {
	least := math.Inf(1)
	for _, f := range p {
		if f.FEN == "" {
			continue
		}
		off := 0.0
		if position, err := board.ParseFEN(f.FEN); err == nil && e != nil {
			off = math.Abs(e.Evaluate(&position) - score)
		}
		if off < least {
			least, at = off, f
		}
	}
	return at
}

// measureOf returns the test rows of weights on an item.
func (s *Server) measureOf(ctx context.Context, of, on *Item) (*bench, error) {
	return s.measures.get(measureKey{of, on}, func() (*bench, error) {
		set, err := on.rowsOf(ctx, of.File.Set)
		if err != nil {
			return nil, err
		}
		t, err := newTestRows(ctx, of.File, set.Set)
		if err != nil {
			return nil, err
		}
		return &bench{testRows: t, fens: s.positions(t, on)}, nil
	})
}

// positions looks up the positions of rows in the data file that they are of; those of a matrix, in a
// data file that is open and one of its sources by name.
func (s *Server) positions(t *testRows, on *Item) map[uint64]places {
	var wanted map[uint64]places
	for _, item := range s.items {
		if item.Kind != Data || item != on && (on.Kind != Matrix || !on.madeOf(item)) {
			continue
		}
		if wanted == nil {
			wanted = make(map[uint64]places, len(t.hash))
			for _, h := range t.hash {
				wanted[h] = places{}
			}
		}
		lookUp(item.path, wanted)
	}
	return wanted
}

// madeOf reports whether a matrix has a data file among its sources, by name.
func (item *Item) madeOf(data *Item) bool {
	for _, s := range item.matrix.Provenance().Sources {
		if s.Name == filepath.Base(data.path) {
			return true
		}
	}
	return false
}

// lookUp finds the positions of hashes in a file. What cannot be read is left out: the page shows these
// rows without a board.
func lookUp(path string, wanted map[uint64]places) {
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		return
	}
	defer r.Close()
	for sample, err := range r.All() {
		if err != nil {
			if _, line := errors.AsType[*datasets.LineError](err); line {
				continue
			}
			return
		}
		key := sample.Position.CanonicalKey()
		side := sample.Position.SideToMove()
		if at, ok := wanted[key]; ok && at[side].FEN == "" {
			at[side] = found{sample.Position.FEN(), sample.Line}
			wanted[key] = at
		}
	}
}

// An effect is what a change of weights does.
type effect struct {
	Part    string   `json:"part"`
	Note    string   `json:"note"`
	Rows    int      `json:"rows"`
	Touched int      `json:"touched"` // rows that have a count of a changed weight
	K       float64  `json:"k"`       // 0: the loss is of centipawns
	Before  losses   `json:"before"`
	After   losses   `json:"after"`
	Worst   []badRow `json:"worst"`
}

// losses are means over rows.
type losses struct {
	MSE     float64  `json:"mse"`
	LogLoss *float64 `json:"logloss,omitempty"`
}

// A badRow is a row that is predicted badly.
type badRow struct {
	Row    int     `json:"row"` // of the set, from 0
	FEN    string  `json:"fen"` // empty: not known
	Line   int     `json:"line"`
	Label  float64 `json:"label"` // centipawns, or expected score
	Before float64 `json:"before"`
	After  float64 `json:"after"` // prediction
	CP     float64 `json:"cp"`    // evaluation after the change
	Loss   float64 `json:"loss"`
	Rise   float64 `json:"rise"` // of the loss
}

// A shownEffect is what the page asks for: the loss if rows are named, and the evaluation of a position.
type shownEffect struct {
	Loss       *effect     `json:"loss"`
	Evaluation *[2]float64 `json:"evaluation"` // before and after; null: no position, or the set is not known
	Values     []setWeight `json:"values"`     // of the changed weights
}

// A setWeight is a weight that was changed.
type setWeight struct {
	Name  string  `json:"name"`
	Old   float64 `json:"old"`
	Value float64 `json:"value"`
	Half  float64 `json:"half"`
}

const (
	mostChanges = 200 // weights of a change
	worstRows   = 12
	mostValue   = 1e5 // centipawns of a changed weight
)

// settings returns the changed weights of a request, from values such as tempo.mg=30.
func settings(f *weights.File, texts []string) ([]setWeight, change, error) {
	if len(texts) > mostChanges {
		return nil, nil, bad(fmt.Errorf("at most %d weights can be changed here", mostChanges))
	}
	old := make(map[string]weights.Weight)
	for _, w := range f.Weights() {
		old[w.Name] = w.Weight
	}
	list, by := []setWeight{}, change{}
	for _, text := range texts {
		at := strings.LastIndexByte(text, '=')
		if at < 0 {
			return nil, nil, bad(fmt.Errorf("%q: want NAME=VALUE", text))
		}
		w, known := old[text[:at]]
		v, err := strconv.ParseFloat(text[at+1:], 64)
		if !known || err != nil || !(v >= -mostValue && v <= mostValue) {
			return nil, nil, bad(fmt.Errorf("%q: no weight of the file, or no number up to %g", text, mostValue))
		}
		if _, twice := by[text[:at]]; twice {
			return nil, nil, bad(fmt.Errorf("%q is set twice", text[:at]))
		}
		by[text[:at]] = v - w.Value
		list = append(list, setWeight{text[:at], w.Value, v, w.Interval95()})
	}
	return list, by, nil
}

// whatIf answers with what a change does.
func (s *Server) whatIf(r *http.Request) (any, error) {
	item, err := s.item(r, "weights", Weights)
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	list, by, err := settings(item.File, query["set"])
	if err != nil {
		return nil, err
	}
	out := &shownEffect{Values: list}
	if query.Get("rows") != "" {
		if out.Loss, err = s.effect(r, item, by); err != nil {
			return nil, err
		}
	}
	if query.Get("fen") == "" {
		return out, nil
	}
	p, err := fenOf(r)
	if err != nil {
		return nil, err
	}
	out.Evaluation, err = evaluations(item, list, &p)
	return out, err
}

// evaluations returns a position's evaluation before and after a change.
func evaluations(item *Item, list []setWeight, p *board.Position) (*[2]float64, error) {
	e, err := item.take()
	if err != nil {
		return nil, bad(err)
	}
	defer item.put(e)
	before := e.Evaluate(p)
	if !slices.ContainsFunc(list, func(w setWeight) bool { return w.Value != w.Old }) {
		return &[2]float64{before, before}, nil
	}
	after, err := newEvaluator(changedFile(item.File, list))
	if err != nil {
		return nil, bad(err)
	}
	return &[2]float64{before, after.Evaluate(p)}, nil
}

// effect measures a change on the rows of a request.
func (s *Server) effect(r *http.Request, item *Item, by change) (*effect, error) {
	on, err := s.rowsItem(r)
	if err != nil {
		return nil, err
	}
	m, err := s.measureOf(context.WithoutCancel(r.Context()), item, on)
	if err != nil {
		return nil, bad(err)
	}
	select {
	case s.changes <- struct{}{}:
		defer func() { <-s.changes }()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	c := m.with(by)
	out := &effect{Part: m.Part, Note: m.Note, Rows: len(m.row), Touched: len(c.touched), K: m.K, Before: m.means(m.sums), After: m.means(c.sums)}
	of := c.lossOf
	if r.URL.Query().Get("worst") == "risen" {
		of = func(i int) float64 { return c.lossOf(i) - m.loss[i] }
	}
	out.Worst = m.badRows(item, c, c.worst(worstRows, of))
	return out, nil
}

// badRows describes rows of a change, with their positions where these are known.
func (b *bench) badRows(item *Item, c *changed, list []int) []badRow {
	e, err := item.take()
	if err == nil {
		defer item.put(e)
	}
	out := []badRow{}
	for _, i := range list {
		at := b.fens[b.hash[i]].nearest(e, b.score[i])
		score := b.score[i] + c.moved[i]
		out = append(out, badRow{
			Row: int(b.row[i]), FEN: at.FEN, Line: at.Line, Label: b.label[i], Before: b.predict(b.score[i]), After: b.predict(score),
			CP: score, Loss: c.lossOf(i), Rise: c.lossOf(i) - b.loss[i],
		})
	}
	return out
}

// means makes means of sums.
func (t *testRows) means(s measured) losses {
	l := losses{MSE: s.squared / t.total}
	if t.entropy != nil {
		mean := s.entropy / t.total
		l.LogLoss = &mean
	}
	return l
}
