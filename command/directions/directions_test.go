package directions

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights/blend"
)

// old are the weights of the trace.
const old = `{"format":"centipawn weights","version":1,"set":"toy","unit":"centipawns, White-relative","terms":[
{"name":"piece.pawn","mg":90,"eg":110},{"name":"piece.rook","mg":400,"eg":450},{"name":"pair","mg":20,"eg":30},
{"name":"threat.a","mg":0,"eg":0},{"name":"threat.b","mg":0,"eg":0},{"name":"Tempo","value":10}]}
`

// files writes old weights, a trace of games by chance that others would rather play, and other labels of its rows.
func files(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var trace, labels strings.Builder
	trace.WriteString("# set toy\n# column 1 piece.pawn tapered\n# column 2 piece.rook tapered\n# column 3 pair tapered\n# column 4 threat.a tapered\n# column 5 threat.b tapered\n# column 6 Tempo\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 1500 {
		mg, tempo := float64(rng.IntN(11))/10, 1-2*(i%2)
		n := [5]int{rng.IntN(5) - 2, rng.IntN(3) - 1, rng.IntN(3) - 1, rng.IntN(3) - 1, rng.IntN(3) - 1}
		score := 80*n[0] + 350*n[1] + 60*n[2] + 40*n[3] - 25*n[4] + 5*tempo + rng.IntN(100) - 50
		result := "1/2-1/2"
		if v := score + rng.IntN(400) - 200; v > 100 {
			result = "1-0"
		} else if v < -100 {
			result = "0-1"
		}
		fmt.Fprintf(&trace, "%s qid:g%d mg:%g eg:%g score:%d", result, i/10, mg, 1-mg, score)
		for c, v := range append(n[:], tempo) {
			if v != 0 {
				fmt.Fprintf(&trace, " %d:%d", c+1, v)
			}
		}
		trace.WriteString("\n")
		fmt.Fprintf(&labels, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5 c9 %q; eval \"%+d\"; id \"#%08x\";\n", result, score/2+10*n[4], i/10)
	}
	for name, text := range map[string]string{"old.json": old, "x.trace": trace.String(), "other.epd": labels.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// made makes the directions of the files into a folder of them.
func made(t *testing.T, dir, to string, change func(*Options)) (*List, string) {
	t.Helper()
	o := Options{Inputs: []string{filepath.Join(dir, "x.trace")}, Start: filepath.Join(dir, "old.json"), Dir: filepath.Join(dir, to),
		Labels: []Labels{{"other", filepath.Join(dir, "other.epd")}}}
	if change != nil {
		change(&o)
	}
	var said bytes.Buffer
	l, err := Make(t.Context(), o, cli.Streams{Out: &said, Err: &said})
	if err != nil {
		t.Fatal(err)
	}
	return l, said.String()
}

func names(l *List) (list []string) {
	for _, d := range l.Directions {
		list = append(list, d.Name)
	}
	return list
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestMake: all that applies is made, each as its call of fit makes it; a run that was interrupted goes on to the same
// bytes, and so do other numbers of threads.
func TestMake(t *testing.T) {
	dir := files(t)
	l, _ := made(t, dir, "a", nil)
	want := []string{"scores-300", "scores-1000", "scores-3000", "scores-30000", "entropy", "blend", "results-3000", "results-30000",
		"tempo-free", "middlegame", "endgame", "new-terms", "labels-other"}
	if got := names(l); !slices.Equal(got, want) {
		t.Errorf("made %v, want %v; skipped %v", got, want, l.Skipped)
	}
	for _, s := range l.Skipped {
		if s.Why == "" || !slices.Contains([]string{"formula", "leaves", "choices"}, s.Name) {
			t.Errorf("skipped %+v", s)
		}
	}
	t.Chdir(dir)
	for _, name := range []string{"scores-3000", "tempo-free", "new-terms", "labels-other"} {
		d := l.Directions[slices.Index(want, name)]
		args := strings.Fields(strings.ReplaceAll(d.Command, "'", ""))
		if err := fit.Main(t.Context(), args[1:], cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)}); err != nil {
			t.Fatalf("%s: %v", d.Command, err)
		}
		if !bytes.Equal(read(t, d.File), read(t, "a", d.File)) {
			t.Errorf("%s makes other weights", d.Command)
		}
	}
	moved(t, l)
	whole := read(t, "a", ListName)
	if err := os.Remove(filepath.Join("a", "blend.json")); err != nil {
		t.Fatal(err)
	}
	if _, said := made(t, dir, "a", nil); strings.Count(said, "made by an earlier run") != len(want)-1 {
		t.Errorf("of all but one an earlier run is said:\n%s", said)
	}
	made(t, dir, "b", func(o *Options) { o.Threads = 3 })
	for _, other := range []string{"a", "b"} {
		if !bytes.Equal(read(t, other, ListName), whole) {
			t.Errorf("%s: the list has other bytes", other)
		}
	}
}

// TestSearched: leaves and choices are made of rows of their own, as their calls of fit make them, and again when their
// positions have changed.
func TestSearched(t *testing.T) {
	dir := files(t)
	var trees strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(string(read(t, dir, "other.epd"))), "\n") {
		fmt.Fprintf(&trees, "%s tree \"#%08x\"; side \"w\";\n", line, i/5)
	}
	epd := filepath.Join(dir, "trees.epd")
	if err := os.WriteFile(epd, []byte(trees.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "leaves.trace"), read(t, dir, "x.trace"), 0o666); err != nil {
		t.Fatal(err)
	}
	searched := func(o *Options) {
		of := Rows{Files: []string{filepath.Join(dir, "leaves.trace")}, Positions: epd}
		o.Only, o.Labels, o.Leaves, o.Choices = []string{"leaves", "choices"}, nil, of, of
	}
	l, _ := made(t, dir, "a", searched)
	if got := names(l); !slices.Equal(got, []string{"leaves", "choices"}) {
		t.Fatalf("made %v; skipped %v", got, l.Skipped)
	}
	if l.Directions[0].Test == nil || l.Directions[1].Target != "teacher" {
		t.Errorf("%+v", l.Directions)
	}
	t.Chdir(dir)
	for _, d := range l.Directions {
		args := strings.Fields(strings.ReplaceAll(d.Command, "'", ""))
		if err := fit.Main(t.Context(), args[1:], cli.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)}); err != nil {
			t.Fatalf("%s: %v", d.Command, err)
		}
		if !bytes.Equal(read(t, d.File), read(t, "a", d.File)) {
			t.Errorf("%s makes other weights", d.Command)
		}
	}
	if _, said := made(t, dir, "a", searched); strings.Count(said, "made by an earlier run") != 2 {
		t.Errorf("again:\n%s", said)
	}
	if err := os.WriteFile(epd, []byte(strings.ReplaceAll(trees.String(), "eval \"+", "eval \"+1")), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, said := made(t, dir, "a", searched); strings.Contains(said, "made by an earlier run") {
		t.Errorf("with other positions:\n%s", said)
	}
}

// TestNamesFile: the folder of a file of names is not part of what is made.
func TestNamesFile(t *testing.T) {
	dir := files(t)
	trace := string(read(t, dir, "x.trace"))
	var columns, rows strings.Builder
	for line := range strings.Lines(trace) {
		if _, column, ok := strings.Cut(line, "# column "); ok {
			_, column, _ = strings.Cut(column, " ")
			columns.WriteString(column)
		} else {
			rows.WriteString(line)
		}
	}
	var lists [][]byte
	for _, to := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, "in"+to), 0o777); err != nil {
			t.Fatal(err)
		}
		names := filepath.Join(dir, "in"+to, "names.txt")
		for path, text := range map[string]string{names: columns.String(), filepath.Join(dir, "x.trace"): rows.String()} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		made(t, dir, to, func(o *Options) { o.Only, o.Labels, o.Flags = []string{"endgame"}, nil, []string{"-names", names} })
		lists = append(lists, read(t, dir, to, ListName))
	}
	if !bytes.Equal(lists[0], lists[1]) || !strings.Contains(string(lists[0]), " -names names.txt ") {
		t.Errorf("%s\n%s", lists[0], lists[1])
	}
}

// moved checks what directions move, and the measures of that.
func moved(t *testing.T, l *List) {
	t.Helper()
	for _, d := range l.Directions {
		for _, w := range d.Weights.Weights() {
			held := w.Name == "Tempo" && d.Name != "tempo-free" || strings.HasSuffix(w.Name, ".eg") && d.Name == "middlegame" ||
				strings.HasSuffix(w.Name, ".mg") && d.Name == "endgame" || !strings.HasPrefix(w.Name, "threat") && d.Name == "new-terms"
			before := map[string]float64{"piece.pawn.mg": 90, "piece.pawn.eg": 110, "piece.rook.mg": 400, "piece.rook.eg": 450, "pair.mg": 20, "pair.eg": 30, "Tempo": 10}[w.Name]
			if held && w.Value != before {
				t.Errorf("%s moves %s", d.Name, w.Name)
			}
		}
		if d.Train == nil || d.Test == nil || d.Test.Interval == nil || !(d.Train.New < d.Train.Old) {
			t.Errorf("%s: errors %+v, %+v", d.Name, d.Train, d.Test)
		}
	}
	file := func(name string) blend.Direction {
		return blend.Direction{Name: name, Fit: l.Directions[0].Weights}
	}
	gram := l.Gram(&blend.Blend{Directions: []blend.Direction{file("scores-3000"), file("tempo-free.rest")}})
	if len(gram) != 2 || !(gram[1][1] > 0) || gram[0][1] != gram[1][0] {
		t.Errorf("gram %v of %v", gram, l.Changes.Names)
	}
	if l.Gram(&blend.Blend{Directions: []blend.Direction{file("none")}}) != nil {
		t.Error("a gram of a direction that is not there")
	}
	if c := l.Changes.Correlation; !(c[0][1] > 0.9) || !(l.Changes.Distance[0] > l.Changes.Distance[3]) {
		t.Errorf("scores of 300 and 1000 rows %v, moves %v", c[0][1], l.Changes.Distance)
	}
}

// TestRead: a folder that is complete is read with its weights; changed files are refused.
func TestRead(t *testing.T) {
	dir := files(t)
	only := func(o *Options) { o.Only, o.Labels = []string{"endgame"}, nil }
	l, _ := made(t, dir, "a", only)
	folder := filepath.Join(dir, "a")
	back, err := Read(folder)
	if err != nil || len(back.Directions) != 1 || back.Directions[0].Weights == nil || len(back.Changes.Names) != 2 {
		t.Fatalf("%+v, %v", back, err)
	}
	l.Changes = nil
	if err := l.write(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "not complete") {
		t.Errorf("a list that is not complete: %v", err)
	}
	made(t, dir, "a", only)
	if err := os.WriteFile(filepath.Join(folder, "endgame.json"), []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(folder); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("a changed file: %v", err)
	}
	if _, said := made(t, dir, "a", only); strings.Contains(said, "earlier run") {
		t.Errorf("a changed file is taken: %s", said)
	}
}

// TestRefused: errors say what to pass.
func TestRefused(t *testing.T) {
	dir := files(t)
	trace, start := filepath.Join(dir, "x.trace"), filepath.Join(dir, "old.json")
	lacking := filepath.Join(dir, "lacking.json")
	if err := os.WriteFile(lacking, []byte(strings.Replace(old, `,{"name":"Tempo","value":10}`, "", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"no rows":                        {"-start", start, "-o", dir},
		"pass the old weights":           {"-o", dir, trace},
		"pass a weights file":            {"-start", "zero", "-o", dir, trace},
		"pass the folder":                {"-start", start, trace},
		"want some of scores-300":        {"-start", start, "-o", filepath.Join(dir, "x"), "-only", "all", trace},
		"-tempo speed":                   {"-start", start, "-o", filepath.Join(dir, "x"), "-tempo", "speed", trace},
		"want a name of letters":         {"-start", start, "-o", filepath.Join(dir, "x"), "-labels", "../a=b.epd", trace},
		"given twice":                    {"-start", start, "-o", filepath.Join(dir, "x"), "-labels", "a=b.epd", "-labels", "a=c.epd", trace},
		"labels-a: open":                 {"-start", start, "-o", filepath.Join(dir, "x"), "-only", "labels-a", "-labels", "a=" + filepath.Join(dir, "none.epd"), trace},
		"no weight Tempo is given":       {"-start", lacking, "-o", filepath.Join(dir, "x"), trace},
		"-leaves-positions x.epd: pass":  {"-start", start, "-o", filepath.Join(dir, "x"), "-leaves-positions", "x.epd", trace},
		"-choices-positions x.epd: pass": {"-start", start, "-o", filepath.Join(dir, "x"), "-choices-positions", "x.epd", trace},
		"-leaves: the rows of a trace":   {"-start", start, "-o", filepath.Join(dir, "x"), "-leaves", trace, trace},
		"-choices: the rows of a trace":  {"-start", start, "-o", filepath.Join(dir, "x"), "-choices", trace, trace},
		"-test x.trace: want none or a":  {"-start", start, "-o", filepath.Join(dir, "x"), "-test", "x.trace", trace},
		"no direction could be made: l":  {"-start", start, "-o", filepath.Join(dir, "x"), "-only", "leaves", trace},
	} {
		var said bytes.Buffer
		err := Main(t.Context(), args, cli.Streams{Out: &said, Err: &said})
		if text := fmt.Sprint(err) + said.String(); err == nil || !strings.Contains(text, want) {
			t.Errorf("%q: %s, want %s", args, text, want)
		}
	}
}

// TestChoose: parts are of directions that have learned their labels and are not likely to lose, as long as there are
// such, and each brings something new.
func TestChoose(t *testing.T) {
	l, _ := made(t, files(t), "dirs", nil)
	most := l.Choose(3)
	if len(most) < 2 {
		t.Fatalf("%+v", most)
	}
	some := l.promising()
	for i, c := range most {
		d := slices.IndexFunc(l.Directions, func(d Direction) bool { return strings.HasPrefix(c.Name, d.Name+".") })
		if d < 0 || c.File != l.Directions[d].File || slices.Contains(some, true) && !some[d] {
			t.Errorf("%+v is of no promising direction: %v", c, some)
		}
		if c.New > c.RMS+1e-12 || c.New < leastNew || i > 0 && c.New > most[i-1].New {
			t.Errorf("%+v after %+v", c, most[:i])
		}
	}
	if one := l.Choose(1); len(one) != 1 || one[0] != most[0] {
		t.Errorf("%+v, want %+v", one, most[:1])
	}
	for i := range l.Directions {
		l.Directions[i].Test, l.Directions[i].Train = nil, nil // nothing has learned
	}
	if all := l.Choose(1); len(all) != 1 || all[0].RMS < most[0].RMS {
		t.Errorf("%+v, want the largest of all", all)
	}
}
