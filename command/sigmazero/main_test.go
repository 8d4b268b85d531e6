package sigmazero

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// call runs the command and returns what it prints.
func call(t *testing.T, args ...string) (out, diag string, err error) {
	t.Helper()
	var o, d bytes.Buffer
	err = Main(t.Context(), args, cli.Streams{Out: &o, Err: &d})
	return o.String(), d.String(), err
}

// lessons is a file of positions with moves and evaluations, of ten games.
func lessons(t *testing.T) string {
	t.Helper()
	text := "fen,eval,game,move\n"
	for i, move := range []string{"a2a3", "b2b3", "c2c3", "d2d4", "e2e4", "f2f3", "g2g3", "h2h3", "g1f3", "b1c3"} {
		text += "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,10," + string(rune('0'+i)) + "," + move + "\n"
	}
	path := filepath.Join(t.TempDir(), "lessons.csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCommand(t *testing.T) {
	dir, file := filepath.Join(t.TempDir(), "run"), lessons(t)
	args := []string{"-dir", dir, "-blocks", "1", "-channels", "4", "-hidden", "4", "-steps", "4", "-batch", "4", "-part", "2", "-test", "0.3", "-warm", file}
	out, diag, err := call(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, diag)
	}
	for _, want := range []string{"parameters", "of the probability is on legal moves", "best.nn", "sigmazero grade"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	out, _, err = call(t, append(args, "-json")...)
	var told Outcome
	if err == nil {
		err = json.Unmarshal([]byte(out), &told)
	}
	if err != nil || told.Dir != dir || told.Report.Warm.Steps != 4 {
		t.Errorf("a second call of a complete run: %v, %s", err, out)
	}
	best := filepath.Join(dir, "best.nn")
	for verb, want := range map[string]string{"show": "1 block of 4 channels", "grade": "10 lessons:"} {
		out, diag, err := call(t, append([]string{verb, best}, map[string][]string{"grade": {file}}[verb]...)...)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v %s\n%s", verb, err, diag, out)
		}
	}
	if out, _, err := call(t, "grade", "-json", best, file); err != nil || !strings.Contains(out, `"mates":null`) {
		t.Errorf("grade -json: %v, %s", err, out)
	}
}

// TestMates: the lessons that mates writes are read again, and each is a mate.
func TestMates(t *testing.T) {
	file, network := filepath.Join(t.TempDir(), "mates.csv"), filepath.Join(t.TempDir(), "n.nn")
	if _, diag, err := call(t, "mates", "-n", "20", "-o", file); err != nil {
		t.Fatal(err, diag)
	}
	if _, diag, err := call(t, "make", "-blocks", "1", "-channels", "4", "-hidden", "4", "-head", "conv", "-o", network); err != nil {
		t.Fatal(err, diag)
	}
	if out, diag, err := call(t, "grade", network, file); err != nil || !strings.Contains(out, "20 lessons:") || !strings.Contains(out, "of the mates in one are") {
		t.Errorf("%v %s\n%s", err, diag, out)
	}
}

// TestExample: the network among the examples knows the rules, and mates in one at sight.
func TestExample(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mates.csv")
	if _, diag, err := call(t, "mates", "-n", "300", "-seed", "5", "-o", file); err != nil {
		t.Fatal(err, diag)
	}
	out, diag, err := call(t, "grade", "-json", "../../examples/sigmazero.nn", file)
	var told struct{ Legal, Mates float64 }
	if err == nil {
		err = json.Unmarshal([]byte(out), &told)
	}
	if err != nil || told.Legal < 0.99 || told.Mates < 0.7 {
		t.Errorf("%v %s\nlegal %v, mates %v, want 0.99 and 0.7", err, diag, told.Legal, told.Mates)
	}
}

func TestMake(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.nn"), filepath.Join(dir, "b.nn")
	for _, name := range []string{a, b} {
		if out, _, err := call(t, "make", "-blocks", "1", "-channels", "4", "-hidden", "4", "-seed", "5", "-o", name); err != nil || !strings.Contains(out, "parameters") {
			t.Fatalf("%v, %s", err, out)
		}
	}
	first, err1 := os.ReadFile(a)
	second, err2 := os.ReadFile(b)
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(first, second) {
		t.Errorf("the same seed gives another network (%v)", err)
	}
	out, _, err := call(t, "show", "-json", a)
	var told Shown
	if err == nil {
		err = json.Unmarshal([]byte(out), &told)
	}
	if err != nil || told.Network.Channels != 4 || told.Parameters != told.Network.Size() || told.Encoding != "paper" {
		t.Errorf("%v, %+v", err, told)
	}
}

// TestEncoding: a network with planes for repetitions is made, trained and graded.
func TestEncoding(t *testing.T) {
	dir, file := filepath.Join(t.TempDir(), "run"), lessons(t)
	_, diag, err := call(t, "-dir", dir, "-encoding", "draws", "-blocks", "1", "-channels", "4", "-hidden", "4", "-steps", "2", "-batch", "4", "-part", "2", "-test", "0.3", "-warm", file)
	if err != nil {
		t.Fatal(err, diag)
	}
	best := filepath.Join(dir, "best.nn")
	if out, _, err := call(t, "show", best); err != nil || !strings.Contains(out, "encoding draws, 22 planes") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, diag, err := call(t, "grade", best, file); err != nil || !strings.Contains(out, "10 lessons:") {
		t.Errorf("%v %s\n%s", err, diag, out)
	}
	if _, diag, err := call(t, "-dir", dir+"2", "-init", best, "-encoding", "draws", "-warm", file); err == nil || !strings.Contains(diag, "-encoding does nothing here") {
		t.Errorf("with -init: %v %s", err, diag)
	}
}

// TestPaper: the paper's numbers, but for those that are given.
func TestPaper(t *testing.T) {
	q, err := parse(strings.Fields("-dir x -warm y -paper -channels 8 -batch 64"), cli.Streams{Err: new(bytes.Buffer)})
	if err != nil {
		t.Fatal(err)
	}
	o := &q.run
	if o.GateWins != 3 || o.Gate != nil || o.Games.Simulations != 800 || o.Games.CInit != 2 || o.Games.CBase != 20_000 || o.Learning.Rate.String() != "0.02x40000,0.002x100000" || o.Learning.Steps != 0 || o.Learning.Part != 128 {
		t.Errorf("self-play: %+v, %+v", o.Games, o.Learning)
	}
	n, tr := q.run.Network, q.run.Training
	if n.Blocks != 19 || n.Channels != 8 || n.Hidden != 256 || tr.Legality != 1 || tr.Batch != 64 || tr.Steps != 140_000 || tr.Rate.String() != "0.02x40000,0.002x100000" {
		t.Errorf("%+v, %+v", n, tr)
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "no folder: pass -dir"},
		{"-dir x -steps 5", "there are no lessons: pass -warm"},
		{"-dir x -warm y -init z -blocks 2", "-blocks does nothing here"},
		{"-dir x -warm y -rate 0", "want a rate as"},
		{"-dir x -warm y -batch 1", "-batch 1: want at least 2"},
		{"-dir x -warm y -threads 0", "-threads 0: want at least 1"},
		{"-dir x -warm y -seed 0", "-seed 0: want at least 1"},
		{"-dir x -warm y -test 1", "want more than 0 and less than 1"},
		{"-dir x -warm y -decay -1", "-decay -1: want 0 or more"},
		{"-dir x -warm y -warmup -5", "-warmup -5: want 0 or more; 0 is none"},
		{"-dir x -iterations 1 -drawn -1", "-drawn -1: want 0 or more; 0 is none"},
		{"-dir x -warm y -head flat", "neither planes, dense nor conv"},
		{"-dir x -channels 0", "0 channels: want 1"},
		{"-dir x -warm y -batch 9 -part 4", "the last part has one lesson"},
		{"-dir x -games 5", "pass -iterations as well"},
		{"-dir x -iterations 1 -gate-pairs 5", "there is no gate"},
		{"-dir x -iterations 1 -gate 5", "want two bounds"},
		{"-dir x -iterations 1 -gate 0,5 -gate-wins 3", "pass one of them"},
		{"-dir x -iterations 1 -c-init -1", "exploration of -1"},
		{"-dir x -iterations 1 -share 0.5", "a share of 0.5 of puzzles in 0 files"},
		{"-dir x -iterations 1 -simulations 1", "-simulations 1: want at least 2"},
		{"-dir x -iterations 1 -noise 1", "noise of 1"},
		{"-dir x -iterations 1 -rate 0.1", "there are no lessons"},
		{"-dir x -warm y -legality -1", "-legality -1: want 0 or more; 0 is none"},
		{"-dir x -warm y -legality 1000", "want less than 1,000"},
		{"make", "want -o FILE"},
		{"mates -n 0 -o x", "-n of at least 1"},
		{"show", "want the file of one network"},
		{"export x.nn", "want -o FILE and the file of one network"},
		{"export -o x.nn ./x.nn", "would be overwritten"},
		{"grade x.nn", "want the file of a network and files of lessons"},
		{"sing", "unknown verb"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			_, diag, err := call(t, strings.Fields(tt.args)...)
			if !errors.Is(err, cli.ErrUsage) || !strings.Contains(diag, tt.want) {
				t.Errorf("error %v, told %q, want %q", err, diag, tt.want)
			}
		})
	}
}
