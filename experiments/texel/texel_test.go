package texel

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/pst"
	"example.org/centipawn/tapered"
)

// sampleFiles writes rows of the embedded sample as two files: to train on and,
// those that follow, to test on.
func sampleFiles(t *testing.T, dir string, train, test int) []string {
	t.Helper()
	f, err := os.Open("../../datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	names := []string{filepath.Join(dir, "train.csv"), filepath.Join(dir, "test.csv")}
	for i, rows := range [][]string{lines[1 : 1+train], lines[1+train : 1+train+test]} {
		if err := os.WriteFile(names[i], []byte(lines[0]+strings.Join(rows, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// options are those of a short run. The prior is for the sample's few games.
func options() Options {
	o := Options{Passes: 20}
	o.Fit.Texel.PriorRows, o.Fit.Threads = 100, 2
	return o
}

// A finished is a run that tests share.
type finished struct {
	files  []string
	result *Result
}

var shared *finished

// shortRun does the experiment on a part of the sample, once.
func shortRun(t *testing.T) *finished {
	t.Helper()
	train, test := 10_000, 5_000
	if long.Short(t) {
		train, test = 3_000, 1_500
	}
	if shared == nil {
		dir, err := os.MkdirTemp("", "texel")
		if err != nil {
			t.Fatal(err)
		}
		f := &finished{files: sampleFiles(t, dir, train, test)}
		if f.result, err = Run(t.Context(), f.files, options()); err != nil {
			t.Fatal(err)
		}
		shared = f
	}
	return shared
}

// TestMain removes what tests share.
func TestMain(m *testing.M) {
	status := m.Run()
	if shared != nil {
		os.RemoveAll(filepath.Dir(shared.files[0]))
	}
	os.Exit(status)
}

// A plainRow is what the slow twin knows of a position.
type plainRow struct {
	score, label float64
	game         uint32
}

// plainRows reads a file and evaluates it by PeSTO's printed tables, piece by piece.
func plainRows(t *testing.T, name string) (rows []plainRow) {
	t.Helper()
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if inspect.Finished(&s.Position) != board.Ongoing || s.Result == 0 {
			continue
		}
		steps := [...]int{board.Knight: 1, board.Bishop: 1, board.Rook: 2, board.Queen: 4, board.King: 0}
		mg, eg, phase := 0.0, 0.0, 0
		for _, c := range []board.Color{board.White, board.Black} {
			for pt := board.Pawn; pt <= board.King; pt++ {
				for pieces := s.Position.Pieces(c, pt); pieces != 0; pieces &= pieces - 1 {
					sq, sign := pieces.First(), 1.0
					if c == board.Black {
						sq, sign = sq^56, -1
					}
					m, v := pst.PeSTO.Material[pt], pst.PeSTO.Squares[pt][sq]
					mg += sign * (float64(m.MG) + float64(v.MG))
					eg += sign * (float64(m.EG) + float64(v.EG))
					phase += steps[pt]
				}
			}
		}
		e := tapered.Pair{MG: mg, EG: eg}.Blend(float64(min(phase, 24)) / 24)
		rows = append(rows, plainRow{e, float64(s.Result-datasets.BlackWins) / 2, s.Game})
	}
	return rows
}

// errorsAt returns the mean squared error and the log loss at K.
func errorsAt(rows []plainRow, k float64) (mse, logLoss float64) {
	for _, r := range rows {
		e := 1 / (1 + math.Pow(10, -k*r.score/400))
		mse += (e - r.label) * (e - r.label)
		logLoss -= r.label*math.Log(e) + (1-r.label)*math.Log(1-e)
	}
	n := float64(len(rows))
	return mse / n, logLoss / n
}

// TestRun does the experiment on a part of the sample. K and the errors of
// published PeSTO are those of a slow twin: K by golden section on the training
// file, PeSTO piece by piece from its printed tables.
func TestRun(t *testing.T) {
	run := shortRun(t)
	files, r := run.files, run.result
	train, test := plainRows(t, files[0]), plainRows(t, files[1])
	low, high := 0.1, 5.0
	for high-low > 1e-9 {
		a, b := high-(high-low)*(math.Sqrt(5)-1)/2, low+(high-low)*(math.Sqrt(5)-1)/2
		atA, _ := errorsAt(train, a)
		if atB, _ := errorsAt(train, b); atA < atB {
			high = b
		} else {
			low = a
		}
	}
	if math.Abs(r.K.Value-low) > 1e-6 {
		t.Errorf("K is %.8f, by golden section %.8f", r.K.Value, low)
	}
	found := r.Tests[0]
	mse, logLoss := errorsAt(test, low)
	if m := found.Metrics[published]; m.N != len(test) || math.Abs(m.MSE-mse) > 1e-7 || math.Abs(m.LogLoss-logLoss) > 1e-7 {
		t.Errorf("published PeSTO: %d rows, MSE %.9f, log loss %.9f; want %d, %.9f, %.9f", m.N, m.MSE, m.LogLoss, len(test), mse, logLoss)
	}
	games := map[uint32]bool{}
	for _, row := range train {
		games[row.game] = true
	}
	both := map[uint32]bool{}
	for _, row := range test {
		if games[row.game] {
			both[row.game] = true
		}
	}
	if o := found.Leakage.Overlap; o == nil || o.Games != len(both) || o.RowsB != len(test) || r.Games != len(games) {
		t.Errorf("leakage %+v of %d training games, want %d shared games and %d rows", o, r.Games, len(both), len(test))
	}
	checkModels(t, r, found)
	checkSearches(t, r)
}

// checkModels checks what must hold between the models.
func checkModels(t *testing.T, r *Result, test *Test) {
	t.Helper()
	free, tied := r.Fits[0], r.Fits[2]
	if begin := r.Starts[0].Begin; free.Train.MSE >= begin || tied.Train.MSE >= begin || tied.Train.MSE <= free.Train.MSE {
		t.Errorf("training MSE %.6f, mirrored %.6f, published %.6f", free.Train.MSE, tied.Train.MSE, begin)
	}
	for _, pair := range [][2]string{{"pst.knight.b1.mg", "pst.knight.g1.mg"}, {"pst.rook.d8.eg", "pst.rook.e8.eg"}, {"pst.pawn.a4.eg", "pst.pawn.h4.eg"}} {
		a, b := value(t, tied, pair[0]), value(t, tied, pair[1])
		if a != b || a == 0 {
			t.Errorf("mirrored: %s is %g, %s is %g", pair[0], a, pair[1], b)
		}
	}
	for k := range modelNames {
		m, c, d := test.Metrics[k], test.MSE[k], test.LogLoss[k]
		if k == published {
			if c != nil || d != nil {
				t.Error("published PeSTO is compared with itself")
			}
			continue
		}
		base := test.Metrics[published]
		if math.Abs(c.MSE.Value-(m.MSE-base.MSE)) > 1e-12 || math.Abs(d.Value-(m.LogLoss-base.LogLoss)) > 1e-6 {
			t.Errorf("%s: changes %g and %g, want %g and %g", modelNames[k], c.MSE.Value, d.Value, m.MSE-base.MSE, m.LogLoss-base.LogLoss)
		}
		if !(d.Low < d.Value && d.Value < d.High) {
			t.Errorf("%s: log loss changes by %g, %+v", modelNames[k], d.Value, d.Interval)
		}
		if len(test.ByPhase[k]) != 4 || len(test.Overall) != int(models) {
			t.Errorf("%s: %d curves by phase", modelNames[k], len(test.ByPhase[k]))
		}
	}
	// A constant in every evaluation leaves the slope and moves the offset by it.
	with, without := test.Overall[withIntercept], test.Overall[exported]
	shift := r.Intercept.Value * r.K.Value * math.Ln10 / 400 * with.Slope
	if math.Abs(with.Slope-without.Slope) > 1e-5 || math.Abs(without.Intercept-with.Intercept-shift) > 1e-5 || shift == 0 {
		t.Errorf("without the intercept slope %g and offset %g, with it %g and %g, want them apart by %g",
			without.Slope, without.Intercept, with.Slope, with.Intercept, shift)
	}
}

func value(t *testing.T, r *fit.Result, name string) float64 {
	t.Helper()
	for _, w := range r.Weights {
		if w.Name == name {
			return w.Value
		}
	}
	t.Fatalf("no weight %s", name)
	return 0
}

// checkSearches checks where methods and starts ended.
func checkSearches(t *testing.T, r *Result) {
	t.Helper()
	if len(r.Methods) != 4 || len(r.Starts) != 2*(2+randomStarts) {
		t.Fatalf("%d methods, %d starts", len(r.Methods), len(r.Starts))
	}
	for _, m := range r.Methods {
		if m.Gap < -1e-13 {
			t.Errorf("%v: %g below the optimum", m.Method, -m.Gap) // the prior's part omitted
		}
		first := m.Method == fit.Adam || m.Method == fit.SGD
		if !first && math.Abs(m.Gap) > 1e-4*m.Loss || first && math.Abs(m.Gap) < 1e-6 || first != (m.Stopped == descent.PassLimit) {
			t.Errorf("%v: %g above the optimum, stopped by %s", m.Method, m.Gap, m.Stopped)
		}
		if m.Gradients < 1 || m.Passes < m.Gradients || first && m.Gradients > 21 {
			t.Errorf("%v: %d of %d passes", m.Method, m.Gradients, m.Passes)
		}
	}
	for _, s := range r.Starts {
		if math.Abs(s.Change) > 1e-8 || s.Evaluation > 0.01 || s.Begin <= s.Final {
			t.Errorf("%v from %s: %+v", s.Loss, s.Start, s)
		}
	}
	zero := r.Starts[1]
	if begin := r.Fits[0].Train; math.Abs(zero.Begin-begin.NullMSE) > 0.02 || zero.Evaluation == 0 {
		t.Errorf("from zero: loss %g there, an evaluation differs by %g", zero.Begin, zero.Evaluation)
	}
}

// TestLogLossChange: the interval is that of the textbook's ratio of two means,
// here with games of equal weight: the standard error of the mean of their means.
func TestLogLossChange(t *testing.T) {
	a, b := &sight{}, &sight{}
	for i, change := range []float64{1, 3, 2, 4, 9, 5} {
		a.entropy, b.entropy = append(a.entropy, float64(i)), append(b.entropy, float64(i)+change)
		a.points.Cluster, a.points.Weight = append(a.points.Cluster, uint32(i/2)), append(a.points.Weight, 1)
	}
	d := logLossChange(a, b) // games: 2, 3, 7
	want := math.Sqrt((4. + 1 + 9) / 2 / 3)
	if d.Value != 4 || math.Abs(d.StdErr-want) > 1e-12 || math.Abs(d.High-4-4.302653*want) > 1e-5 {
		t.Errorf("%g, %+v, want 4 ± %g and Student's t of two degrees", d.Value, d.Interval, want)
	}
}

// TestCommand runs the command with another number of threads: its numbers are those of
// the run in TestRun, byte by byte, and it writes what it says.
func TestCommand(t *testing.T) {
	long.Skip(t, "takes seconds")
	run, out := shortRun(t), filepath.Join(t.TempDir(), "out")
	var stdout, stderr bytes.Buffer
	args := append([]string{"-threads", "1", "-passes", "20", "-prior-rows", "100", "-o", out}, run.files...)
	if err := Main(t.Context(), args, cli.Streams{Out: &stdout, Err: &stderr}); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	files := contents(t, out)
	want, err := json.MarshalIndent(run.result, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if files["result.json"] != string(want) {
		t.Error("result.json depends on the threads")
	}
	for _, name := range []string{"index.html", "tables.svg", "reliability1_published.svg", "reliability1_fitted.svg"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	for text, n := range map[string]int{"Errors on test.csv": 1, "| random 3 ": 2, "| lm ": 1, "± ": 6 * int(models)} {
		if got := strings.Count(files["tables.md"], text); got < n {
			t.Errorf("tables.md has %q %d times, want %d:\n%s", text, got, n, files["tables.md"])
		}
	}
	if !strings.Contains(stdout.String(), "test.csv: S01") || !strings.Contains(stderr.String(), "lbfgs: loss ") {
		t.Errorf("printed:\n%s\n%s", &stdout, &stderr)
	}
}

// TestPart: without a test file a part of the games is the test.
func TestPart(t *testing.T) {
	opt := options()
	opt.Fit.Texel.Quick, opt.Passes, opt.Fit.Bootstrap.Resamples = true, 2, 10
	r, err := Run(t.Context(), shortRun(t).files[1:], opt)
	if err != nil {
		t.Fatal(err)
	}
	test := r.Tests[0]
	if m := r.Fits[0].Test; test.Name != "test part of test.csv" || m == nil || test.Rows != m.N || *test.Metrics[fitted] == *test.Metrics[published] ||
		math.Abs(test.Metrics[fitted].MSE-m.MSE) > 1e-12 || r.Games+test.Games != r.Fits[0].Games {
		t.Errorf("test part: %+v, the fit has %+v", test, m)
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// TestUsage: what is missing or means nothing is an error of usage.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-passes", "0", "x.epd"}, {"-seed", "0", "x.epd"}, {"-prior-rows", "-1", "x.epd"}} {
		err := Main(t.Context(), args, cli.Streams{Out: io.Discard, Err: io.Discard})
		if cli.Status(err) != cli.StatusUsage {
			t.Errorf("%q: %v", args, err)
		}
	}
	if _, err := Run(t.Context(), []string{"none.epd"}, Options{}); err == nil {
		t.Error("no error for a file that is not there")
	}
}
