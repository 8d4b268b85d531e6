package source

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/long"
)

var update = flag.Bool("update", false, "write testdata again")

// TestGolden: a king's safety, complexity and scale in every language, as testdata has it.
func TestGolden(t *testing.T) {
	p := compile(t, `white = -safety_white.mg * max(0, safety_white.mg) / 720;
		black = -safety_black.mg * max(0, safety_black.mg) / 720;
		end = linear.eg + min(0, -safety_white.eg / 20) - min(0, -safety_black.eg / 20);
		v = if end > 0 then max(complexity, -end) else if end < 0 then -max(complexity, end) else 0;
		space = lookup(trunc(complexity / 2), -100, 100, space[x], 5) * sigmoid((end - weight(mid)) / weight(width));
		((linear.mg + white - black + space) * (256 - phase) + round(end + v) * phase * scale / 128) / 256`,
		formula.Scope{
			Sums:   []formula.Sum{{Name: "linear", Tapered: true}, {Name: "safety_white", Tapered: true}, {Name: "safety_black", Tapered: true}, {Name: "complexity"}},
			Inputs: []string{"scale", "phase"},
		})
	for d := range Dialect(len(languages)) {
		for i, o := range []Options{{}, {Name: "evaluation", About: "Centipawns from White's view.", Weight: func(string) string { return Number(d, 1.5) }, Indent: "  "}} {
			name := filepath.Join("testdata", d.String()+[]string{".parameter", ".constant"}[i])
			text := strings.Join(append(Imports(d, p), write(t, d, p, o)), "\n")
			if *update {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if string(want) != text {
				t.Errorf("%s is another text: go test ./internal/formula/source -update, and look at the difference", name)
			}
		}
	}
}

// TestParameters: the order of parameters and weights is what callers are told.
func TestParameters(t *testing.T) {
	p := compile(t, fixed[2], sums)
	for d, want := range map[Dialect]string{
		Go: "linearMG linearEG double_ notMG notEG in_ mg eg",
		C:  "linear_mg linear_eg double_ not_mg not_eg in_ mg eg",
	} {
		var got []string
		for _, parameter := range Parameters(d, p) {
			got = append(got, parameter.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %v, want %s", d, got, want)
		}
	}
	order := WeightOrder(p)
	if got := strings.Join(order[:6], " "); got != "tab.x[1].0 tab.x[1].1 tab.x[1].2 tab.x[1].3 tab.x[1].4 other.0" || order[len(order)-1] != "after" || len(order) != 46 {
		t.Error(order)
	}
}

// TestFused: the functions of Go have no fused products on a machine that has them.
func TestFused(t *testing.T) {
	long.Skip(t, "compiles for another machine")
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs go")
	}
	var b strings.Builder
	b.WriteString("package fused\n\nimport \"math\"\n\nvar _ = math.Abs\n\nfunc Control(a, b, c float64) float64 { return a*b + c }\n\n")
	for i, s := range samples(t, 40) {
		b.WriteString(write(t, Go, s.program, Options{Name: "F" + string(rune('A'+i/26)) + string(rune('a'+i%26))}))
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"fused.go": b.String(), "go.mod": "module fused\n\ngo 1.21\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(tool, "build", "-gcflags=-S", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "GOAMD64=", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	if n := len(regexp.MustCompile(`\tFN?M(ADD|SUB)D`).FindAll(out, -1)); n != 1 {
		t.Errorf("%d fused products, want the control's", n)
	}
}
