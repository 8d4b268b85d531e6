package workbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// changedFile returns a copy of a file with some weights changed, marked as made by hand. What was
// measured of the old weights is left out: it does not hold for the new ones.
func changedFile(f *weights.File, list []setWeight) *weights.File {
	out := *f
	to := make(map[string]float64)
	for _, w := range list {
		to[w.Name] = w.Value
	}
	out.Terms = changedTerms(f.Terms, to)
	if f.Block != nil {
		block := *f.Block
		block.Terms = changedTerms(block.Terms, to)
		out.Block = &block
	}
	p := &out.Provenance
	p.Tool = fmt.Sprintf("made by hand in centipawn workbench %s from weights of %s", cli.Version, p.Tool)
	p.Constraints = append([]string(nil), p.Constraints...)
	for _, w := range list {
		p.Constraints = append(p.Constraints, fmt.Sprintf("by hand %s from %g to %g", w.Name, w.Old, w.Value))
	}
	p.Train, p.Test, p.Sealed, p.Rounding, p.Spread, p.Choice = nil, nil, nil, nil, nil, nil
	p.Gap, p.Stopped = 0, ""
	return &out
}

// changedTerms returns a copy of terms with new values, which have no error.
func changedTerms(terms []weights.Term, to map[string]float64) []weights.Term {
	out := append([]weights.Term(nil), terms...)
	for i := range out {
		t := &out[i]
		sides := map[string]*weights.Weight{t.Name: &t.Value}
		if t.Tapered {
			sides = map[string]*weights.Weight{t.Name + ".mg": &t.MG, t.Name + ".eg": &t.EG}
		}
		for name, w := range sides {
			if v, ok := to[name]; ok {
				*w = weights.Weight{Value: v, Bound: weights.BoundFrozen}
			}
		}
	}
	return out
}

// An order is what a page sends to have a changed file.
type order struct {
	Weights string   `json:"weights"`
	Set     []string `json:"set"`
}

// export answers with a changed file, to be saved.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	text, err := s.exported(r)
	if err != nil {
		answer(func(*http.Request) (any, error) { return nil, err })(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="byhand.json"`)
	_, _ = w.Write(text)
}

func (s *Server) exported(r *http.Request) ([]byte, error) {
	var o order
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return nil, bad(err)
	}
	for _, item := range s.items {
		if item.Kind != Weights || item.Label != o.Weights {
			continue
		}
		list, _, err := settings(item.File, o.Set)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = changedFile(item.File, list).Encode(&b)
		return b.Bytes(), err
	}
	return nil, requestError{http.StatusNotFound, fmt.Errorf("no weights have the name %q here", o.Weights)}
}
