package source_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// carriedNames says what the numbers of the carried engine are.
const carriedNames = `material.{pawn,knight,bishop,rook,queen} tapered = Material
pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1} tapered = PieceSquare
BishopPair tapered
Doubled tapered
Isolated tapered
Phalanx tapered
Passed[8] tapered
RookFile[2] tapered
Shield[4] tapered
PawnThreat[5] tapered
KingAttack[4]
Tempo
Mobility[4][28] tapered
`

// compiled builds the carried engine with its weights in a text, and returns the program.
func compiled(t *testing.T, weightsH []byte, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/engine")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "weights.h"), weightsH, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "engine")
	args = append(args, "-O2", "-I", "../../examples/trace", filepath.Join(dir, "engine.c"), filepath.Join(dir, "evaluate.c"), "-o", program)
	if text, err := exec.CommandContext(t.Context(), "cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}

// thinks returns the evaluations of an engine and the nodes of its bench.
func thinks(t *testing.T, program, file string) (evaluations, nodes string) {
	t.Helper()
	positions, err := os.Open("../../features/positions.txt") // 1,000 of them
	if err != nil {
		t.Fatal(err)
	}
	defer positions.Close()
	var printed [2]string
	for i, verb := range []string{"eval", "bench"} {
		cmd := exec.CommandContext(t.Context(), program, verb)
		cmd.Stdin = positions
		cmd.Env = append(os.Environ(), "CENTIPAWN_WEIGHTS="+file)
		text, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		printed[i] = string(text)
	}
	return printed[0], regexp.MustCompile(`\d+ nodes\n$`).FindString(printed[1])
}

// shaken returns a copy of a file with other values, of which many are halves, and some terms left out.
func shaken(f *weights.File, seed uint64) (all, some *weights.File) {
	rng := rand.New(rand.NewPCG(seed, 35))
	a, s := *f, *f
	a.Terms, s.Terms = nil, nil
	for _, t := range f.Terms {
		if rng.IntN(4) > 0 {
			for _, w := range []*weights.Weight{&t.Value, &t.MG, &t.EG} {
				w.Value += float64(rng.IntN(121)-60) / 2
				if rng.IntN(2) > 0 {
					w.Value += math.Round(1e4*rng.Float64()) / 1e4
				}
			}
			s.Terms = append(s.Terms, t)
		}
		a.Terms = append(a.Terms, t)
	}
	return &a, &s
}

// TestLive: an engine that takes a weights file evaluates and searches as one whose source the file was
// written into; weights that the file does not name are those of the source.
func TestLive(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("needs cc")
	}
	text, err := os.ReadFile("../../examples/engine/weights.h")
	if err != nil {
		t.Fatal(err)
	}
	code := []source.Code{{Name: "weights.h", Data: text}}
	opt := source.Options{}
	if opt.Names, err = source.ReadNames("names", strings.NewReader(carriedNames), opt); err != nil {
		t.Fatal(err)
	}
	skeleton, err := source.Skeleton("carried", opt.Names)
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := source.Read(code, opt)
	if err != nil {
		t.Fatal(err)
	}
	old, err := source.Import(skeleton, arrays, opt)
	if err != nil {
		t.Fatal(err)
	}
	live, plain := compiled(t, text, "-DCENTIPAWN_LIVE"), compiled(t, text)
	evaluations, nodes := thinks(t, plain, "")
	if e, n := thinks(t, live, ""); e != evaluations || n != nodes || strings.Count(e, "\n") != 1000 {
		t.Errorf("without a file: bench %s, want %s, or other evaluations", n, nodes)
	}
	seeds := uint64(4)
	if long.Short(t) {
		seeds = 1
	}
	for seed := range seeds {
		all, some := shaken(old, seed)
		written, err := source.Rewrite(code, old, all, opt)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), strconv.FormatUint(seed, 10)+".json")
		if err := some.Write(file); err != nil {
			t.Fatal(err)
		}
		wantEvaluations, wantNodes := thinks(t, compiled(t, written[0].Data), "")
		gotEvaluations, gotNodes := thinks(t, live, file)
		if gotEvaluations != wantEvaluations || gotNodes != wantNodes || gotEvaluations == evaluations || bytes.Equal(written[0].Data, text) {
			t.Errorf("seed %d: bench %s, compiled %s, or other evaluations", seed, gotNodes, wantNodes)
		}
	}
}
