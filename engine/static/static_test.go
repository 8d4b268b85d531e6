package static

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/note"
)

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// played returns positions of random games, whose move numbers are set.
func played(t testing.TB, n, move int) (list []board.Position) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 3))
	for len(list) < n {
		p := board.Start()
		for range 40 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 || len(list) == n {
				break
			}
			p.Make(moves[random.IntN(len(moves))])
			f := strings.Fields(p.FEN())
			list = append(list, position(t, strings.Join(append(f[:5], fmt.Sprint(move)), " ")))
		}
	}
	return list
}

// ask asks a fake, and returns what it remarks.
func ask(t testing.TB, cfg Config, positions []board.Position) (a *Answers, remarks []string, err error) {
	t.Helper()
	cfg.Remark = func(n note.Note) { remarks = append(remarks, n.Level.String()+" "+n.String()) }
	a, err = Ask(t.Context(), cfg, positions)
	return a, remarks, err
}

// TestRecognised: command, pattern, view and unit are found, and values are centipawns of White's view.
func TestRecognised(t *testing.T) {
	positions := append(played(t, 100, 5), position(t, "4k3/8/8/8/8/8/8/4RK2 b - - 0 9"), position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 9"))
	for _, test := range []struct {
		how, eval, pattern string
		want               Question // but for the pattern
		scale              float64  // of Values
	}{
		{how: "white", want: Question{Preset: "igel", Command: "eval", View: ViewWhite, Unit: UnitCentipawns}, scale: 1},
		{how: "mover", want: Question{Preset: "words", Command: "eval", View: ViewMover, Unit: UnitCentipawns}, scale: 1},
		{how: "weiss", want: Question{Preset: "weiss", Command: "eval", View: ViewWhite, Unit: UnitCentipawns}, scale: 1},
		{how: "glaurung", want: Question{Preset: "glaurung", Command: "eval", View: ViewMover, Unit: UnitCentipawns}, scale: 1},
		{how: "pawns", want: Question{Preset: "stockfish", Command: "eval", View: ViewMover, Unit: UnitPawns}, scale: 1},
		{how: "static", want: Question{Preset: "igel", Command: "static", View: ViewWhite, Unit: UnitCentipawns}, scale: 1},
		{how: "stockfish", want: Question{Preset: "stockfish", Command: "eval", View: ViewWhite, Unit: UnitPawns}, scale: 1},
		{how: "stockfish", eval: "stockfish-nnue", want: Question{Preset: "stockfish-nnue", Command: "eval", View: ViewWhite, Unit: UnitPawns}, scale: 1.5},
		{how: "stockfish", eval: "stockfish-final", want: Question{Preset: "stockfish-final", Command: "eval", View: ViewWhite, Unit: UnitPawns}, scale: 1.7},
		{how: "stockfish 17", want: Question{Preset: "stockfish", Command: "eval", View: ViewWhite, Unit: UnitPawns}, scale: 1.1},
		{how: "spaced", eval: "eval white", pattern: `:= (.*);`, want: Question{Command: "eval white", View: ViewWhite, Unit: UnitPawns}, scale: 1},
		{how: "comma", pattern: `Bewertung (\S+)`, want: Question{Command: "eval", View: ViewWhite, Unit: UnitPawns}, scale: 1},
		{how: "colours", want: Question{Preset: "caissa", Command: "eval", View: ViewWhite, Unit: UnitCentipawns}, scale: 1},
		{how: "own unit", want: Question{Preset: "igel", Command: "eval", View: ViewWhite, Unit: UnitCentipawns}, scale: 2.08},
	} {
		cfg := config(t, test.how)
		var err error
		if cfg.Ask, err = ParseQuestion(test.eval, test.pattern); err != nil {
			t.Fatal(err)
		}
		a, _, err := ask(t, cfg, positions)
		if err != nil {
			t.Errorf("%s: %v", test.how, err)
			continue
		}
		if diff := cmp.Diff(test.want, a.Asked, cmpopts.IgnoreFields(Question{}, "Pattern")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.how, diff)
		}
		checkValues(t, test.how, a, positions, test.scale)
	}
}

// checkValues compares values with the fake's evaluation.
func checkValues(t *testing.T, how string, a *Answers, positions []board.Position, scale float64) {
	t.Helper()
	for i := range positions {
		p, want := &positions[i], Evaluated
		switch {
		case p.CountMoves() == 0:
			want = Over
		case p.InCheck():
			want = InCheck
		}
		v := scale * float64(evaluation(p))
		if a.Reasons[i] != want || (want == Evaluated) == math.IsNaN(float64(a.Values[i])) || want == Evaluated && math.Abs(float64(a.Values[i])-v) > 1.01 {
			t.Errorf("%s: %s: %v, %v, want %v, %v", how, p.FEN(), a.Values[i], a.Reasons[i], v, want)
			return
		}
	}
	if n := a.Counts[Evaluated] + a.Counts[InCheck] + a.Counts[Over]; n != len(positions) || a.Counts[InCheck] == 0 || a.Counts[Over] == 0 {
		t.Errorf("%s: counts %v of %d", how, a.Counts, len(positions))
	}
}

// TestRefused: what is not an evaluation is an error that says what was found and what to pass.
func TestRefused(t *testing.T) {
	for _, test := range []struct {
		how, pattern string
		view         View
		unit         Unit
		want         []string
	}{
		{how: "unknown", want: []string{string(note.E01), `it does not know "eval": it says "Unknown command"`, "pass -eval with the engine's own command and -pattern", "docs/advise_engines.md"}},
		{how: "silent", want: []string{string(note.E01), "it prints nothing (eval, evaluate,", "pass -eval"}},
		{how: "echo", want: []string{string(note.E01), "it prints nothing (eval, evaluate,"}},
		{how: "board", want: []string{string(note.E01), `no number is found in what "eval" prints: it begins "| r n b q k b n r | key: DEADBEEF"`, "pass -pattern"}},
		{how: "garbage", want: []string{string(note.E01), `no number is found in what "eval" prints`}},
		{how: "standard error", want: []string{string(note.E01), `prints "Static evaluation: `, "to its standard error", "2>&1"}},
		{how: "white", pattern: "evil ([0-9]+)", want: []string{string(note.E01), `no number is found in what "eval" prints: it begins "eval `}},
		{how: "constant", want: []string{string(note.E01), "it is 17 for each of the positions", "pass another -pattern or -eval"}},
		{how: "negated", want: []string{string(note.E01), "positive numbers are for the side that is a queen or a rook short: print them negated"}},
		{how: "expected", want: []string{string(note.E01), "never negative", "an expected score"}},
		{how: "inconsistent", want: []string{string(note.E01), "its sign does not follow who is a queen or a rook ahead"}},
		{how: "late", want: []string{string(note.E01), `what "eval" prints comes after readyok`, "flush"}},
		{how: "large noise", want: []string{string(note.E03), "the same position other numbers, by up to", "noise"}},
		{how: "white", view: ViewMover, want: []string{string(note.E02), "takes the view of White, not of the side to move", "pass -eval-pov white"}},
		{how: "pawns", view: ViewWhite, want: []string{string(note.E02), "pass -eval-pov mover"}},
		{how: "white", unit: UnitPawns, want: []string{string(note.E02), "a pawn more adds 1", "pass -eval-unit centipawns"}},
		{how: "pawns", unit: UnitCentipawns, want: []string{string(note.E02), "pass -eval-unit pawns"}},
		{how: "never ends", want: []string{string(note.E01), "within a mebibyte"}},
		{how: "dies later", want: []string{string(note.E04), "the engine failed of 3 positions one after the other", "assertion failed: phase >= 0", `asked by "eval"`}},
		{how: "silent later", want: []string{string(note.E04), "200 positions one after the other have no evaluation", `it prints "tablebase hit, nothing to add"`, "pass another -pattern"}},
	} {
		cfg := config(t, test.how)
		cfg.Ask = Question{Pattern: test.pattern, View: test.view, Unit: test.unit}
		_, _, err := ask(t, cfg, played(t, 300, 20))
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", test.how, err, want)
			}
		}
	}
}

// TestBadQuestions: what cannot be asked is refused before an engine is started.
func TestBadQuestions(t *testing.T) {
	for _, test := range []struct{ eval, pattern, want string }{
		{"eval", "([0-9]", "pass a regular expression of Go whose first group is the number"},
		{"go depth 1", "", "is not one for a static evaluation"},
		{"eval\nquit", "", "has two lines: pass one"},
	} {
		if _, err := ParseQuestion(test.eval, test.pattern); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q %q: %v, want %q", test.eval, test.pattern, err, test.want)
		}
	}
	if _, err := Ask(t.Context(), Config{Ask: Question{Preset: "rybka"}}, nil); err == nil || !strings.Contains(err.Error(), "unknown: pass one of stockfish, ") {
		t.Error(err)
	}
}

// TestOwnCommand: an engine that hangs or dies at the command that the caller has passed is named as
// the client names it.
func TestOwnCommand(t *testing.T) {
	for how, want := range map[string]string{
		"dies":  `died after "eval": exit status 3; it said last: assertion failed`,
		"hangs": `readyok after "eval", which did not come`,
	} {
		cfg := config(t, how)
		cfg.Engine.Timeouts.Handshake = 300 * time.Millisecond
		cfg.Ask.Command = "eval"
		if _, _, err := ask(t, cfg, played(t, 3, 5)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", how, err, want)
		}
	}
}

// TestRemarks: what is doubtful is said, and the values are there.
func TestRemarks(t *testing.T) {
	for how, want := range map[string]string{
		"white":       "",
		"own unit":    "note " + string(note.E02) + ": Fake: a pawn more is worth 214 of its centipawns: they are kept as they are; divide by 2.14",
		"whole pawns": "warning " + string(note.E02) + ": Fake: its evaluation is in whole pawns",
		"asymmetric":  "warning " + string(note.E02) + ": Fake: a position and that with colours exchanged differ by up to 0.78 pawns",
		"two numbers": "",
		"searches":    "warning " + string(note.E03) + ": Fake: \"eval\" makes it search",
		"network":     "note " + string(note.E03) + ": Fake: the line \"eval 0\" seems to be of a network",
		"noise":       "warning " + string(note.E03) + ": Fake: asked twice by \"eval\", it gives the same position other numbers, by up to 3 centipawns",
		"none at 12":  "",
		"both phases": "warning " + string(note.E01) + ": Fake: there are 2 numbers in an answer",
	} {
		a, remarks, err := ask(t, config(t, how), played(t, 70, 5))
		if err != nil || a.Counts[Evaluated] == 0 {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if want == "" && len(remarks) > 0 || want != "" && !slices.ContainsFunc(remarks, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%s: %q, want %q", how, remarks, want)
		}
	}
	cfg := config(t, "two numbers")
	cfg.Ask.Pattern = `eval (\S+)`
	if _, remarks, err := ask(t, cfg, played(t, 5, 5)); err != nil || len(remarks) != 1 || !strings.Contains(remarks[0], string(note.E01)+": Fake: there are 2 numbers in an answer") {
		t.Errorf("%q %v", remarks, err)
	}
}

// TestTold: where the caller has said all of it, numbers that the probes do not explain are taken, and a
// warning says so.
func TestTold(t *testing.T) {
	cfg := config(t, "expected")
	cfg.Ask = Question{Command: "eval", Pattern: `eval (\S+)`, View: ViewWhite, Unit: UnitPawns}
	a, remarks, err := ask(t, cfg, played(t, 20, 5))
	if err != nil || a.Asked.Unit != UnitPawns || a.Values[0] < 0 || a.Values[0] > 100 || len(remarks) != 1 || !strings.Contains(remarks[0], string(note.E02)+": Fake: its evaluation is taken as you say, white view and pawns, but it is from") {
		t.Errorf("%v %q %v", a, remarks, err)
	}
}

// TestHangs: an engine that hangs at what it does not know is not asked all night.
func TestHangs(t *testing.T) {
	cfg := config(t, "hangs at all")
	cfg.Engine.Timeouts.Handshake = 300 * time.Millisecond
	if _, _, err := ask(t, cfg, played(t, 20, 5)); err == nil || !strings.Contains(err.Error(), `readyok after "eval", which did not come: killed (eval, evaluate were tried)`) {
		t.Error(err)
	}
}

// TestPositions: a position without an answer costs itself alone.
func TestPositions(t *testing.T) {
	positions := played(t, 150, 11)
	for _, i := range []int{3, 70, 71, 149} {
		f := strings.Fields(positions[i].FEN())
		positions[i] = position(t, strings.Join(append(f[:5], "12"), " "))
	}
	lost := 0
	for _, i := range []int{3, 70, 71, 149} {
		if !positions[i].InCheck() && positions[i].CountMoves() > 0 {
			lost++
		}
	}
	for how, why := range map[string]Reason{"silent at 12": Silent, "none at 12": Refused, "no number": Silent, "dies at 12": Failed, "hangs at 12": Failed} {
		cfg := config(t, how)
		if why == Failed {
			cfg.Engine.Timeouts.Handshake = time.Second
		}
		cfg.Processes = 2
		a, remarks, err := ask(t, cfg, positions)
		if err != nil {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if a.Counts[why] != lost || a.Counts[Evaluated]+a.Counts[why]+a.Counts[InCheck]+a.Counts[Over] != len(positions) || len(remarks) != 1 {
			t.Errorf("%s: counts %v, want %d of %v; %q", how, a.Counts, lost, why, remarks)
		}
	}
}

// TestChess960: castling rights of Chess960 are asked for where the engine knows them.
func TestChess960(t *testing.T) {
	positions := []board.Position{board.Start(), position(t, "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w BFbf - 0 1")}
	for how, want := range map[string]Reason{"white": Chess960, "chess960": Evaluated} {
		if a, _, err := ask(t, config(t, how), positions); err != nil || a.Reasons[0] != Evaluated || a.Reasons[1] != want {
			t.Errorf("%s: %v, %v", how, a, err)
		}
	}
}

// TestPipes: an engine that loses the order of what is sent ahead is asked one by one.
func TestPipes(t *testing.T) {
	positions := append(played(t, 40, 5), position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 9"), position(t, "4k3/8/8/8/8/8/8/4RK2 b - - 0 9"))
	a, _, err := ask(t, config(t, "pipes"), positions)
	if err != nil {
		t.Fatal(err)
	}
	checkValues(t, "pipes", a, positions, 1)
}

// TestProcesses: any number of processes gives the same values, and progress reaches the end.
func TestProcesses(t *testing.T) {
	positions := played(t, 1000, 5)
	var first []float32
	for _, n := range []int{1, 2, 5} {
		cfg, last := config(t, "pawns"), 0
		cfg.Processes = n
		cfg.Progress = func(done, all int) {
			if done < last || all != len(positions) {
				t.Errorf("%d of %d after %d", done, all, last)
			}
			last = done
		}
		a, _, err := ask(t, cfg, positions)
		if err != nil || last != len(positions) {
			t.Fatalf("%d of %d: %v", last, len(positions), err)
		}
		if first == nil {
			first = a.Values
		}
		if diff := cmp.Diff(first, a.Values, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%d processes: other values\n%s", n, diff)
		}
	}
}

// TestCache: a run that is stopped goes on, also from a torn file; another one asks nothing; another
// engine, or pattern, takes nothing of it.
func TestCache(t *testing.T) {
	positions := played(t, 600, 5)
	cfg := config(t, "white")
	cfg.Cache = filepath.Join(t.TempDir(), "cache")
	stopped := errors.New("stopped")
	stop(t, cfg, positions, stopped)
	info, err := os.Stat(cfg.Cache)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(cfg.Cache, info.Size()-3); err != nil {
		t.Fatal(err)
	}
	a, _, err := ask(t, cfg, positions)
	if err != nil || a.Cached == 0 || a.Cached >= a.Counts[Evaluated] || a.Dropped == "" {
		t.Fatalf("%d of %v from the cache, %q: %v", a.Cached, a.Counts, a.Dropped, err)
	}
	again, _, err := ask(t, cfg, positions)
	if err != nil || again.Cached != a.Counts[Evaluated] {
		t.Errorf("%d of %v from the cache: %v", again.Cached, a.Counts, err)
	}
	if diff := cmp.Diff(a.Values, again.Values, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	other := config(t, "own unit")
	other.Cache = cfg.Cache
	if b, _, err := ask(t, other, positions); err != nil || b.Cached != 0 {
		t.Errorf("another build: %d from the cache, %v", b.Cached, err)
	}
	rebuilt(t, cfg, positions)
	cfg.Ask.Pattern = `eval (\S+)`
	if b, _, err := ask(t, cfg, positions); err != nil || b.Cached != 0 {
		t.Errorf("another pattern: %d from the cache, %v", b.Cached, err)
	}
}

// rebuilt asks an engine, and again when a file that its arguments name has changed.
func rebuilt(t *testing.T, cfg Config, positions []board.Position) {
	t.Helper()
	net := filepath.Join(t.TempDir(), "net")
	cfg.Engine.Args = append(slices.Clone(cfg.Engine.Args), "with "+net)
	for i, known := range []bool{false, true, false} {
		if i != 1 {
			if err := os.WriteFile(net, []byte{byte(i)}, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if a, _, err := ask(t, cfg, positions); err != nil || (a.Cached > 0) != known {
			t.Errorf("asked %d times: %d from the cache, %v", i+1, a.Cached, err)
		}
	}
}

// stop ends a run when half of the positions have their answers.
func stop(t *testing.T, cfg Config, positions []board.Position, why error) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	cfg.Progress = func(done, all int) {
		if 2*done > all {
			cancel(why)
		}
	}
	if _, err := Ask(ctx, cfg, positions); !errors.Is(err, why) {
		t.Errorf("stopped: %v", err)
	}
}
