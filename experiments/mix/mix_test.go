package mix

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/engine"
	"example.org/centipawn/eval"
	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// labelled writes rows of the embedded sample, from a line on, with a label for each.
func labelled(t *testing.T, name string, from, rows int, label func(s *datasets.Sample) string) string {
	t.Helper()
	r, err := datasets.Open([]string{filepath.Join("..", "..", "datasets", "sample", sample.Name)}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var text strings.Builder
	text.WriteString("fen,score,result,game\n")
	n := 0
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n <= from {
			continue
		}
		if n > from+rows {
			break
		}
		fmt.Fprintf(&text, "%s,%s,g%d\n", s.Position.FEN(), label(&s), s.Game)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// ofWeights labels with the expected score by weights.
func ofWeights(t *testing.T, f *weights.File) func(s *datasets.Sample) string {
	t.Helper()
	e, err := eval.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return func(s *datasets.Sample) string {
		v := e.Evaluate(&s.Position)
		return fmt.Sprintf("%d,%.6f", int(v), winprob.Expected(0.8, v))
	}
}

// atRandom labels with games that a die decides.
func atRandom(s *datasets.Sample) string {
	return [...]string{"900,1", "0,0.5", "-900,0"}[splitmix.Mix(s.Position.Key())%3]
}

func published(t *testing.T) *weights.File {
	t.Helper()
	f, ok := weights.Published("pesto")
	if !ok {
		t.Fatal("no published weights")
	}
	return f
}

// noisy returns the published weights, each off by up to 30 centipawns.
func noisy(t *testing.T) *weights.File {
	f := published(t)
	for i := range f.Terms {
		h := splitmix.Mix(uint64(i))
		f.Terms[i].MG.Value += float64(h%61) - 30
		f.Terms[i].EG.Value += float64(h>>32%61) - 30
	}
	return f
}

// fitter reads sets.
func fitter(t *testing.T, axes []Axis, sets ...Set) *Fitter {
	t.Helper()
	data, err := Open(t.Context(), sets, extract.Options{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(data.Close)
	f := &Fitter{Data: data, Axes: axes, Start: noisy(t)}
	f.Fit.Loss = fit.Sigmoid
	return f
}

// positions returns positions of the sample from a line on, for each half.
func positions(t *testing.T, from, rows int) (list [2][]board.Position) {
	t.Helper()
	path := labelled(t, "held.csv", from, 2*rows, atRandom)
	all, err := regret.Read([]string{path}, 1, 2*rows, 1, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, root := range all {
		list[i%2] = append(list[i%2], root.Position)
	}
	return list
}

// distance is the mean by which expected scores of two evaluations differ.
func distance(t *testing.T, list []board.Position, a, b *weights.File) (sum float64) {
	t.Helper()
	x, err := eval.New(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := eval.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		sum += math.Abs(winprob.Expected(0.8, x.Evaluate(&list[i]))-winprob.Expected(0.8, y.Evaluate(&list[i]))) / float64(len(list))
	}
	return sum
}

// TestNoiseGetsNoWeight: of a set that knows the truth and one whose labels are drawn by lot the
// search takes the first alone, though both look alike and are as long. The measure is how far
// expected scores of other positions are from the true ones.
func TestNoiseGetsNoWeight(t *testing.T) {
	truth := published(t)
	f := fitter(t, []Axis{{Name: AxisPrior, Values: []float64{10, 100, 1000}}},
		Set{Name: "lots", Path: labelled(t, "lots.csv", 20000, 1200, atRandom)},
		Set{Name: "truth", Path: labelled(t, "truth.csv", 0, 1200, ofWeights(t, truth))})
	p := Plan{Sets: []string{"lots", "truth"}, Axes: f.Axes, Most: 14, Fit: f.File}
	held := positions(t, 60000, 300)
	p.Judge = func(_ context.Context, half regret.Half, w *weights.File) (Measure, error) {
		value := distance(t, held[half], w, truth) - distance(t, held[half], f.Start, truth)
		return measured(value, 0.001), nil
	}
	r, w, err := p.Search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	best := r.trial(r.Chosen)
	if best.Shares()[0] > 0.06 || !(r.Expected.Difference.High < 0) {
		t.Errorf("number %d has shares %v, expected %+v", best.Number, best.Shares(), r.Expected)
	}
	lots := r.Trials[0]
	if lots.Parts[0] != 1 || !(lots.First.Difference.Value > best.First.Difference.Value) {
		t.Errorf("lots alone: %+v", lots)
	}
	if s := w.Provenance.Settings; len(s) < 4 || !strings.HasPrefix(s[len(s)-4].Name, "weight of lots") {
		t.Errorf("settings %v", s)
	}
}

// TestAloneIsAFit: a set alone gives what a fit of it gives, whatever other sets there are.
func TestAloneIsAFit(t *testing.T) {
	label := ofWeights(t, published(t))
	path := labelled(t, "a.csv", 0, 600, label)
	axes := []Axis{{Name: AxisPrior, Values: []float64{100}}}
	f := fitter(t, axes, Set{Name: "a", Path: path}, Set{Name: "b", Path: labelled(t, "b.csv", 30000, 500, label)})
	got, err := f.File(t.Context(), Recipe{[]float64{1, 0}, []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := extract.Memory(t.Context(), []string{path}, extract.Options{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	opt := fit.Options{Loss: fit.Sigmoid}
	opt.Split.By, opt.Texel.Quick, opt.Texel.PriorRows = fit.SplitNone, true, 100
	opt.Texel.Start = fitted.Named(f.Start)
	opt.Texel.Prior = opt.Texel.Start
	want, err := fit.Fit(t.Context(), set, opt)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]float64{}
	for _, w := range got.Weights() {
		byName[w.Name] = w.Value
	}
	for _, w := range want.Weights {
		if math.Abs(byName[w.Name]-w.Value) > 1e-3 {
			t.Fatalf("%s: %v, a fit has %v", w.Name, byName[w.Name], w.Value)
		}
	}
}

// TestLabels: results, scores, a blend with its share, and rows that lack something.
func TestLabels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
	text := fmt.Sprintf("fen,score,result\n%[1]s,100,1-0\n%[1]s,-700,1/2-1/2\n%[1]s,#3,0-1\n%[1]s,50,*\n", fen)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	e := func(cp float64) float64 { return winprob.Expected(0.8, cp) }
	nan := math.NaN()
	for _, c := range []struct {
		of     Labels
		labels labels
		want   [4]float64
	}{
		{Results, labels{}, [4]float64{1, 0.5, 0, nan}},
		{Results, labels{within: 600}, [4]float64{1, nan, nan, nan}},
		{Scores, labels{}, [4]float64{e(100), e(-700), 1, e(50)}},
		{Both, labels{lambda: 0.25}, [4]float64{0.25 + 0.75*e(100), 0.125 + 0.75*e(-700), 0.75, nan}},
		{Both, labels{lambda: 1, within: 600}, [4]float64{1, nan, nan, nan}},
	} {
		s := Set{Name: "a", Path: path, Labels: c.of}
		if c.of != Results {
			s.K = 0.8
		}
		f := fitter(t, nil, s)
		var got []float64
		if err := f.Data.each(0, func(b *matrix.Block, i int) { got = append(got, f.Data.sets[0].label(b, i, c.labels)) }); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-6 || math.IsNaN(got[i]) != math.IsNaN(want) {
				t.Errorf("%v %+v, row %d: %v, want %v", c.of, c.labels, i, got[i], want)
			}
		}
	}
}

// TestRowWeights: shares are of sets, whatever their lengths, and all rows together weigh what they are
// worth: as many equal rows as have a mean of the same variance.
func TestRowWeights(t *testing.T) {
	f := fitter(t, nil, Set{Name: "a", Path: labelled(t, "a.csv", 0, 400, atRandom)}, Set{Name: "b", Path: labelled(t, "b.csv", 9000, 100, atRandom)})
	for _, c := range []struct {
		parts []float64
		want  [2]float64
	}{{[]float64{1, 1}, [2]float64{0.4, 1.6}}, {[]float64{1, 0}, [2]float64{1, 0}}, {[]float64{1, 0.25}, [2]float64{1, 1}}, {[]float64{1, 0.125}, [2]float64{18. / 17, 9. / 17}}} {
		got, err := f.rowWeights(Recipe{Parts: c.parts}, 0)
		if err != nil || math.Abs(float64(got[0])-c.want[0]) > 1e-6 || math.Abs(float64(got[1])-c.want[1]) > 1e-6 {
			t.Errorf("%v: %v, want %v (%v)", c.parts, got, c.want, err)
		}
		a, b := float64(got[0]), float64(got[1])
		if sum, squares := 400*a+100*b, 400*a*a+100*b*b; math.Abs(sum*sum/squares-sum) > 1e-3 {
			t.Errorf("%v: rows weigh %v, and are worth %v", c.parts, sum, sum*sum/squares)
		}
	}
}

// TestWithinLessThanOne: a bound below a centipawn is a bound, and remembered as one.
func TestWithinLessThanOne(t *testing.T) {
	f := fitter(t, nil, Set{Name: "a", Path: labelled(t, "a.csv", 0, 200, atRandom)})
	all, err := f.usable(0, 0)
	few, err2 := f.usable(0, 0.5)
	if err != nil || err2 != nil || all.rows != 200 || few.rows == 0 || few.rows > 100 {
		t.Errorf("%d rows, of which %d with a score of 0: %v, %v", all.rows, few.rows, err, err2)
	}
}

// TestChance: how many rows the K of a set is fitted to does not depend on other sets.
func TestChance(t *testing.T) {
	f := fitter(t, nil, Set{Name: "a", Path: labelled(t, "a.csv", 0, 100, atRandom)}, Set{Name: "b", Path: labelled(t, "b.csv", 9000, 300, atRandom)})
	if a, b := f.Data.chance(0, 150), f.Data.chance(1, 150); a != math.MaxUint64 || b != 1<<63 {
		t.Errorf("%x and %x", a, b)
	}
}

// command runs the experiment.
func command(ctx context.Context, args ...string) (out string, err error) {
	var text, messages strings.Builder
	err = Main(ctx, args, cli.Streams{In: strings.NewReader(""), Out: &text, Err: &messages})
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, messages.String())
	}
	return text.String(), err
}

// TestCommand: the same bytes for any number of threads and after a stop; the weights are there, and
// the last line is a match.
func TestCommand(t *testing.T) {
	long.Skip(t, "takes seconds")
	a := "a=" + labelled(t, "a.csv", 0, 900, ofWeights(t, published(t))) + ",labels=both,k=0.8"
	b := "b=" + labelled(t, "b.csv", 40000, 900, atRandom)
	dir := t.TempDir()
	run := func(ctx context.Context, name, threads string, more ...string) (string, error) {
		args := []string{"-trust", "-candidates", "4", "-finalists", "2", "-positions", "24", "-player", "nodes=50",
			"-teacher", "builtin,nodes=100", "-threads", threads, "-o", filepath.Join(dir, name)}
		return command(ctx, slices.Concat(args, more, []string{a, b})...)
	}
	out, err := run(t.Context(), "one", "1")
	if err != nil {
		t.Fatal(err)
	}
	best := filepath.Join(dir, "one", "best.json")
	want := fmt.Sprintf("match -a %s -b published:pesto -nodes 50 -sprt 0,5 -resign 4,700,both -draw 40,8,10 -o %s", best, filepath.Join(dir, "one", "match"))
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if lines[len(lines)-1] != want {
		t.Errorf("the last line is %s\nwant %s", lines[len(lines)-1], want)
	}
	for _, part := range []string{"the best of 4 candidates at 12 roots of", "winner's curse", "measured again at 12 roots of", "For more than 4 -candidates begin from scratch",
		"V12: candidate: 12 roots leave", "V13: the line of Elo is of other conditions"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, "two", "3"); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	for range 2 { // the second finds all in the journal
		if _, err := run(t.Context(), "two", "3"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"best.json", "result.json", "tables.md"} {
		x, y := contents(t, dir, "one", name), contents(t, dir, "two", name)
		if strings.ReplaceAll(x, filepath.Join(dir, "one"), "DIR") != strings.ReplaceAll(y, filepath.Join(dir, "two"), "DIR") {
			t.Errorf("%s differs", name)
		}
	}
	if _, err := run(t.Context(), "two", "2", "-candidates", "5"); err == nil || !strings.Contains(err.Error(), "looked at after 4 candidates") {
		t.Errorf("more candidates: %v", err)
	}
	build, err := engine.Build()
	if err != nil || !strings.Contains(contents(t, dir, "two", "mix.journal"), fmt.Sprintf(`"program":%q`, build)) {
		t.Errorf("the journal does not say of which program it is: %v", err)
	}
	if _, err := run(t.Context(), "two", "2", "-seed", "2"); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
}

func contents(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRefused: what cannot be is told, with what to pass.
func TestRefused(t *testing.T) {
	results := labelled(t, "results.csv", 0, 60, func(s *datasets.Sample) string { return ",1-0" })
	scores := labelled(t, "scores.csv", 90, 60, func(s *datasets.Sample) string { return "12," })
	for want, args := range map[string][]string{
		"pass sets as NAME=FILE":                           {},
		"pass a folder":                                    {"-o", "", "a=" + results},
		"x.epd: pass NAME=FILE":                            {"x.epd"},
		"a name is of letters":                             {"a b=x.epd"},
		"neither results, scores nor both":                 {"a=x.epd,labels=elo"},
		"unknown key \"weight\": pass NAME=FILE":           {"a=x.epd,weight=1"},
		"want a number above 0":                            {"a=x.epd,labels=scores,k=0"},
		"pass labels=scores or labels=both as well":        {"a=x.epd,k=1"},
		"the name a stands there twice":                    {"a=x.epd", "a=y.epd"},
		"no such file":                                     {"a=none.epd"},
		"pass labels=scores after a comma":                 {"a=" + scores},
		"pass labels=results after a comma":                {"a=" + results + ",labels=scores,k=1"},
		"pass k=0.8 after a comma":                         {"a=" + scores + ",labels=scores"},
		"pass it once, with labels=both":                   {"a=" + results, "b=" + results},
		"weights that nothing holds run away":              {"-prior-rows", "0,3", "a=" + results},
		"want them ascending":                              {"-prior-rows", "3,3", "a=" + results},
		"want numbers from 0":                              {"-smooth", "some", "a=" + results},
		"no set has them: pass a set":                      {"-lambda", "0.5", "a=" + results},
		"a share is 0 to 1":                                {"-lambda", "2", "a=" + results + ",labels=both"},
		"pass sigmoid or crossentropy":                     {"-loss", "wdl", "a=" + results},
		"want at least 4, 1 and 1":                         {"-finalists", "0", "a=" + results},
		"-start: ":                                         {"-start", "builtin", "a=" + results},
		"fits have seen it: pass positions of other games": {"-roots", results, "a=" + results},
		"-roots: ":   {"-roots", "none.epd", "a=" + results},
		"-player: ":  {"-player", "some", "a=" + results},
		"-teacher: ": {"-teacher", "builtin,nodes=none", "a=" + results},
		"-player movetime=10ms: times differ from run to run":  {"-player", "movetime=10ms", "a=" + results},
		"-teacher movetime=10ms: times differ from run to run": {"-teacher", "builtin,movetime=10ms", "a=" + results},
	} {
		_, err := command(t.Context(), append([]string{"-trust", "-o", t.TempDir()}, args...)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v\nwant %q", args, err, want)
		}
	}
}

// TestForeign: terms that another program counts are told of, with the way that is left.
func TestForeign(t *testing.T) {
	_, err := (&Options{Start: weights.NamePublished}).start(matrix.Schema{Set: "mine", SetHash: "1"})
	if err == nil || !strings.Contains(err.Error(), "fit the mixes by weight:W in its trace") {
		t.Error(err)
	}
}

// TestOwnRoots: roots of a file are drawn, with its name as a condition of the line.
func TestOwnRoots(t *testing.T) {
	path := labelled(t, "roots.csv", 70000, 80, atRandom)
	j := &Judge{Roots: 4, Seed: 1}
	id, err := j.read(path, []SetInfo{{Name: "a", Sources: []string{"00"}}})
	if err != nil || len(id) != 64 || len(j.From) == 0 {
		t.Fatalf("%q, %d roots, %v", id, len(j.From), err)
	}
	if _, kind, err := j.roots(); kind != "roots.csv" || err != nil {
		t.Errorf("%q, %v", kind, err)
	}
}
