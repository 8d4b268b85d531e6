package loop

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// randomValues is the number of values of a piece that [Start] draws from: 0 to 499
// centipawns, as the Lishex paper's program has it.
const randomValues = 500

// Start returns weights to begin with:
//
//	published   the published ones, see weights.Published
//	zero        0 for every weight that is not frozen
//	random      a value for each kind of piece and phase drawn from 0 to 499 centipawns
//	flat        the same values, and 0 for all else that is not frozen
//
// or those of a file. What is frozen, and of random all that is not the value of a piece, is
// as published, or 0 where nothing is. A piece-square table that holds its piece's value
// is moved as a whole, to a mean of what was drawn; with flat all its squares are alike, and
// it holds no prior knowledge.
func Start(set *features.Set, init string, freeze []string, seed uint64) (*weights.File, error) {
	switch init {
	case weights.NameZero, weights.NameRandom, weights.NameFlat:
		return unknowing(set, init, freeze, seed)
	}
	f, err := weights.FindFor(init, set.Name(), set.Hash())
	if err != nil {
		return nil, err
	}
	if !weights.IsFile(init) {
		known := *f
		known.SetHash = set.Hash()
		return &known, nil
	}
	return f, nil
}

// unknowing returns weights to begin with that do not come from a file.
func unknowing(set *features.Set, init string, freeze []string, seed uint64) (*weights.File, error) {
	f, err := complete(set)
	if err != nil {
		return nil, err
	}
	if init != weights.NameRandom {
		f.Provenance.Tool += ", free weights at 0"
		each(f, func(name string, w *weights.Weight) {
			if !matches(freeze, name) {
				w.Value = 0
			}
		})
	}
	if init != weights.NameZero {
		err = drawValues(f, rand.New(rand.NewPCG(seed, forStart)))
	}
	return f, err
}

// complete returns weights of all terms of a set: the published ones, or 0 where there
// are none.
func complete(set *features.Set) (*weights.File, error) {
	known, ok := weights.Published(set.Name())
	if !ok {
		known = &weights.File{Provenance: weights.Provenance{Tool: "no published weights"}}
	}
	f := &weights.File{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name, Provenance: known.Provenance}
	if scale := set.Scale(); scale != nil {
		f.EndgameScale = scale.Name
	}
	f.Formula = set.Formula()
	for i, def := range set.Terms() {
		t, _ := known.Term(def.Name)
		t.Name, t.Tapered, t.Sums = def.Name, def.Taper == features.Tapered, set.SumsOf(features.Term(i))
		f.Terms = append(f.Terms, t)
	}
	for _, name := range set.Parameters() {
		t, _ := known.Term(name)
		t.Name, t.Parameter = name, true
		f.Terms = append(f.Terms, t)
	}
	return f, f.Validate()
}

// drawValues gives every kind of piece random values.
func drawValues(f *weights.File, from *rand.Rand) error {
	f.Provenance.Tool += ", piece values drawn at random"
	for _, piece := range pieces {
		mg, eg := float64(from.IntN(randomValues)), float64(from.IntN(randomValues))
		if i := slices.IndexFunc(f.Terms, func(t weights.Term) bool { return t.Name == materialOf+piece }); i >= 0 {
			f.Terms[i].MG.Value, f.Terms[i].EG.Value = mg, eg
			continue
		}
		g, ok := tableOf(f, piece)
		if !ok {
			return fmt.Errorf("set %s has no value of a %s to draw, neither %s%s nor a table: pass zero, published or a weights file", f.Set, piece, materialOf, piece)
		}
		mg -= g.Mean(func(t weights.Term) weights.Weight { return t.MG })
		eg -= g.Mean(func(t weights.Term) weights.Weight { return t.EG })
		for i := range f.Terms {
			if t := &f.Terms[i]; strings.HasPrefix(t.Name, g.Name+".") {
				t.MG.Value += mg
				t.EG.Value += eg
			}
		}
	}
	return nil
}
