package alphaone

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/long"
)

// python runs a script with a Python that has the modules; without one the test is skipped. That of the system comes
// first: another may stand before it in the path without its modules.
func python(t *testing.T, modules string, args ...string) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3", "python"} {
		if exec.Command(name, "-c", "import "+modules).Run() != nil {
			continue
		}
		out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	t.Skip("no python3 with " + modules)
	return ""
}

// TestForest: the script reads the matrix, its least squares on all rows have the weights of our own fit, and every
// model beats the mean.
func TestForest(t *testing.T) {
	long.Skip(t, "scikit-learn takes seconds")
	dir, sample := filepath.Join(t.TempDir(), "x.matrix"), []string{"../../datasets/sample/sample.csv.zst"}
	opt := extract.Options{Set: features.AlphaOne, Limit: 6000}
	if _, err := extract.Run(t.Context(), sample, extract.Create(dir, opt.Shard), opt); err != nil {
		t.Fatal(err)
	}
	out := python(t, "numpy, sklearn", "forest.py", "-rows", "500", dir)
	mse := map[string]float64{}
	for line := range strings.Lines(out) {
		if name, rest, ok := strings.Cut(line, " MAE "); ok {
			var v float64
			_, text, _ := strings.Cut(rest, " MSE ")
			if _, err := fmt.Sscan(text, &v); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			mse[strings.TrimSpace(name)] = v
		}
	}
	if len(mse) != 6 {
		t.Fatalf("models %v, want 6", mse)
	}
	for name, v := range mse {
		if name != "the mean" && !(v < mse["the mean"]) {
			t.Errorf("%s has an error of %.0f, the mean has %.0f", name, v, mse["the mean"])
		}
	}
	data, _, err := extract.Memory(t.Context(), sample, opt)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := fit.Fit(t.Context(), data, fit.Options{Columns: sixAndTapered, Split: fit.Split{By: fit.SplitNone}}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range byName(ours) {
		var theirs float64
		_, text, _ := strings.Cut(out, " "+name+" ")
		if _, err := fmt.Sscan(strings.TrimRight(strings.Fields(text)[0], ","), &theirs); err != nil || math.Abs(theirs-w.Value) > 1e-6 {
			t.Errorf("%s is %.9f by scikit-learn, %.9f by ours (%v)", name, theirs, w.Value, err)
		}
	}
}

// TestDifference: labels are clipped before they are subtracted, and positions that one file lacks are omitted.
func TestDifference(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, content := range map[string]string{
		"a.epd": "4k3/8/8/8/8/8/P7/4K3 w - - eval \"+120\"; id \"g1\";\n4k3/8/8/8/8/8/Q7/4K3 w - - 0 9 eval \"#+3\"; id \"g2\";\n4k3/8/8/8/8/8/R7/4K3 b - - eval \"-2000\"; id \"g2\";\n",
		"b.epd": "4k3/8/8/8/8/8/P7/4K3 w - - eval \"-30\"; id \"g1\";\n4k3/8/8/8/8/8/Q7/4K3 w - - 0 9 eval \"#-1\"; id \"g2\";\n4k3/8/8/8/8/8/R7/4K3 b - - eval \"?\"; id \"g2\";\n",
	} {
		if err := os.WriteFile(path(name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	python(t, "re", "difference.py", path("a.epd"), path("b.epd"), path("out.csv"))
	got, err := os.ReadFile(path("out.csv"))
	if want := "FEN,Evaluation,game\n4k3/8/8/8/8/8/P7/4K3 w - -,150,g1\n4k3/8/8/8/8/8/Q7/4K3 w - -,3000,g2\n"; err != nil || string(got) != want {
		t.Errorf("error %v, got\n%swant\n%s", err, got, want)
	}
}
