package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/weights"
)

// whatIfPage changes weights, and shows the effects.
var whatIfPage = page{
	Name: "whatif", Title: "What if", About: "What happens to the evaluation and to the loss when a weight changes?",
	Context: []part{subject, contextOn},
	Routes: func(in *shared) map[string]web.Handler {
		p := whatIfPages{in.tests, web.NewSlots()}
		return map[string]web.Handler{
			"GET /api/whatif": web.Answer(p.whatIf), "GET /api/whatif/suggested": web.Answer(suggested), "GET /api/whatif/profile": web.Answer(p.profile),
			"GET /api/whatif/commands": web.Answer(commandsOf), "POST /api/export": export,
		}
	},
}

type whatIfPages struct {
	tests   *measures.Tests
	running web.Slots // of changes that are measured, each megabytes
}

// A shownEffect is what the page asks for: the loss if rows are named, and the evaluation of a position.
type shownEffect struct {
	Loss       *measures.Effect  `json:"loss"`
	Evaluation *[2]float64       `json:"evaluation"` // before and after; null: no position was asked for
	Values     []measures.Change `json:"values"`
}

const (
	mostChanges = 200 // weights of a request
	mostValue   = 1e5 // centipawns of a changed weight
)

// changesOf returns the changed weights of a request, from values such as tempo.mg=30.
func changesOf(f *weights.File, texts []string) ([]measures.Change, error) {
	if len(texts) > mostChanges {
		return nil, fmt.Errorf("at most %d weights can be changed here", mostChanges)
	}
	old := make(map[string]weights.Weight)
	for _, w := range f.Weights() {
		old[w.Name] = w.Weight
	}
	list := []measures.Change{}
	for _, text := range texts {
		at := strings.LastIndexByte(text, '=')
		if at < 0 {
			return nil, fmt.Errorf("%q: want NAME=VALUE", text)
		}
		name := text[:at]
		w, known := old[name]
		v, err := strconv.ParseFloat(text[at+1:], 64)
		if !known || err != nil || !(v >= -mostValue && v <= mostValue) {
			return nil, fmt.Errorf("%q: want a weight of the file and a number from %g to %g", text, -mostValue, mostValue)
		}
		if slices.ContainsFunc(list, func(c measures.Change) bool { return c.Name == name }) {
			return nil, fmt.Errorf("%q is set twice", name)
		}
		list = append(list, measures.Change{Name: name, Old: w.Value, Value: v, Half: w.Interval95()})
	}
	return list, nil
}

// whatIf answers with the effects of changes.
func (p whatIfPages) whatIf(q *web.Request) (any, error) {
	of := q.Item("weights", items.Weights)
	if q.Err != nil {
		return nil, q.Err
	}
	list, err := changesOf(of.File, q.URL.Query()["set"])
	if err != nil {
		return nil, web.Bad(err)
	}
	out := &shownEffect{Values: list}
	if q.Get("rows") != "" {
		if out.Loss, err = p.effect(q, of, list); err != nil {
			return nil, err
		}
	}
	if q.Get("fen") == "" {
		return out, nil
	}
	position := q.FEN()
	if q.Err != nil {
		return nil, q.Err
	}
	out.Evaluation, err = evaluations(of, list, &position)
	return out, web.Bad(err)
}

// evaluations returns a position's evaluation before and after changes.
func evaluations(of *items.Item, list []measures.Change, p *board.Position) (*[2]float64, error) {
	e, err := of.Take()
	if err != nil {
		return nil, err
	}
	defer of.Put(e)
	before := e.Evaluate(p)
	if !slices.ContainsFunc(list, func(w measures.Change) bool { return w.Value != w.Old }) {
		if before-before != 0 {
			return nil, measures.ErrNoValue
		}
		return &[2]float64{before, before}, nil
	}
	after, err := items.NewEvaluator(measures.ByHand(of.File, list))
	if err != nil {
		return nil, err
	}
	out := &[2]float64{before, after.Evaluate(p)}
	if before-before != 0 || out[1]-out[1] != 0 {
		return nil, measures.ErrNoValue
	}
	return out, nil
}

// effect measures changes on the rows of a request.
func (p whatIfPages) effect(q *web.Request, of *items.Item, list []measures.Change) (*measures.Effect, error) {
	on := q.Rows()
	if q.Err != nil {
		return nil, q.Err
	}
	risen := q.Get("worst") == "risen"
	var out *measures.Effect
	err := p.tested(q, of, on, func(test *measures.Test) (err error) {
		out, err = test.With(list, risen)
		return err
	})
	return out, err
}

// tested calls a function with the test of weights on rows. If these are kept, that takes no turn: while a slider is
// dragged, the loss follows.
func (p whatIfPages) tested(q *web.Request, of, on *items.Item, use func(*measures.Test) error) error {
	select {
	case p.running <- struct{}{}:
	case <-q.Context().Done():
		return context.Cause(q.Context())
	}
	test, ok := p.tests.Kept(of, on)
	if ok {
		defer p.running.Free()
		return web.Bad(use(test))
	}
	p.running.Free()
	return web.Bad(q.Measures.Do(q.Context(), func(ctx context.Context) error {
		test, err := p.tests.Of(ctx, of, on)
		if err != nil {
			return err
		}
		return use(test)
	}))
}

// An order is what a page sends for a changed file.
type order struct {
	Weights string   `json:"weights"`
	Set     []string `json:"set"`
}

// export answers with a changed file, to be saved.
func export(w http.ResponseWriter, q *web.Request) error {
	var o order
	d := json.NewDecoder(q.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return web.Bad(err)
	}
	if o.Weights == "" {
		return web.Missing("weights: name the file to change")
	}
	of := q.Labelled(o.Weights, "weights", items.Weights)
	if q.Err != nil {
		return q.Err
	}
	list, err := changesOf(of.File, o.Set)
	if err != nil {
		return web.Bad(err)
	}
	var b bytes.Buffer
	if err := measures.ByHand(of.File, list).Encode(&b); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="byhand.json"`)
	_, _ = w.Write(b.Bytes())
	return nil
}
