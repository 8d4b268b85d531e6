package export_test

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/export"
	"example.org/centipawn/weights/fixtures"
)

func code(t *testing.T, f *weights.File, opt export.Options) []byte {
	t.Helper()
	src, err := export.Code(f, export.Go, opt)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestExportGo(t *testing.T) {
	for name, f := range map[string]*weights.File{"alphaone.go": fixtures.Plain(), "pesto.go": fixtures.Tapered()} {
		src := code(t, f, export.Options{})
		fixtures.Golden(t, name, src)
		formatted, err := format.Source(src)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(src, formatted) {
			t.Errorf("%s is not as gofmt leaves it", name)
		}
	}
}

// TestExportedGoRuns builds a program from the exported files alone and compares
// what it prints with the weights.
func TestExportedGoRuns(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	hostile := fixtures.Plain()
	hostile.Set = "x\nfunc init() { panic(1) }"
	hostile.Provenance.Sources[0].Name = "a*/b\n}\r\u2028c"
	hostile.Provenance.Tool = "//go:embed *\n\npackage other"

	plainBoard := &weights.File{Set: "b", Terms: []weights.Term{{Name: "pst.king.h8", Value: weights.Weight{Value: -1.5}}}}
	dir := t.TempDir()
	for path, content := range map[string]string{
		"go.mod":             "module exported\n\ngo 1.21\n",
		"plain/plain.go":     string(code(t, fixtures.Plain(), export.Options{Package: "plain"})),
		"pesto/pesto.go":     string(code(t, fixtures.Tapered(), export.Options{Package: "pesto"})),
		"hostile/hostile.go": string(code(t, hostile, export.Options{Package: "hostile"})),
		"board/board.go":     string(code(t, plainBoard, export.Options{Package: "board"})),
		"main.go": `package main

import (
	"fmt"

	"exported/board"
	"exported/hostile"
	"exported/pesto"
	"exported/plain"
)

func main() {
	fmt.Println(plain.Tapered, plain.KingAttack, hostile.PassedPawns, board.PSTKing)
	fmt.Println(pesto.MaterialPawn, pesto.PassedR2, pesto.PassedR7.EG)
	fmt.Println(pesto.PSTKnight[0], pesto.PSTKnight[63], pesto.PSTPawn[0], pesto.PSTPawn[8])
}
`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	inDir := func(args ...string) string {
		cmd := exec.Command(goTool, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	inDir("vet", "./...")
	want := "0.8223653557110284 4.9471 108.2543 [" + strings.Repeat("0 ", 63) + "-1.5]\n" +
		"{82 94} {-1 3} 0\n" + // a half goes away from zero; -0.2 is 0
		"{-20 32} {43 -31} {0 0} {8 -8}\n"
	if got := inDir("run", "."); got != want {
		t.Errorf("the program printed\n%swant\n%s", got, want)
	}
}

func TestExportErrors(t *testing.T) {
	with := func(terms ...weights.Term) *weights.File { return &weights.File{Set: "s", Terms: terms} }
	tests := []struct {
		name string
		f    *weights.File
		opt  export.Options
		want string
	}{
		{"two terms of one Go name", with(fixtures.Term("king.attack", 1, 2), fixtures.Term("king_attack", 1, 2)), export.Options{},
			"term king_attack: its Go name KingAttack is taken by king.attack: give one of the two terms another name"},
		{"a name of ours", with(fixtures.Term("score", 1, 2)), export.Options{}, "term score: its Go name Score is taken by the language or its header: pass -prefix, a text in front of every name"},
		{"no letters", with(fixtures.Term("100", 1, 2)), export.Options{}, "term 100: has no valid Go name"},
		{"too large for int16", with(fixtures.Term("a", 1, 32767.5)), export.Options{}, "weights: O02: a.eg: 32768 cp does not fit into 16 bits"},
		{"package name", fixtures.Plain(), export.Options{Package: "my-weights"}, `package "my-weights": no identifier`},
		{"keyword", fixtures.Plain(), export.Options{Package: "func"}, `package "func": no identifier`},
		{"a policy", &weights.File{Kind: weights.Policy, Set: "s", Terms: []weights.Term{fixtures.Term("a", 1, 2)}}, export.Options{},
			"set s: a policy, where an evaluation is wanted: pass weights of positions here, a policy to -policy or PolicyFile"},
		{"no terms", with(), export.Options{}, "weights: no terms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := export.Code(tt.f, export.Go, tt.opt); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	if _, err := export.Code(with(fixtures.Term("a", -32768.4, 32767.4)), export.Go, export.Options{}); err != nil {
		t.Errorf("the ends of int16: %v", err)
	}
}

func TestLanguageNames(t *testing.T) {
	var l export.Language
	if err := l.UnmarshalText([]byte(export.JSON.String())); err != nil || l != export.JSON {
		t.Errorf("%v, %v", l, err)
	}
	if err := l.UnmarshalText([]byte("cobol")); err == nil || err.Error() != `"cobol" is neither go, c, cpp, rust, python, csharp, java, javascript nor json` {
		t.Errorf("error %v", err)
	}
}

func TestRounding(t *testing.T) {
	tests := []struct {
		name     string
		mg, eg   float64
		want     export.Rounding
		warnings int
	}{
		{"nothing moves", 3, -4, export.Rounding{Weights: 2, Largest: "a.mg"}, 0},
		{"up", 3.25, -4.5, export.Rounding{Weights: 2, Largest: "a.eg", Change: -0.5}, 0},
		{"lost", 0.25, -0.4, export.Rounding{Weights: 2, Largest: "a.eg", Change: 0.4, Lost: 2}, 1},
		{"zero is not lost", 0, 7, export.Rounding{Weights: 2, Largest: "a.mg"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := export.RoundingOf(&weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a", tt.mg, tt.eg)}}, export.Options{})
			if got != tt.want || len(got.Warnings()) != tt.warnings {
				t.Errorf("%+v, warnings %v\nwant %+v, %d", got, got.Warnings(), tt.want, tt.warnings)
			}
		})
	}
	if r := export.RoundingOf(fixtures.Plain(), export.Options{}); r != (export.Rounding{}) {
		t.Errorf("plain terms alone are not rounded, got %+v", r)
	}
	if r := export.RoundingOf(fixtures.Plain(), export.Options{Digits: export.Whole}); r.Weights != 8 || r.Largest != "pawn_shield" {
		t.Errorf("whole numbers: %+v", r)
	}
}

// FuzzExportedConstant checks that a plain weight's constant is the weight again.
func FuzzExportedConstant(f *testing.F) {
	f.Add(0.1)
	f.Add(math.SmallestNonzeroFloat64)
	f.Fuzz(func(t *testing.T, v float64) {
		file := &weights.File{Set: "s", Terms: []weights.Term{{Name: "a", Value: weights.Weight{Value: v}}}}
		src, err := export.Code(file, export.Go, export.Options{})
		if err != nil {
			return
		}
		_, after, _ := strings.Cut(string(src), "A float64 = ")
		var got float64
		if _, err := fmt.Sscan(after, &got); err != nil || got != v {
			t.Errorf("%v is exported as %q", v, after)
		}
	})
}
