package advice

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

var everyControl = flag.Bool("every-control", false, "shuffle labels a hundred times, take out the random families of five seeds, and have the piece-square tables among all candidates: some minutes")

var sampleFile = filepath.Join("..", "..", "datasets", "sample", sample.Name)

// lambda is the share of the result in the labels of the controls. The sample's games are of weak players with random
// moves among theirs, so that results are noise beside scores: with labels half result, half score, families that
// are worth little are not found in 1,500 games.
const lambda = 0.1

// A control is the sample's quiet positions, or one in some of them.
type control struct {
	*Data
	k float64
}

// third and all are the sample's positions.
var third, all = sync.OnceValues(func() (*control, error) { return read(3) }), sync.OnceValues(func() (*control, error) { return read(1) })

func read(oneIn int) (*control, error) {
	s, err := quiet.Load("")
	if err != nil {
		return nil, err
	}
	opt := extract.Options{Set: standard.Set}
	opt.SetQuiet(s, new(quiet.Bound), false)
	opt.Filter.OneIn = oneIn
	rows, _, err := extract.Memory(context.Background(), []string{sampleFile}, opt)
	if err != nil {
		return nil, err
	}
	c := &control{Data: &Data{Set: rows}}
	c.k, err = c.LabelK()
	return c, err
}

func open(t *testing.T, read func() (*control, error)) *control {
	t.Helper()
	c, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lacking returns the built-in weights without some terms.
func lacking(out map[string]bool) *weights.File {
	f := *weights.Builtin()
	f.Terms = slices.DeleteFunc(slices.Clone(f.Terms), func(t weights.Term) bool { return out[t.Name] })
	return &f
}

// names returns those of a family's terms.
func names(f features.Family) map[string]bool {
	list := map[string]bool{}
	for _, def := range f.Terms {
		list[def.Name] = true
	}
	return list
}

// study explains the sample by the built-in weights without some terms.
func (c *control) study(t *testing.T, lambda float64, out map[string]bool) *advice.Study {
	t.Helper()
	rows, err := c.Rows(t.Context(), lacking(out), Label(lambda, c.k), fit.Split{By: fit.SplitNone}, fit.AllRows)
	if err != nil {
		t.Fatal(err)
	}
	return newStudy(t, rows)
}

func newStudy(t *testing.T, rows *advice.Rows) *advice.Study {
	t.Helper()
	s, err := advice.NewStudy(rows, advice.Options{Keep: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rank(t *testing.T, s *advice.Study, list []advice.Candidate) *advice.Ranking {
	t.Helper()
	r, err := s.Rank(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cheap are the families without the piece-square tables, whose 768 weights take longer than all others; with
// -every-control all.
func cheap() []features.Family {
	return slices.DeleteFunc(slices.Clone(standard.Set.Families()), func(f features.Family) bool {
		return f.Name == tables && !*everyControl
	})
}

// TestFamilyTakenOut: of the 13 families the one that the built-in weights were robbed of comes first, its gain twice
// that of the second; half as much again where half of the label is the result.
func TestFamilyTakenOut(t *testing.T) {
	takeOut(t, open(t, third), lambda, 2)
	if *everyControl {
		takeOut(t, open(t, all), 0.5, 1.5)
	}
}

// takeOut takes out families; the gain of each must be that of the second times a factor.
func takeOut(t *testing.T, c *control, lambda, factor float64) {
	for _, name := range []string{"threats", "passed pawns", "mobility tables"} {
		f, err := family(name)
		if err != nil {
			t.Fatal(err)
		}
		s := c.study(t, lambda, names(f))
		r := rank(t, s, c.Families(standard.Set.Families()))
		first, second := r.Findings[0], r.Findings[1]
		t.Logf("lambda %g, %d rows of %d games: %s %+.2f %% [%+.2f, %+.2f], %s %+.2f %%, factor %.1f", lambda, len(s.Eval), s.Games(),
			first.Name, 100*first.Gain, 100*first.Low, 100*first.High, second.Name, 100*second.Gain, first.Gain/second.Gain)
		if first.Name != name || !first.Recommended || first.Gain < factor*second.Gain {
			t.Errorf("without %s: first is %s, recommended %v; want its gain %g times that of %s", name, first.Name, first.Recommended, factor, second.Name)
		}
	}
}

// drawFamilies draws families of 8 to 20 terms outside the piece-square tables. Two may share terms.
func drawFamilies(seed uint64, n int) (list []features.Family) {
	var all []features.Definition
	for _, f := range standard.Set.Families() {
		if f.Name != tables {
			all = append(all, f.Terms...)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		f := features.Family{Name: fmt.Sprint("random ", i+1)}
		for size, order := 8+r.IntN(13), r.Perm(len(all)); len(f.Terms) < size; order = order[1:] {
			f.Terms = append(f.Terms, all[order[0]])
		}
		list = append(list, f)
	}
	return list
}

// TestRandomFamilies: random families are taken out of the built-in weights one at a time. The candidates are all
// random ones, which share terms, and the set's own without the terms that were taken out: with these, mobility
// would be as good an answer as five of its terms.
func TestRandomFamilies(t *testing.T) {
	long.Skip(t, "20 rankings")
	const n, least = 20, 18
	seeds := 1
	if *everyControl {
		seeds = 5
	}
	c := open(t, third)
	for seed := range seeds {
		random, found := drawFamilies(uint64(1+seed), n), 0
		for _, f := range random {
			out := names(f)
			list := slices.Clone(random)
			for _, own := range cheap() {
				own.Terms = slices.DeleteFunc(slices.Clone(own.Terms), func(def features.Definition) bool { return out[def.Name] })
				list = append(list, own)
			}
			r := rank(t, c.study(t, lambda, out), c.Families(list))
			if r.Findings[0].Name == f.Name {
				found++
			} else {
				t.Logf("seed %d: without %s of %d terms %s comes first, by %+.2f %%", 1+seed, f.Name, len(f.Terms), r.Findings[0].Name, 100*r.Findings[0].Gain)
			}
		}
		t.Logf("seed %d: %d of %d come first", 1+seed, found, n)
		if found < least {
			t.Errorf("seed %d: %d of %d random families come first, want %d", 1+seed, found, n, least)
		}
	}
}

// TestShuffled: with labels of other games, or with what other games have beyond the evaluation, nothing is
// recommended but by chance.
func TestShuffled(t *testing.T) {
	long.Skip(t, "many rankings")
	c := open(t, third)
	s := c.study(t, 0.5, nil)
	beyond := make([]float32, len(s.Label))
	for i, y := range s.Label {
		beyond[i] = y - float32(s.Expected(i))
	}
	shuffled(t, c, s, "labels", func(i, other int) float32 { return s.Label[other] })
	shuffled(t, c, s, "residuals", func(i, other int) float32 { return within(float32(s.Expected(i)), beyond[other]) })
	if *everyControl {
		shuffled(t, c, s, "residuals, cut off", func(i, other int) float32 {
			return max(0, min(1, float32(s.Expected(i))+beyond[other]))
		})
	}
}

// shuffled exchanges games many times: label is that of row i, to which a row of another game belongs.
func shuffled(t *testing.T, c *control, s *advice.Study, what string, label func(i, other int) float32) {
	times, most := 10, 1
	if *everyControl {
		times, most = 100, 5
	}
	list := c.Families(cheap())
	found, unrelated := 0, 0
	for k := range times {
		rows := *s.Rows
		rows.Label = make([]float32, len(s.Label))
		for i, other := range exchange(uint64(1+k), s.Game) {
			rows.Label[i] = label(i, other)
		}
		study, err := advice.NewStudy(&rows, advice.Options{Keep: 1})
		if errors.Is(err, advice.ErrUnrelated) {
			unrelated++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r := rank(t, study, list)
		if i := slices.IndexFunc(r.Findings, func(f advice.Finding) bool { return f.Recommended }); i >= 0 {
			f := r.Findings[i]
			t.Logf("%s, %d: %s is recommended, %+.3f %%, p %.3g", what, k, f.Name, 100*f.Gain, f.Adjusted)
			found++
		}
	}
	t.Logf("%s exchanged between games: of %d, %d are refused as unrelated, in %d something is recommended", what, times, unrelated, found)
	if found > most {
		t.Errorf("%s exchanged between games: something is recommended in %d of %d, want %d at most", what, found, times, most)
	}
}

// within adds to an expected score p what another game has beyond its own, scaled down so that the sum stays within
// 0 and 1 whatever that is: cut off on one side it would have a mean other than 0, and the labels would not follow
// the evaluation any more.
func within(p, beyond float32) float32 { return p + beyond*min(p, 1-p) }

// exchange returns for each row one of another game, in order, which begins anew where it is shorter.
func exchange(seed uint64, game []uint32) []int {
	var order []uint32
	rows := map[uint32][]int{}
	for i, g := range game {
		if rows[g] == nil {
			order = append(order, g)
		}
		rows[g] = append(rows[g], i)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	from := make([]int, len(game))
	for k, other := range r.Perm(len(order)) {
		theirs := rows[order[other]]
		for n, i := range rows[order[k]] {
			from[i] = theirs[n%len(theirs)]
		}
	}
	return from
}
