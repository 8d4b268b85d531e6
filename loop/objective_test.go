package loop

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
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/engine"
	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// taught is a short run of leaves, then of choices.
func taught(dir string) Options {
	return Options{
		Dir: dir, Set: features.Lishex, Objectives: []Objective{Trees, Choice}, Iterations: 2, Games: 6, Limit: play.Limit{Nodes: 30},
		Trees: Rows{Every: 20}, Choice: Rows{Every: 60}, PriorRows: 100, Seed: 3, Threads: 3,
	}
}

// TestTaught: a run that was stopped at every stage, and within the rows, on one thread, ends with the
// bytes of one on three.
func TestTaught(t *testing.T) {
	whole := taught(t.TempDir())
	done, err := Run(t.Context(), whole, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := files(t, whole.Dir)
	checkTaught(t, done, want)

	long.Skip(t, "stops the run at every stage")
	broken := taught(t.TempDir())
	broken.Threads = 1
	for breaks := 0; ; breaks++ {
		if err = interrupted(t, broken); err == nil {
			if breaks < 8 {
				t.Errorf("stopped %d times only", breaks)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || breaks > 200 {
			t.Fatalf("after %d breaks: %v", breaks, err)
		}
	}
	sameFiles(t, files(t, broken.Dir), want)
}

// TestTaughtAgain: what is removed is made again, and so is a file that was killed before its report
// was there.
func TestTaughtAgain(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := taught(t.TempDir())
	opt.Iterations = 1
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	want, first := files(t, opt.Dir), filepath.Join(opt.Dir, "001")
	for _, names := range []string{
		"drawn-choice.json", "leaves-001.epd.zst", "drawn-trees.json leaves-001.epd.zst.json",
		"drawn-choice.json choices-001.epd.zst choices-001.epd.zst.json", "weights-trees.json", "fit.json",
	} {
		for name := range strings.FieldsSeq(names + " " + campaign.MetricsName) {
			if err := os.Remove(filepath.Join(first, name)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Run(t.Context(), opt, nil); err != nil {
			t.Fatalf("without %s: %v", names, err)
		}
		sameFiles(t, files(t, opt.Dir), want)
	}
}

// TestLeavesAgainAreChecked: choices of an earlier iteration whose leaves were found again are made once
// more if their file is gone.
func TestLeavesAgainAreChecked(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := taught(t.TempDir())
	opt.Objectives = []Objective{Choice}
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	want, second := files(t, opt.Dir), filepath.Join(opt.Dir, "002")
	for _, name := range []string{"choices-001-again.epd.zst", "choices-001-again.epd.zst.json", "fit.json", campaign.MetricsName} {
		if err := os.Remove(filepath.Join(second, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, files(t, opt.Dir), want)
}

// checkTaught checks what a run of two objectives has written.
func checkTaught(t *testing.T, done []*Metrics, files map[string]string) {
	t.Helper()
	for _, name := range []string{"leaves-002.epd.zst", "choices-002.epd.zst", "choices-001-again.epd.zst", "weights-trees.json", "fit-trees.json", "drawn-choice.json", "weights.json"} {
		if files[filepath.Join("002", name)] == "" {
			t.Errorf("no 002/%s", name)
		}
	}
	for _, m := range done {
		if len(m.Earlier) != 1 || m.Earlier[0].Objective != "trees" || m.Earlier[0].Within == nil || m.Earlier[0].Drawn.Rows == 0 {
			t.Errorf("iteration %d: of trees %+v", m.Iteration, m.Earlier)
		}
		if c := m.Choice; m.Objective != "choice" || c == nil || !(c.Temperature > 0) || m.Drawn.Roots == 0 || m.Train != nil {
			t.Errorf("iteration %d: of choices %+v", m.Iteration, m.Fitting)
		}
	}
	for name, want := range map[string]string{"weights-trees.json": "weights of iteration 1", "weights.json": "weights of iteration 2 fitted to trees"} {
		f, err := weights.Decode(name, strings.NewReader(files[filepath.Join("002", name)]))
		if err != nil {
			t.Fatal(err)
		}
		if p := f.Provenance; p.Start != want || p.Prior.Name != want || p.Prior.Rows != 100 || p.K == nil {
			t.Errorf("%s begins with %q, is pulled to %+v, K %v; want %q", name, p.Start, p.Prior, p.K, want)
		}
	}
}

// interrupted runs until the first stage that this call comes to is over, or some games or roots of it are.
func interrupted(t *testing.T, opt Options) error {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := Event{}
	_, err := Run(ctx, opt, func(e Event) {
		switch {
		case e.Metrics != nil:
		case first.Stage == "":
			first = e
		case e.Stage != first.Stage || e.Iteration != first.Iteration:
			cancel()
		case e.Stage != Estimating && e.Done > first.Done+3:
			cancel()
		}
	})
	return err
}

// TestSelf: weights that are their own teacher have ten times the nodes of the games.
func TestSelf(t *testing.T) {
	opt := taught(t.TempDir())
	opt.Objectives, opt.Iterations, opt.Threads, opt.Init = []Objective{Choice}, 1, 2, weights.NamePublished
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	r, err := datasets.Open([]string{filepath.Join(opt.Dir, "001", "choices-001.epd.zst")}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var rows []datasets.Sample
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, s)
	}
	f, err := weights.Read(filepath.Join(opt.Dir, initName))
	if err != nil {
		t.Fatal(err)
	}
	if n := differing(t, rows, f, SelfTimes*opt.Limit.Nodes); n > 0 || len(rows) < 40 {
		t.Errorf("%d of %d values are not those of a search with ten times the nodes", n, len(rows))
	}
	if n := differing(t, rows, f, SelfTimes*opt.Limit.Nodes/2); n < len(rows)/10 {
		t.Errorf("only %d of %d values differ from those of half of the nodes", n, len(rows))
	}
}

// differing counts the choices that a fresh search of so many nodes values otherwise.
func differing(t *testing.T, rows []datasets.Sample, f *weights.File, nodes uint64) (n int) {
	t.Helper()
	e, err := engine.New(engine.Options{Weights: f})
	if err == nil {
		err = e.SetOption("Hash", "1")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for i, s := range rows {
		if i == 0 || s.Root != rows[i-1].Root {
			e.NewGame()
		}
		p, err := board.ParseFEN(s.Root)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(s.Via)
		if err != nil {
			t.Fatal(err)
		}
		g := search.NewGame(p)
		g.Make(m)
		if g.Outcome() != search.Ongoing {
			continue
		}
		side := g.Position().SideToMove()
		found := e.Search(g, search.NewControl(search.Limits{Nodes: nodes}, side, 0), nil)
		if found.Depth == 0 {
			found = e.Search(g, search.NewControl(search.Limits{Depth: 1}, side, 0), nil)
		}
		if score := found.Score.White(side); !score.IsMate() && winprob.Score(score) != s.Score {
			n++
		}
	}
	return n
}

// TestTeachers: rows are valued by whom the lesson says.
func TestTeachers(t *testing.T) {
	static, err := teacher.Parse(teacher.Static)
	if err != nil {
		t.Fatal(err)
	}
	opt := taught(t.TempDir())
	opt.Objectives, opt.Iterations, opt.Trees.Teacher = []Objective{Labels, Trees}, 1, &static
	done, err := Run(t.Context(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m := done[0]; m.Earlier[0].Objective != "labels" || m.Objective != "trees" || m.Rows == 0 || m.K != usualK {
		t.Errorf("%+v", m.Fitting)
	}
	f, err := weights.Read(filepath.Join(opt.Dir, "001", "weights-labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Provenance; p.Target != "blend" || math.Abs(p.Lambda-DefaultLambda) > 1e-12 {
		t.Errorf("labels are a %s with lambda %g", p.Target, p.Lambda)
	}
	r, err := datasets.Open([]string{filepath.Join(opt.Dir, "001", "leaves-001.epd.zst")}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	checkStatic(t, r)
}

// checkStatic compares labels with the static evaluations of the built-in weights.
func checkStatic(t *testing.T, r *datasets.Reader) {
	t.Helper()
	e, err := eval.NewSearch(weights.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
		e.Reset(&s.Position)
		if want := winprob.Centipawns(e.Evaluate(&s.Position)); s.Score != want || s.Tree == 0 {
			t.Errorf("%s: %v in tree %x, want %v in a tree", s.Position.FEN(), s.Score, s.Tree, want)
		}
	}
	if n == 0 {
		t.Error("no leaves")
	}
}

func TestObjectiveRefused(t *testing.T) {
	static, err := teacher.Parse(teacher.Static)
	timed, err2 := teacher.Parse("movetime=5ms")
	searching, err3 := teacher.Parse("nodes=400")
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Choice.Teacher = &static }, "give the teacher of choices a search"},
		{func(o *Options) { o.Trees.Teacher = &timed }, "times differ from run to run"},
		{func(o *Options) { o.Limit = play.Limit{Depth: 3} }, "self,nodes=4000"},
		{func(o *Options) { o.Trees.Self.MoveTime = time.Second }, "limit nodes or depth"},
		{func(o *Options) { o.Method = fit.SGD }, "pass lbfgs"},
		{func(o *Options) { o.K = -1 }, "pass a number for K"},
		{func(o *Options) { o.Trees.Every = -1 }, "one position in -1"},
		{func(o *Options) { o.PerTree = -1 }, "-1 leaves"},
		{func(o *Options) { o.Temperature = math.Inf(1) }, "temperatures of +Inf"},
		{func(o *Options) { o.Leaf.MoveTime = time.Second }, "leaves by movetime"},
		{func(o *Options) { o.Objectives, o.Lambda = []Objective{Labels}, 1 }, "pass objective results"},
		{func(o *Options) { o.Init = weights.NameZero }, "zero weights cannot teach objective trees"},
		{func(o *Options) { o.Objectives, o.Init, o.Temperature = []Objective{Choice}, weights.NameZero, 50 }, "cannot teach objective choice"},
		{func(o *Options) {
			o.Objectives, o.Init, o.Choice.Teacher = []Objective{Choice}, weights.NameZero, &searching
		}, "pass a temperature such as 50"},
	} {
		opt := taught(filepath.Join(t.TempDir(), "run"))
		tt.change(&opt)
		if _, err := Run(t.Context(), opt, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one with %q", err, tt.want)
		}
		if _, err := os.Stat(opt.Dir); err == nil {
			t.Errorf("%s: a folder was made", tt.want)
		}
	}
}

// TestOtherObjective: a run goes on with its objectives, teachers and temperatures only.
func TestOtherObjective(t *testing.T) {
	long.Skip(t, "makes rounds")
	opt := taught(t.TempDir())
	opt.Iterations = 1
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	other, err := teacher.Parse("published:pesto,nodes=50")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Objectives = []Objective{Choice, Trees} }, `objectives.1: "trees" before, "choice" now`},
		{func(o *Options) { o.Trees.Every = 21 }, "trees.every: 20 before, 21 now"},
		{func(o *Options) { o.Choice.Self.Nodes = 301 }, `choice.self: "nodes=300" before`},
		{func(o *Options) { o.Choice.Teacher = &other }, "choice.teacher"},
		{func(o *Options) { o.Temperature = 40 }, "choice.temperature: none before, 40 now"},
	} {
		o := opt
		tt.change(&o)
		if _, err := Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one with %q", err, tt.want)
		}
	}
}

// TestMovedTeacher: a run goes on where the teacher's weights are the same in another folder.
func TestMovedTeacher(t *testing.T) {
	long.Skip(t, "makes rounds")
	dir := t.TempDir()
	opt := taught(filepath.Join(dir, "run"))
	opt.Objectives, opt.Iterations = []Objective{Trees}, 1
	by := func(folder string) *teacher.Teacher {
		path := filepath.Join(dir, folder, "w.json")
		f, _ := weights.Published("pesto")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), f.Write(path)); err != nil {
			t.Fatal(err)
		}
		l, err := teacher.Parse(path + "," + teacher.Static)
		if err != nil {
			t.Fatal(err)
		}
		return &l
	}
	opt.Trees.Teacher = by("here")
	if _, err := Run(t.Context(), opt, nil); err != nil {
		t.Fatal(err)
	}
	opt.Trees.Teacher = by("there")
	if done, err := Run(t.Context(), opt, nil); err != nil || len(done) != 1 {
		t.Errorf("%d iterations, %v", len(done), err)
	}
	if text := files(t, opt.Dir)["run.json"]; strings.Contains(text, dir) || !strings.Contains(text, `"w.json"`) {
		t.Errorf("settings name a folder, or no weights:\n%s", text)
	}
}

func TestParseObjectives(t *testing.T) {
	for text, want := range map[string]string{
		"results": "[results]", "trees,choice": "[trees choice]", "results, choice": "[results choice]",
		"": "neither", "moves": "neither results, labels, trees nor choice", "trees,trees": "named twice",
	} {
		list, err := ParseObjectives(text)
		if got := fmt.Sprint(list); err != nil && !strings.Contains(err.Error(), want) || err == nil && got != want {
			t.Errorf("%q: %v, %v, want %s", text, list, err, want)
		}
	}
}

// TestPriorOf: choices and trees are pulled harder than results, if nothing else is said.
func TestPriorOf(t *testing.T) {
	for _, tt := range []struct {
		opt  Options
		of   Objective
		want float64
	}{
		{Options{}, Results, 10}, {Options{}, Labels, 10}, {Options{}, Trees, 300}, {Options{}, Choice, 300},
		{Options{PriorRows: 20}, Choice, 20}, {Options{PriorRows: -1}, Trees, -1},
	} {
		if got := tt.opt.priorOf(tt.of); got != tt.want {
			t.Errorf("%v of %g: %g, want %g", tt.of, tt.opt.PriorRows, got, tt.want)
		}
	}
}

// TestFlat: nothing but the drawn values is in the weights, all squares of a table are alike, and
// frozen weights are as published.
func TestFlat(t *testing.T) {
	f, err := Start(features.PeSTO, weights.NameFlat, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := Start(features.PeSTO, weights.NameRandom, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b Value) bool { return math.Abs(a.MG-b.MG) < 1e-9 && math.Abs(a.EG-b.EG) < 1e-9 }
	if !slices.EqualFunc(Values(f), Values(drawn), near) {
		t.Errorf("values %v, random ones %v", Values(f), Values(drawn))
	}
	for _, g := range f.Groups() {
		for _, term := range g.Terms {
			if term.MG.Value != g.Terms[0].MG.Value || term.EG.Value != g.Terms[0].EG.Value {
				t.Fatalf("%s is %v, %s is %v", term.Name, term.MG, g.Terms[0].Name, g.Terms[0].MG)
			}
		}
	}
	held, err := Start(features.Lishex, weights.NameFlat, []string{"pst.*"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w, _ := held.Term("pst.knight.e4"); w.MG.Value == 0 {
		t.Error("the frozen tables are 0, too")
	}
}
