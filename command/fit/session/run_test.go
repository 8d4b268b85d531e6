package session

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
)

const sample = "../../../datasets/sample/sample.csv.zst"

// options returns the options of a command line.
func options(t *testing.T, args ...string) settings.Options {
	t.Helper()
	var diag strings.Builder
	opt, err := settings.Parse(flag.NewFlagSet("", flag.ContinueOnError), args, cli.Streams{Out: io.Discard, Err: &diag})
	if err != nil {
		t.Fatal(err, diag.String())
	}
	return opt
}

// file writes a file into a new folder and returns its name.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// everything is a run file with a value for each kind of setting.
const everything = `# everything
inputs = ["` + sample + `"]
set = "pesto_mirrored"
loss = "crossentropy"
k = 0.8
lambda = 0.75
test = "20%"
seed = 7
prior = "published"
prior-rows = 40
scale = "none"
freeze = ["pst.king.*", "pst.queen.d1.mg"]
bound = ["pst.pawn.*=-200..200"]
tie = ["pst.rook.a1.mg,pst.rook.d1.mg"]
fix = ["pst.rook.a8.eg=500"]
quick = true
tolerance = 1e-7
memory = "2GB"
limit = 20000
scores = "..900"
duplicates = "first"
balance = "30/40/30"
mirror = true
parity = true
`

// TestRunFile: a run file gives what flags give, flags win over it, and what is written of a run
// makes the same weights and the same run file again.
func TestRunFile(t *testing.T) {
	run := strings.Replace(everything, "parity = true\n", "", 1)
	opt := options(t, "-run", file(t, "all.toml", run), "-seed", "8", "-limit", "3000")
	x := &opt.Fit.Texel
	if opt.Set != "pesto_mirrored" || x.K != 0.8 || opt.Fit.Target.ScoreShare != 0.25 || opt.Fit.Split.Share != 0.2 || opt.Fit.Split.Seed != 8 ||
		x.PriorRows != 40 || x.Scale != fit.ScaleNone || len(opt.Freeze) != 2 || len(x.Bounds) != 1 || len(x.Ties) != 1 || len(opt.Fit.Fixed) != 1 ||
		!x.Quick || x.Tolerance != 1e-7 || x.Memory != 2e9 || opt.Read.Limit != 3000 || opt.Read.Filter.Scores == nil || !opt.Read.Filter.Mirror || x.Balance.IsZero() {
		t.Errorf("%+v", opt)
	}
	dir := t.TempDir()
	var texts [2][2]string
	for i, name := range []string{"first.json", "again.json"} {
		opt.Out = filepath.Join(dir, name)
		if _, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
			t.Fatal(err)
		}
		for j, path := range []string{opt.Out, settings.RunPath(opt.Out)} {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[i][j] = string(text)
		}
		opt = options(t, "-run", settings.RunPath(opt.Out), "-threads", "1")
	}
	if texts[0] != texts[1] {
		t.Errorf("the run is not made again:\n%s\n%s", texts[0][1], texts[1][1])
	}
	if text := texts[0][1]; !strings.Contains(text, "seed = 8\n") || strings.Contains(text, "memory") || !strings.Contains(text, `freeze = ["pst.king.*", "pst.queen.d1.mg"]`) {
		t.Errorf("run file %s", text)
	}
}

// TestRunFileOfOthers: a file that fit has not written is not replaced, and a device has none.
func TestRunFileOfOthers(t *testing.T) {
	path := file(t, "w.run.toml", "# mine\nloss = 'huber'\n")
	opt := options(t, "-limit", "2000", "-o", strings.TrimSuffix(path, ".run.toml")+".json", sample)
	std := cli.Streams{Out: io.Discard, Err: io.Discard}
	if _, err := Run(t.Context(), opt, std); err == nil || !strings.Contains(err.Error(), "w.run.toml would be replaced") {
		t.Errorf("error %v", err)
	}
	opt.Out = os.DevNull
	if _, err := Run(t.Context(), opt, std); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(settings.RunPath(os.DevNull)); err == nil {
		t.Errorf("%s is there", settings.RunPath(os.DevNull))
	}
}

// TestPrintJSON: what programs read is there.
func TestPrintJSON(t *testing.T) {
	opt := options(t, "-limit", "2000", "-json", sample)
	var out bytes.Buffer
	std := cli.Streams{Out: &out, Err: io.Discard}
	f, err := Run(t.Context(), opt, std)
	if err != nil || f.Print(std, true) != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"set", "columns", "rows", "k", "method", "passes", "seconds", "train", "test", "n", "mse", "mae", "r2", "warnings"} {
		if !strings.Contains(out.String(), `"`+key+`":`) {
			t.Errorf("no %s in %s", key, &out)
		}
	}
}
