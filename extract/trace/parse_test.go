package trace

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/matrix"
)

// slowRow is the row of a line of numbered columns and keys mg, qid and eval, read
// in the obvious way.
func slowRow(line string) (label, eval, mg float64, game string, counts map[int]float64) {
	must := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			panic(err)
		}
		return v
	}
	fields := strings.Fields(line)
	label, counts = must(fields[0]), map[int]float64{}
	for _, f := range fields[1:] {
		switch name, value, _ := strings.Cut(f, ":"); name {
		case "mg":
			mg = must(value)
		case "eval":
			eval = must(value)
		case "qid":
			game = value
		default:
			counts[int(must(name))] += must(value)
		}
	}
	return label, eval, mg, game, counts
}

// Lines are read as the obvious way reads them.
func TestSlowTwin(t *testing.T) {
	p := newParser(header.New("", nil, "").Directory(nil, 1))
	var r row
	for line := range strings.Lines(random(3000, 4)) {
		if line[0] == 'b' || line[0] == '#' {
			continue
		}
		if err := p.line([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		label, eval, mg, game, counts := slowRow(line)
		points := map[uint8]float64{1: 0, 2: 0.5, 3: 1, 0: float64(r.expected)}[uint8(r.result)]
		if points != label || r.eval != eval || r.mg != float32(mg) || r.eg != float32(1-float64(r.mg)) || string(r.game) != game {
			t.Fatalf("%s: %+v", line, r)
		}
		for _, e := range r.entries {
			if c := int(e.column) + 1; e.count == 0 || float64(e.count) != counts[c] {
				t.Fatalf("%s: column %d has %v, want %v", line, c, e.count, counts[c])
			} else {
				delete(counts, c)
			}
		}
		for c, v := range counts {
			if v != 0 {
				t.Fatalf("%s: column %d is missing", line, c)
			}
		}
		if !slices.IsSortedFunc(r.entries, func(a, b entry) int { return int(a.column - b.column) }) {
			t.Fatalf("%s: not in order", line)
		}
	}
}

// FuzzFormulaLine: the same of the rows of a formula, whose inputs, shapes and sums are read beside columns.
func FuzzFormulaLine(f *testing.F) {
	columns := []matrix.Column{{Name: "a", Tapered: true}, {Name: "x/b"}}
	lines := strings.Lines("# input n\n# shape 1 x * n\n")
	next, stop := iter.Pull(lines)
	defer stop()
	h, err := header.Read(func() ([]byte, error) {
		line, ok := next()
		if !ok {
			return nil, io.EOF
		}
		return []byte(line), nil
	}, "x", "", 1)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"1 n:2 shape:3 1:1 2:-1", "1 n:1e-3 shape:0 x/b:3 a:-2 sum.x:1,2 sum.linear:-3.5", "? n:0 shape:65535", "1 n:x shape:-1 sum.:1", "1 sum.x:1, n:1 shape:1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var r, again row
		if newParser(h.Directory(columns, 1)).line([]byte(line), &r) != nil {
			return
		}
		text := fmt.Sprintf("? shape:%d", r.shape)
		if r.has(header.KeyMG) {
			text += fmt.Sprintf(" mg:%v eg:%v", r.mg, r.eg)
		}
		n := float32(0)
		for _, e := range r.entries {
			if e.column == 2 {
				n = e.count
				continue
			}
			text += fmt.Sprintf(" %d:%v", e.column+1, e.count)
		}
		for _, g := range r.sums {
			text += fmt.Sprintf(" sum.%s:%v,%v", []string{"linear", "x"}[g.sum], g.mg, g.eg)
		}
		text += fmt.Sprintf(" n:%v", n)
		if err := newParser(h.Directory(columns, 1)).line([]byte(text), &again); err != nil {
			t.Fatalf("%q from %q: %v", text, line, err)
		}
		if !slices.Equal(r.entries, again.entries) || r.shape != again.shape || len(r.sums) != len(again.sums) {
			t.Errorf("%q gives %v, read again %v", line, r.entries, again.entries)
		}
	})
}

// Whatever a line holds, it is read or refused, and what is read can be written
// and read again.
func FuzzLine(f *testing.F) {
	for _, seed := range []string{"1 3:1 7:-1", "0.5 qid:a weight:2 offset:1 mg:.5 eg:.25 eval:-3 score:#3 ply:4 hash:ff 1:0.5 2:1e3 # c", "1/2-1/2\t1:2\r", "? a:1 a:-1", "1 999999:9999999", "1 :"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var r, again row
		if newParser(header.New("", nil, "").Directory(nil, 1)).line([]byte(line), &r) != nil {
			return
		}
		text := "?"
		if r.has(header.KeyMG) {
			text += fmt.Sprintf(" mg:%v eg:%v", r.mg, r.eg)
		}
		for _, e := range r.entries {
			text += fmt.Sprintf(" %d:%v", e.column+1, e.count)
		}
		if err := newParser(header.New("", nil, "").Directory(nil, 1)).line([]byte(text), &again); err != nil {
			t.Fatalf("%q from %q: %v", text, line, err)
		}
		if !slices.Equal(r.entries, again.entries) || r.mg != again.mg || r.eg != again.eg {
			t.Errorf("%q gives %v, read again %v", line, r.entries, again.entries)
		}
	})
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"1 3:1 7:-1\n": true, "# column 1 a\n\n1-0 qid:3 a:1\n": true, "": false, "1\n": false, "fen,eval\n": false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\";\n": false, "0.5 0:1\n": true,
	} {
		if got := Sniff(write(t, "x", text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if Sniff("no-such-file") || Sniff(t.TempDir()) {
		t.Error("what cannot be read is a trace")
	}
}
