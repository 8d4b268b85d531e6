package house_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

const fixturesFile = "internal/house/testdata/fixtures.txt"

// fixtures are runs of the commands on the embedded sample; $OUT is where they write, and
// settings are the lines of a run file. Only what may not change is hashed: arrays of
// matrices, values of weights, moves of games.
var fixtures = []struct{ name, command, settings string }{
	{"matrix alphaone", "extract -set alphaone -o $OUT.matrix $SAMPLE", ""},
	{"matrix pesto", "extract -set pesto -o $OUT.matrix $SAMPLE", ""},
	{"matrix standard", "extract -set standard -o $OUT.matrix $SAMPLE", ""},
	{"matrix standard_safety", "extract -set standard_safety -limit 30000 -o $OUT.matrix $SAMPLE", ""},
	{"matrix filtered", "extract -set pesto -drop check,mates -per-game 20 -duplicates mean -quiet replace -limit 40000 -o $OUT.matrix $SAMPLE", ""},
	{"positions", "extract -sample 50 -o $OUT.epd $SAMPLE", ""},
	{"fit squared", "fit -set alphaone -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit squared pesto", "fit -set pesto -limit 10000 -o $OUT.json $SAMPLE", ""},
	{"fit huber", "fit -set alphaone -loss huber -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit sigmoid", "fit -quick -set alphaone -loss sigmoid -scale none -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit sigmoid pesto", "fit -quick -set pesto -loss sigmoid -scale none -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit sigmoid prior", "fit -quick -set pesto -loss sigmoid -scale none -prior published -prior-rows 100 -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit sigmoid folds", "fit -quick -set alphaone -loss sigmoid -scale none -start zero -k 1 -ridge auto -limit 10000 -run $OUT.toml -o $OUT.json $SAMPLE", `folds = 2`},
	{"fit sigmoid keep", "fit -quick -set pesto -loss sigmoid -prior published -prior-rows 100 -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit sigmoid constrained", "fit -quick -set pesto -loss sigmoid -scale none -freeze pst.king.* -bound pst.pawn.*=0..300 -ridge 10 -limit 40000 -run $OUT.toml -o $OUT.json $SAMPLE", `smooth = 10
tie = ["pst.rook.a*,pst.rook.h*"]`},
	{"fit sigmoid mixed", "fit -quick -set pesto -loss sigmoid -scale none -lambda 0.7 -test none -limit 40000 -run $OUT.toml -o $OUT.json $SAMPLE", `intercept = "none"`},
	{"fit sigmoid block", "fit -quick -set standard_safety -loss sigmoid -scale none -prior published -prior-rows 10 -limit 10000 -o $OUT.json $SAMPLE", ""},
	{"fit crossentropy", "fit -quick -set pesto -loss crossentropy -scale none -limit 40000 -o $OUT.json $SAMPLE", ""},
	{"fit lm", "fit -quick -set alphaone -loss sigmoid -scale none -limit 40000 -run $OUT.toml -o $OUT.json $SAMPLE", `method = "lm"`},
	{"fit adam", "fit -quick -set alphaone -loss sigmoid -scale none -limit 40000 -run $OUT.toml -o $OUT.json $SAMPLE", `method = "adam"
passes = 30`},
	{"fit sgd", "fit -quick -set alphaone -loss sigmoid -scale none -limit 40000 -run $OUT.toml -o $OUT.json $SAMPLE", `method = "sgd"
passes = 5
batch = 4096`},
	{"games of a match", "match -a builtin -b published:pesto -nodes 300 -games 12 -seed 7 -o $OUT.match", ""},
	{"games of self-play", "match selfplay -nodes 300 -games 12 -seed 7 -o $OUT.viri", ""},
}

// TestFixtures holds the bytes that users' runs came to: a change of the code's form may
// not change them. go test ./internal/house -run TestFixtures -update writes them again, which belongs
// to a change that says so.
func TestFixtures(t *testing.T) {
	long.Skip(t, "builds and runs the commands")
	if runtime.GOARCH != "amd64" {
		t.Skip("the golden values are those of amd64: other processors round products and sums at once")
	}
	golden := readGolden(t)
	var now strings.Builder
	fmt.Fprintf(&now, "rounding\t%s\n", rounding())
	if golden["rounding"] != rounding() && !*update {
		t.Skip("this processor or build rounds otherwise (GOAMD64=v3, another Go): the golden values do not apply")
	}
	bin := commands(t)
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			for name, hash := range hashesOf(t, bin, f.command, f.settings) {
				key := strings.TrimSpace(f.name + " " + name)
				fmt.Fprintf(&now, "%s\t%s\n", key, hash)
				if golden[key] != hash && !*update {
					t.Errorf("%s: %s differs from what it was (%s)", key, hash, f.command)
				}
			}
		})
	}
	if *update {
		writeGolden(t, now.String())
	}
}

// rounding is a hash of what this build makes of exponentials, logarithms and sums of
// products: it tells machines apart whose last bits differ.
func rounding() string {
	h := sha256.New()
	for i := range 1000 {
		x := 0.37*float64(i) + 0.1
		fmt.Fprintln(h, math.Exp(-x/50), math.Log(x), x*(x+0.1)+math.Sqrt(x))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// hashesOf runs a command and returns the hashes of what it wrote, by name.
func hashesOf(t *testing.T, bin, command, settings string) map[string]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(out+".toml", []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	args := strings.Fields(command)
	for i, a := range args {
		args[i] = strings.NewReplacer("$OUT", out, "$SAMPLE", "datasets/sample/sample.csv.zst").Replace(a)
	}
	if text, err := exec.Command(filepath.Join(bin, args[0]), args[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, text)
	}
	hashes := map[string]string{}
	switch name := args[slices.Index(args, "-o")+1]; filepath.Ext(name) {
	case ".matrix":
		arrays, _ := filepath.Glob(filepath.Join(name, "*.npy"))
		for _, a := range arrays {
			hashes[filepath.Base(a)] = hash(read(t, a))
		}
	case ".json":
		hashes[""] = hash(values(t, read(t, name)))
	case ".match":
		hashes[""] = hash(moves(read(t, filepath.Join(name, "games.pgn"))))
	default:
		hashes[""] = hash(read(t, name))
	}
	return hashes
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func hash(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

// values are the terms' names and their weights to full precision; bounds, errors and
// everything said about the fit are left out.
func values(t *testing.T, file []byte) []byte {
	t.Helper()
	var w struct {
		Terms []struct {
			Name          string
			Value, MG, EG *float64
		}
	}
	if err := json.Unmarshal(file, &w); err != nil || len(w.Terms) == 0 {
		t.Fatal("no terms: ", err)
	}
	var b []byte
	for _, term := range w.Terms {
		b = append(b, term.Name...)
		for _, v := range []*float64{term.Value, term.MG, term.EG} {
			if v != nil {
				b = fmt.Appendf(b, " %v", *v)
			}
		}
		b = append(b, '\n')
	}
	return b
}

var tagsAndComments = regexp.MustCompile(`(?m)^\[.*\]$|\{[^}]*\}`)

// moves are a PGN's moves and results, without tags, comments, move numbers and line breaks.
func moves(pgn []byte) []byte {
	fields := strings.Fields(tagsAndComments.ReplaceAllString(string(pgn), " "))
	fields = slices.DeleteFunc(fields, func(f string) bool { return strings.HasSuffix(f, ".") })
	return []byte(strings.Join(fields, " "))
}

func readGolden(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile(fixturesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	golden := map[string]string{}
	for line := range strings.Lines(string(b)) {
		key, hash, _ := strings.Cut(strings.TrimSpace(line), "\t")
		golden[key] = hash
	}
	return golden
}

func writeGolden(t *testing.T, text string) {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	f, err := os.Create(fixturesFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, strings.Join(lines, "")); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
