package extract

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/features"
	"example.org/centipawn/matrix"
)

// TestQuietFlags: what the flags make of a position in which a queen hangs, of one
// in which nothing does, and of one where it is a pawn.
func TestQuietFlags(t *testing.T) {
	const (
		queen = "4k3/8/8/3q4/4P3/8/8/6K1 w - - 0 1"
		taken = "4k3/8/8/3P4/8/8/8/6K1 b - - 0 1"
		none  = "4k3/8/8/8/4P3/8/8/6K1 w - - 0 1"
		over  = "7k/7Q/6K1/8/8/8/8/8 b - - 0 1"
	)
	name := filepath.Join(t.TempDir(), "in.epd")
	text := queen + " c9 \"1/2-1/2\"; eval \"+33\"; id \"a\";\n" + none + " c9 \"1-0\"; eval \"+150\"; id \"b\";\n" + over + " c9 \"1-0\"; id \"c\";\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, flags string
		changed     int
		funnel      string
		left        []string
	}{
		{"off", "", 0, "1 finished 0 termination", []string{queen, none}},
		{"said to be off", "-quiet=off", 0, "1 finished 0 termination", []string{queen, none}},
		{"filter", "-quiet=filter", 0, "1 finished 0 termination 1 quiescence over 50 from static", []string{none}},
		{"a bound that it keeps", "-quiet=filter -quiet-bound=3000", 0, "1 finished 0 termination 0 quiescence over 3000 from static", []string{queen, none}},
		{"replace", "-quiet=replace", 1, "1 finished 0 termination 0 over at the quiescence leaf", []string{taken, none}},
		{"replace within a bound", "-quiet=replace -quiet-bound=60", 0,
			"1 finished 0 termination 1 quiescence over 60 from static 0 over at the quiescence leaf", []string{none}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set, rep, err := Memory(t.Context(), []string{name}, parsed(t, strings.Fields(tt.flags)...))
			if err != nil {
				t.Fatal(err)
			}
			var funnel []string
			for _, drop := range rep.Funnel {
				funnel = append(funnel, fmt.Sprint(drop.Rows, " ", drop.Filter))
			}
			if got := strings.Join(funnel, " "); got != tt.funnel || rep.Changed != tt.changed {
				t.Errorf("funnel %q with %d changed, want %q with %d", got, rep.Changed, tt.funnel, tt.changed)
			}
			rows := rowsOf(t, set)
			for i, fen := range tt.left {
				p, err := board.ParseFEN(fen)
				if err != nil {
					t.Fatal(err)
				}
				label := [2]int{33, int(matrix.ResultDraw)}
				if fen == none {
					label = [2]int{150, int(matrix.ResultWhite)}
				}
				if rows.Hash[i] != p.CanonicalKey() || label != [2]int{int(rows.Score[i]), int(rows.Result[i])} {
					t.Errorf("row %d: key %x, score %d, result %d; want %x and %v", i, rows.Hash[i], rows.Score[i], rows.Result[i], p.CanonicalKey(), label)
				}
			}
			if rep.Rows != len(tt.left) {
				t.Errorf("%d rows, want %d", rep.Rows, len(tt.left))
			}
		})
	}
}

// writeEndings writes n rows of EPD, positions of few pieces, and returns the name of
// the file.
func writeEndings(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	for n > 0 {
		for _, p := range features.Positions() {
			if n > 0 && p.Occupied().Count() <= 12 {
				result := []string{"0-1", "1/2-1/2", "1-0"}[1+cmp.Compare(datasets.Material(&p), 0)]
				fmt.Fprintf(&b, "%s c9 %q; id \"g%d\";\n", p.FEN(), result, n/10)
				n--
			}
		}
	}
	name := filepath.Join(t.TempDir(), "endings.epd")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestQuietSameBytes: threads do not show in the rows, and the manifest names the
// weights that judged.
func TestQuietSameBytes(t *testing.T) {
	files := []string{writeEndings(t, 9000)}
	for _, flags := range [][]string{{"-quiet=filter"}, {"-quiet=replace", "-quiet-bound=400", "-duplicates=first"}} {
		var want string
		for _, threads := range []int{1, 8} {
			opt := parsed(t, flags...)
			opt.Threads = threads
			got, rep := create(t, "threads.matrix", files, opt)
			if want == "" {
				want = got
				m, err := matrix.Open(got)
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				if setting := (matrix.Setting{Name: "quiet-weights", Value: opt.Quiescence}); !strings.Contains(fmt.Sprint(m.Provenance().Settings), fmt.Sprint(setting)) {
					t.Errorf("settings %v: want %v among them", m.Provenance().Settings, setting)
				}
				if leaf := flags[0] == "-quiet=replace"; leaf != (rep.Changed > 0) {
					t.Errorf("%v: %d positions replaced", flags, rep.Changed)
				}
			}
			sameTree(t, fmt.Sprint(flags, threads), got, want)
		}
	}
}
