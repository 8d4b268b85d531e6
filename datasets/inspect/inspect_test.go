package inspect

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
)

// labelled is a position with a made-up evaluation: sixty centipawns a pawn of
// material, and chance.
type labelled struct {
	fen   string
	white float64 // centipawns, White's view
	black bool    // Black is to move
	chance,
	row, game int
}

func (l labelled) mover() float64 {
	if l.black {
		return -l.white
	}
	return l.white
}

func labelledGames(t testing.TB, n int) []labelled {
	positions, games := boardtest.NumberedPositions(3, n)
	rng := rand.New(rand.NewPCG(4, 5))
	rows := make([]labelled, n)
	for i := range positions {
		p := &positions[i]
		rows[i] = labelled{
			fen:    p.FEN(),
			white:  float64(60*datasets.Material(p)) + float64(int(120*rng.NormFloat64())),
			black:  p.SideToMove() == board.Black,
			chance: rng.IntN(600) - 300,
			row:    i,
			game:   games[i],
		}
	}
	return rows
}

func TestInspect(t *testing.T) {
	all := labelledGames(t, 6000)
	whole := func(f func(labelled) float64) func(labelled) string {
		return func(l labelled) string { return fmt.Sprintf("%+.0f", f(l)) }
	}
	pawns := func(f func(labelled) float64) func(labelled) string {
		return func(l labelled) string { return fmt.Sprintf("%+.2f", f(l)/100) }
	}
	white := func(l labelled) float64 { return l.white }
	mover, minus := labelled.mover, func(f func(labelled) float64) func(labelled) float64 {
		return func(l labelled) float64 { return -f(l) }
	}
	const refused = "refused "
	tests := []struct {
		name  string
		label func(labelled) string
		opt   datasets.Options
		n     int
		want  []string // refused or not, code, and a part of the text
	}{
		{"White's view", whole(white), datasets.Options{}, 6000, nil},
		{"the mover's view, asked for", whole(mover), datasets.Options{POV: datasets.POVMover}, 6000, nil},
		{"pawns, asked for", pawns(white), datasets.Options{Unit: datasets.UnitPawns}, 6000, nil},
		{"pawns, the mover's view, asked for", pawns(mover), datasets.Options{Unit: datasets.UnitPawns, POV: datasets.POVMover}, 6000, nil},
		{"few rows, all wrong", pawns(minus(mover)), datasets.Options{}, 600, []string{"D02: 600 scored rows are too few"}},

		{"the mover's view", whole(mover), datasets.Options{}, 6000, []string{refused + "D02: scores are not White's view pass -pov mover"}},
		{"White's view, the mover's asked for", whole(white), datasets.Options{POV: datasets.POVMover}, 6000, []string{refused + "D02: scores are not the mover's view pass -pov white"}},
		{"the other side's view", whole(minus(mover)), datasets.Options{}, 6000, []string{refused + "D02: scores are the view of the side that has moved negate them and pass -pov mover"}},
		{"Black's view", whole(minus(white)), datasets.Options{}, 6000, []string{refused + "D02: scores have the wrong sign negate them"}},
		{"Black to move only, the mover's view", func(l labelled) string {
			if l.black {
				return whole(mover)(l)
			}
			return "?"
		}, datasets.Options{}, 6000, []string{refused + "D02: scores are not White's view pass -pov mover, or negate them"}},
		{"chance", whole(func(l labelled) float64 { return float64(l.chance) }), datasets.Options{}, 6000,
			[]string{refused + "D02: scores are unrelated to material name the right column with -score", "D03: scores do not look like centipawns"}},

		{"pawns", pawns(white), datasets.Options{}, 6000, []string{refused + "D03: scores are not centipawns pass -unit pawns"}},
		{"pawns, the mover's view", pawns(mover), datasets.Options{}, 6000,
			[]string{refused + "D02: scores are not White's view pass -pov mover", refused + "D03: scores are not centipawns pass -unit pawns"}},
		{"centipawns, pawns asked for", whole(white), datasets.Options{Unit: datasets.UnitPawns}, 6000, []string{refused + "D03: scores are not pawns pass -unit centipawns"}},
		{"expected scores", func(l labelled) string { return fmt.Sprintf("%.4f", l.white/(400+max(l.white, -l.white))/10) }, datasets.Options{}, 6000,
			[]string{refused + "D03: scores are not centipawns but expected scores or the like"}},
		{"millipawns", whole(func(l labelled) float64 { return 9 * l.white }), datasets.Options{}, 6000, []string{"D03: scores do not look like centipawns"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, l := range all[:tt.n] {
				fmt.Fprintf(&b, "%s,%s\n", l.fen, tt.label(l))
			}
			tt.opt.FEN, tt.opt.Score = "1", "2"
			in, err := Inputs(datasets.NewReader("t.csv", &b, tt.opt), 1)
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, in, refused, tt.want)
		})
	}
}

// checkFindings compares findings with what is wanted: severity, the text's
// beginning up to the figures, and the words after them.
func checkFindings(t *testing.T, in []Inspection, refused string, want []string) {
	t.Helper()
	var refusals []string
	for i, f := range in[0].Findings {
		got := f.String()
		if f.Level == note.Error {
			got = refused + got
			refusals = append(refusals, in[0].Name+":1: "+f.Text)
		}
		if i >= len(want) || !matches(got, want[i]) {
			t.Errorf("finding %q", got)
		}
	}
	if len(in[0].Findings) != len(want) {
		t.Errorf("%d findings, want %q", len(in[0].Findings), want)
	}
	if err := Refusal(in); (err != nil) != (len(refusals) > 0) || err != nil && err.Error() != strings.Join(refusals, "\n") {
		t.Errorf("refusal %v, want %q", err, refusals)
	}
}

// matches reports whether text begins with the words of want up to a place
// and ends with the others.
func matches(text, want string) bool {
	words := strings.Split(want, " ")
	for i := range len(words) + 1 {
		if strings.HasPrefix(text, strings.Join(words[:i], " ")) && strings.HasSuffix(text, strings.Join(words[i:], " ")) {
			return true
		}
	}
	return false
}

// TestInspectText pins one sentence as the user sees it.
func TestInspectText(t *testing.T) {
	in := Inspection{
		WhiteToMove: Relation{9870, 90, 0.304, 0.1, 900, 0.5}, BlackToMove: Relation{10130, 91, -0.291, 0.1, 900, -0.4},
		Rows: 20000, Slope: 0.57, Low: -5.4, High: 11.49, Decimals: 0.98,
	}
	in.judge(datasets.Options{Game: "-"}, &observer{})
	want := []string{
		"D02: scores are not White's view: the rank correlation of score and material is +0.30 with White to move (9870 rows of 90 games) and -0.29 with Black to move (10130 rows of 91 games), in all +0.00 in White's frame and +0.00 in the mover's: pass -pov mover",
		"D03: scores are not centipawns: 0.57 a pawn of material, 95 % of them between -5.4 and 11.49, 98 % with decimals: pass -unit pawns",
	}
	for i, f := range in.Findings {
		if i >= len(want) || f.String() != want[i] || f.Level != note.Error {
			t.Errorf("finding %d: %v %v", i, f.Level, f)
		}
	}
	if len(in.Findings) != len(want) {
		t.Errorf("%d findings, want %d", len(in.Findings), len(want))
	}
}

// TestInspectGames: ids that number rows are not ids of games.
func TestInspectGames(t *testing.T) {
	all := labelledGames(t, 3000)
	tests := []struct {
		name string
		id   func(labelled) int
		opt  datasets.Options
		want []string
	}{
		{"games", func(l labelled) int { return l.game }, datasets.Options{}, nil},
		{"rows", func(l labelled) int { return l.row }, datasets.Options{}, []string{"S01: the first 3000 rows have 3000 ids: if they number rows and not games, pass -game -"}},
		{"rows, ignored", func(l labelled) int { return l.row }, datasets.Options{Game: "-"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			b.WriteString("fen,eval,id\n")
			for _, l := range all {
				fmt.Fprintf(&b, "%s,%.0f,%d\n", l.fen, l.white, tt.id(l))
			}
			in, err := Inputs(datasets.NewReader("t.csv", &b, tt.opt), 1)
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, in, "refused ", tt.want)
		})
	}
}

// numbered returns a CSV of n rows whose score is 0 among the first
// inspectFirst rows, and after them a number of their own.
func numbered(n int) []byte {
	b := []byte("fen,eval\n")
	for i := range n {
		b = fmt.Appendf(b, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1,%g\n", max(0, float64(i-inspectFirst)/10))
	}
	return b
}

// TestObserve: the random rows are from the whole of a plain file, from the
// prefix of an archive, from nowhere in a stream.
func TestObserve(t *testing.T) {
	const n = 60_000
	text := numbered(n)
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := packer.EncodeAll(text, nil)
	tests := []struct {
		name   string
		text   []byte
		limit  int
		random int
		mean   float64 // of the random rows' scores
	}{
		{"plain, read through", text, 64 << 20, inspectRandom, (n - inspectFirst) / 20},
		{"plain, random places", text, 1 << 20, inspectRandom - 400, 40_000. * 40_000 / 60_000 / 20},
		{"archive, prefix", packed, 64 << 20, inspectRandom, (n - inspectFirst) / 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(path, tt.text, 0o666); err != nil {
				t.Fatal(err)
			}
			observe := func(seed uint64) *observer {
				o := newObserver(seed, tt.limit)
				r, err := datasets.Open([]string{path}, datasets.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				p, err := r.Preview(0)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				if err := o.look(p); err != nil {
					t.Fatal(err)
				}
				return o
			}
			o, again, other := observe(1), observe(1), observe(2)
			if len(o.first) != inspectFirst || len(o.random) < tt.random || len(o.random) > inspectRandom {
				t.Errorf("%d rows from the beginning and %d random ones", len(o.first), len(o.random))
			}
			sum, different := 0.0, 0
			for i, obs := range o.random {
				sum += obs.label
				if obs != again.random[i] {
					t.Fatalf("random row %d is another one with the same seed", i)
				}
				if i < len(other.random) && obs != other.random[i] {
					different++
				}
			}
			// The mean of 20,000 rows has a standard error of 8; a thousand places
			// are worth a twentieth.
			if mean := sum / float64(len(o.random)); mean < tt.mean-160 || mean > tt.mean+160 {
				t.Errorf("mean of the random rows %.0f, want about %.0f", mean, tt.mean)
			}
			if different < len(o.random)/2 {
				t.Errorf("another seed gives other rows in %d of %d cases", different, len(o.random))
			}
		})
	}
}

// TestInspectStream: what was looked at is read again, and no row is lost.
func TestInspectStream(t *testing.T) {
	text := numbered(30_000)
	count := func(r *datasets.Reader) (rows, last int) {
		for s, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			if s.Line != last+1 && last > 0 {
				t.Fatalf("line %d after line %d", s.Line, last)
			}
			rows, last = rows+1, s.Line
		}
		return rows, last
	}
	r := datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{})
	if _, err := Inputs(r, 1); err != nil {
		t.Fatal(err)
	}
	if sources, err := datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{}).Sources(); err != nil || sources[0].Lines != 0 {
		t.Errorf("nothing was read: %+v, %v", sources, err)
	}
	if rows, last := count(r); rows != 30_000 || last != 30_001 {
		t.Errorf("%d rows to line %d, want 30000 to line 30001", rows, last)
	}
	r = datasets.NewReader("t.csv", bytes.NewReader(text), datasets.Options{})
	if _, err := Inputs(r, 1); err != nil {
		t.Fatal(err)
	}
	if sources, err := r.Sources(); err != nil || sources[0].Lines != 1 {
		t.Errorf("nothing but the header was handed out: %+v, %v", sources, err)
	}
}

// TestInspectRealData: data of engines passes as it is, and is refused when it
// is taken for something else.
func TestInspectRealData(t *testing.T) {
	long.Skip(t, "takes seconds")
	t.Parallel()
	const dir = "../../../shared/data/eval"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no data to try in ", dir)
	}
	for _, name := range []string{"stockfish_tcec", "mixed_engines_tcec", "stockfish_shallow", "tcec_games"} {
		path := filepath.Join(dir, name+".csv.zst")
		text := prefixOf(t, path, 2<<20)
		tests := []struct {
			name string
			text []byte
			opt  datasets.Options
			want string
		}{
			{"as it is", text, datasets.Options{}, ""},
			{"taken for the mover's view", text, datasets.Options{POV: datasets.POVMover}, "pass -pov white"},
			{"taken for pawns", text, datasets.Options{Unit: datasets.UnitPawns}, "pass -unit centipawns"},
			{"turned", turned(text, datasets.POVMover, 1), datasets.Options{}, "pass -pov mover"},
			{"turned, asked for", turned(text, datasets.POVMover, 1), datasets.Options{POV: datasets.POVMover}, ""},
			{"negated", turned(text, datasets.POVWhite, -1), datasets.Options{}, "negate them"},
			{"in pawns", turned(text, datasets.POVWhite, 0.01), datasets.Options{}, "pass -unit pawns"},
			{"in pawns, asked for", turned(text, datasets.POVWhite, 0.01), datasets.Options{Unit: datasets.UnitPawns}, ""},
		}
		for _, tt := range tests {
			in, err := Inputs(datasets.NewReader(name, bytes.NewReader(tt.text), tt.opt), 1)
			if err != nil {
				t.Fatal(err)
			}
			err = Refusal(in)
			switch {
			case tt.want == "" && len(in[0].Findings) > 0:
				t.Errorf("%s, %s: %v", name, tt.name, in[0].Findings)
			case tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.want)):
				t.Errorf("%s, %s: %v, want it to end in %q", name, tt.name, err, tt.want)
			}
		}
	}
}

// TestInspectRealDoubts: small sets are not refused.
func TestInspectRealDoubts(t *testing.T) {
	const dir = "../../../shared/data/eval"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no data to try in ", dir)
	}
	tests := []struct{ name, want string }{
		{"kaggle_alexber2024_random_evals.csv", "12 scored rows are too few"},
		{"kaggle_alexber2024_tactic_evals.csv", "32 scored rows are too few"},
		{"kaggle_alexber2024_checkmates.csv", "179 scored rows are too few"},
	}
	for _, tt := range tests {
		r, err := datasets.Open([]string{filepath.Join(dir, tt.name)}, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		in, err := Inputs(r, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := Refusal(in); err != nil {
			t.Errorf("%s is refused: %v", tt.name, err)
		}
		if text := fmt.Sprint(in[0].Findings); !strings.Contains(text, tt.want) {
			t.Errorf("%s: %s, want %q", tt.name, text, tt.want)
		}
		r.Close()
	}
}

func prefixOf(t *testing.T, path string, size int64) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := io.ReadAll(io.LimitReader(d, size))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// turned returns the rows with their scores, in the second column, times a
// factor and, if asked, in the mover's view. Mates are left out.
func turned(text []byte, pov datasets.POV, factor float64) []byte {
	b := []byte("fen,eval\n")
	for s, err := range datasets.NewReader("", bytes.NewReader(text), datasets.Options{}).All() {
		if err != nil || s.Score.Mate() != 0 {
			continue
		}
		score := factor * float64(s.Score)
		if pov == datasets.POVMover && s.Position.SideToMove() == board.Black {
			score = -score
		}
		b = fmt.Appendf(b, "%s,%g\n", s.Position.FEN(), score)
	}
	return b
}
