package fit

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestReportNumbers: report.json has the losses of the search, the calibration and the tables of the
// page, the same in another run; another format is refused.
func TestReportNumbers(t *testing.T) {
	var texts [2]string
	settings := filepath.Join(t.TempDir(), "fit.toml")
	if err := os.WriteFile(settings, []byte("learning = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		dir := t.TempDir()
		opt := options(t, "-report", dir, "-loss", "sigmoid", "-set", "alphaone", "-limit", "3000", "-ridge", "1", "-run", settings, sample)
		f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		r, err := ReadReport(dir)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Passes); n < 3 || r.Passes[n-1].Loss >= r.Passes[0].Loss || r.Passes[n-1].Passes > f.Result.Passes {
			t.Errorf("%d passes of %d: %+v", n, f.Result.Passes, r.Passes)
		}
		if len(r.Calibration) != len(f.Result.Calibration) || len(r.Learning) != len(f.Learning) || len(r.Groups) != len(f.Result.Groups) || len(r.Tables) < 3 || r.Test.MSE != f.Result.Test.MSE {
			t.Errorf("got %+v", r)
		}
		text, err := os.ReadFile(filepath.Join(dir, "report.json"))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
		other := strings.Replace(texts[i], reportFormat, "centipawn report 0", 1)
		if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadReport(dir); err == nil || !strings.Contains(err.Error(), "fit -report") {
			t.Errorf("another format: error %v", err)
		}
	}
	if texts[0] != texts[1] {
		t.Error("two runs differ")
	}
}

// TestKnownPasses: what JSON has no word for does not keep a report from being written.
func TestKnownPasses(t *testing.T) {
	got := known([]Pass{{1, 0.5, 0.1}, {2, math.NaN(), 0}, {3, math.Inf(1), 0}, {4, 0.4, math.NaN()}})
	want := []Pass{{1, 0.5, 0.1}, {4, 0.4, -1}}
	if !slices.Equal(got, want) {
		t.Errorf("passes %v, want %v", got, want)
	}
	if text, err := json.Marshal(known(nil)); string(text) != "[]" || err != nil {
		t.Errorf("no passes are %s, %v", text, err)
	}
}
