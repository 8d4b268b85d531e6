package session

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// TestReportNumbers: report.json has the losses of the search, the calibration and the tables of the
// page, the same in another run; another format is refused.
func TestReportNumbers(t *testing.T) {
	var texts [2]string
	limit := "3000"
	if long.Short(t) {
		limit = "1500"
	}
	run := filepath.Join(t.TempDir(), "fit.toml")
	if err := os.WriteFile(run, []byte("learning = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		dir := filepath.Join(t.TempDir(), "report") // its name is in the command
		opt := options(t, "-report", dir, "-loss", "sigmoid", "-set", "alphaone", "-limit", limit, "-ridge", "1", "-run", run, sample)
		f, err := Run(t.Context(), opt, cli.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		r, err := finding.ReadReport(dir)
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
		other := strings.Replace(texts[i], "centipawn report 1", "centipawn report 0", 1)
		if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := finding.ReadReport(dir); err == nil || !strings.Contains(err.Error(), "fit -report") {
			t.Errorf("another format: error %v", err)
		}
	}
	if texts[0] != texts[1] {
		t.Error("two runs differ")
	}
}
