package doctor_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/internal/note"
)

// TestHonest: what is said of public files. None is refused that is what it seems.
func TestHonest(t *testing.T) {
	const dir = "../../../shared/data/"
	tests := []struct{ name, codes string }{ // errors, warnings, notes
		{"texel/quiet_stockfish.epd.zst", "note D01"},
		{"texel/zurichess_subset.epd", "warning D06, note D01, note D08"},
		{"texel/wukong_selfplay.txt.zst", "warning D06, warning D11, warning D14, note D08, note D08"},
		{"pgn/human/polgar.pgn.zst", "warning D11, warning D13, warning D14, warning D17"},
		{"formats/bullet_batch.bf", "warning D15"},
		{"eval/winprob_kaufman.csv", "error D03, warning D02, warning D16, note D18"},
		{"puzzles/lichess_mateIn1.csv", "error D01, warning D16, warning D17, note D09"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := os.Stat(dir + tt.name); err != nil {
				t.Skip("no real data: ", err)
			}
			var codes []string
			for _, f := range examine(t, dir+tt.name, doctor.Options{}).Findings {
				codes = append(codes, f.Level.String()+" "+string(f.Code))
			}
			if got := strings.Join(codes, ", "); got != tt.codes || !slices.IsSortedFunc(codes, byLevel) {
				t.Errorf("%s, want %s", got, tt.codes)
			}
		})
	}
}

// byLevel puts errors before warnings before notes.
func byLevel(a, b string) int {
	rank := func(s string) int { return strings.Index("error warning note", strings.Fields(s)[0]) }
	return rank(a) - rank(b)
}

// TestUnusable: a file of which nothing, or little, can be read is not usable, and
// no flag makes it so.
func TestUnusable(t *testing.T) {
	good := goodRows(t)
	firstBad := map[string]string{
		"antichess.pgn":      "the first is line 1: ",
		"empty_evals.jsonl":  "the first is line 1: bad FEN",
		"swapped_header.csv": "the first is line 2: ",
	}
	swapped := append([]string{"eval,fen"}, table(good, "", func(r row) string { return r.fen + "," + r.score })[1:]...)
	for name, text := range map[string][]string{
		"antichess.pgn":        {`[Variant "antichess"]`, "", "1. e3 b5 2. Bxb5 *"},
		"shallow.jsonl":        {`{"fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","evals":[{"pvs":[{"cp":90,"line":"e2e4"}],"depth":8}]}`},
		"empty_evals.jsonl":    {`{"fen":"8/8/8/8/8/8/8/8 w - -","evals":[]}`},
		"swapped_header.csv":   swapped,
		"two_files_joined.csv": append(scored(good), lines(good[:len(good)/4])...),
	} {
		d := examine(t, write(t, name, text), doctor.Options{Read: datasets.Options{Depth: 9}})
		f := found(d, note.D07)
		if f == nil || f.Level != note.Error || len(f.Extract) > 0 || !d.Stuck || d.Counts.Bad > 0 && !strings.Contains(f.Text, firstBad[name]) {
			t.Errorf("%s: %s: %+v", name, d.Verdict, f)
		}
	}
}

// TestBadBudget: what the doctor tolerates and extract does not is in the command.
func TestBadBudget(t *testing.T) {
	text := scored(goodRows(t))
	for range 150 {
		text = append(text, "8/8/8/8/8/8/8/8 w - - 0 1,0,*,x")
	}
	d := examine(t, write(t, "bad.csv", text), doctor.Options{Bad: 1000})
	if f := found(d, note.D07); f == nil || f.Level != note.Warning || !strings.Contains(d.Commands[0], " -bad 150 ") {
		t.Errorf("%q: %+v", d.Commands, f)
	}
	d = examine(t, write(t, "one.csv", text[:len(text)-149]), doctor.Options{Bad: budget.Off})
	if f := found(d, note.D07); f == nil || f.Level != note.Error || !strings.Contains(d.Commands[0], " -bad 1 ") {
		t.Errorf("%q: %+v", d.Commands, f)
	}
}

// TestNames: outputs keep the dots of a name, and blanks are quoted.
func TestNames(t *testing.T) {
	text := append([]string{"my fen,my score"}, scored(goodRows(t)[:20])[1:]...)
	for i, line := range text {
		text[i] = strings.Join(strings.Split(line, ",")[:2], ",")
	}
	d := examine(t, write(t, "my run 1.2.csv", text), doctor.Options{Read: datasets.Options{FEN: "my fen", Score: "my score"}})
	for i, want := range []string{"-fen 'my fen' -score 'my score' -o 'my run 1.2.matrix' '", "fit -o 'my run 1.2.json' 'my run 1.2.matrix'"} {
		if !strings.Contains(d.Commands[i], want) {
			t.Errorf("%q, want %s", d.Commands[i], want)
		}
	}
	if err := d.Write(fullDisk{}); err != errFull {
		t.Errorf("error %v", err)
	}
}

// A fullDisk has no room.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestTwoViews: rows of two views that were shuffled together have no view, and
// extract refuses them, too.
func TestTwoViews(t *testing.T) {
	for _, share := range []int{3, 5, 7} {
		rows := changed(goodRows(t), 1, func(i int, r *row) {
			if i%10 < share {
				mover(i, r)
			}
		})
		d := examine(t, write(t, "shuffled.csv", scored(rows)), doctor.Options{})
		f := found(d, note.D02)
		if f == nil || f.Level != note.Error || !d.Stuck {
			t.Errorf("%d of 10 the mover's: %s: %+v", share, d.Verdict, f)
		}
	}
}

// TestCapturesDue: positions that only a search finds unquiet are told (D17), with
// the flag that repairs them, if there are enough; rows in check are not searched.
func TestCapturesDue(t *testing.T) {
	text := scored(goodRows(t)[:1000]) // of a chunk no more than 1,024 are searched
	rows := len(text) - 1
	for _, tt := range []struct {
		name  string
		loud  int // of ten positions
		bound int
		found bool
	}{
		{"two of ten", 2, 50, true}, {"one of twenty", 0, 50, false}, {"within the bound", 2, 60, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			gap := func(p *board.Position) int {
				if p.InCheck() {
					t.Errorf("in check: %s", p.FEN())
				}
				if h := int(p.CanonicalKey() % 20); h == 0 || h < 2*tt.loud {
					return 60
				}
				return 0
			}
			var diagnoses [2]*doctor.Diagnosis
			for i, threads := range []int{1, 8} {
				diagnoses[i] = examine(t, write(t, "due.csv", text), doctor.Options{Gap: gap, Bound: tt.bound, Threads: threads})
			}
			d := diagnoses[0]
			if n := d.Noise; n != diagnoses[1].Noise || n.Searched+n.Checks != rows {
				t.Errorf("%+v with one thread, %+v with eight; %d rows", n, diagnoses[1].Noise, rows)
			}
			f := found(d, note.D17)
			if (f != nil) != tt.found {
				t.Fatalf("finding %+v, want one: %v", f, tt.found)
			}
			if f == nil {
				return
			}
			if flags := strings.Join(recommended(t, d), " "); f.Level != note.Warning || !strings.Contains(flags, "-quiet") {
				t.Errorf("%v, flags %q", f.Level, flags)
			}
			if !slices.ContainsFunc(d.Suspects, func(s doctor.Suspect) bool { return s.Code == note.D17 }) {
				t.Error("no line to look at")
			}
		})
	}
}
