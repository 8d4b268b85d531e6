package engine

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
)

// call runs the command with a context that ends after a while.
func call(t *testing.T, after time.Duration, args ...string) (out, diagnostics string, err error) {
	t.Helper()
	return callWith(t, strings.NewReader(""), after, args...)
}

func callWith(t *testing.T, in io.Reader, after time.Duration, args ...string) (out, diagnostics string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	interrupted, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	var stdout, stderr strings.Builder
	err = Main(interrupted, args, cli.Streams{In: in, Out: &stdout, Err: &stderr})
	return stdout.String(), stderr.String(), err
}

// A search without a limit ends with Ctrl-C, and its result is there.
func TestAnalyzeInterrupted(t *testing.T) {
	out, _, err := call(t, 300*time.Millisecond, "analyze")
	if err != nil || !strings.Contains(out, "\nbest: 1. ") {
		t.Errorf("error %v, printed\n%s", err, out)
	}
}

// full is an output that takes some lines and no more.
type full struct{ lines int }

var errFull = errors.New("no space")

func (f *full) Write(p []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// A search whose lines cannot be written ends.
func TestAnalyzeUnwritten(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := Main(ctx, []string{"analyze"}, cli.Streams{In: strings.NewReader(""), Out: &full{lines: 3}, Err: io.Discard})
	if !errors.Is(err, errFull) || ctx.Err() != nil {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

// The number of lines is set by its flag or as the option.
func TestAnalyzeLines(t *testing.T) {
	for _, args := range []string{"-lines 3", "-option MultiPV=3", "-option MultiPV=2 -lines 3"} {
		out, _, err := call(t, time.Minute, append([]string{"analyze", "-depth", "1"}, strings.Fields(args)...)...)
		if got := strings.Count(out, "    1/"); err != nil || got != 3 {
			t.Errorf("%s: %d lines, error %v; want 3 in\n%s", args, got, err, out)
		}
	}
	if _, diagnostics, err := call(t, time.Minute, "analyze", "-lines", "0"); !errors.Is(err, cli.ErrUsage) || !strings.Contains(diagnostics, "-lines 0: ") {
		t.Errorf("no lines: error %v, told %q", err, diagnostics)
	}
}

// One with a limit that it has not reached says that it was interrupted, too.
func TestAnalyzeInterruptedBeforeItsLimit(t *testing.T) {
	out, _, err := call(t, 300*time.Millisecond, "analyze", "-movetime", "1h")
	if !errors.Is(err, context.Canceled) || !strings.Contains(out, "\nbest: 1. ") {
		t.Errorf("error %v, want %v; printed\n%s", err, context.Canceled, out)
	}
}

// A suite that is interrupted says what was solved, and that it was interrupted.
func TestSuiteInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mates.epd")
	text := "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;\n" +
		strings.Repeat("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n", 1000)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _, err := call(t, time.Second, "suite", "-movetime", "20ms", "-threads", "1", file)
	if !errors.Is(err, context.Canceled) || !strings.Contains(out, "solved, ") {
		t.Errorf("error %v, printed\n%s", err, out)
	}
}

// The standard input may wait for somebody to write: before the first line, or after some.
func TestSuiteInterruptedWhileItReads(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;\n", 5)} {
		in, w := io.Pipe()
		defer w.Close()
		go io.WriteString(w, text)
		out, _, err := callWith(t, in, 700*time.Millisecond, "suite", "-nodes", "100", "-threads", "1", "-option", "Hash=1", "-")
		if !errors.Is(err, context.Canceled) || strings.Contains(out, "5 of 5 solved") != (text != "") {
			t.Errorf("%d bytes of input: error %v, printed\n%s", len(text), err, out)
		}
	}
}

func TestPerftInterrupted(t *testing.T) {
	if _, _, err := call(t, 100*time.Millisecond, "perft", "9"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestAnalyzeTree: of a tree each move is told, as JSON too, and its picture is there when the command is.
func TestAnalyzeTree(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tree.svg")
	args := []string{"analyze", "-search", "mcts-modern", "-option", "TreeMemory=1", "-nodes", "300", "-tree", file, "-tree-size", "5"}
	out, _, err := call(t, time.Minute, args...)
	if err != nil || !strings.Contains(out, "\nmove  visits") || strings.Count(out, "\n") < 30 {
		t.Errorf("%v:\n%s", err, out)
	}
	picture, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(picture), "<svg ") || strings.Count(string(picture), " visits, ") < 5 {
		t.Errorf("%v: %.200s", err, picture)
	}
	out, _, err = call(t, time.Minute, append(args, "-json")...)
	var found struct {
		Version int
		Best    string
		Moves   []struct{ Visits int }
	}
	if err := errors.Join(err, json.Unmarshal([]byte(out), &found)); err != nil || found.Version != 2 || found.Best == "" || len(found.Moves) != 20 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestAnalyzeTreeErrors: what has no tree cannot be drawn.
func TestAnalyzeTreeErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tree.svg")
	for _, tt := range []struct{ args, want string }{
		{"-tree " + file, "-tree: search full has no tree: pass -search mcts-modern"},
		{"-search mcts-modern -tree " + file + " -tree-size 0", "-tree-size 0: want at least 1"},
	} {
		_, diagnostics, err := call(t, time.Minute, append([]string{"analyze", "-depth", "1"}, strings.Fields(tt.args)...)...)
		if !errors.Is(err, cli.ErrUsage) || !strings.Contains(diagnostics, tt.want) {
			t.Errorf("%s: %v, %s", tt.args, err, diagnostics)
		}
	}
	_, _, err := call(t, time.Minute, "analyze", "-nodes", "5", "-search", "mcts-modern", "-tree", file, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
	if err == nil || !strings.Contains(err.Error(), "checkmate: no move to draw") {
		t.Errorf("a mate: %v", err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("a picture of nothing: %v", err)
	}
}

// TestAnalyzeJSON: alpha-beta prints its lines as JSON, too, and nothing else.
func TestAnalyzeJSON(t *testing.T) {
	out, _, err := call(t, time.Minute, "analyze", "-depth", "3", "-lines", "2", "-json")
	var found struct{ Lines []struct{ Line []string } }
	if err := errors.Join(err, json.Unmarshal([]byte(out), &found)); err != nil || len(found.Lines) != 2 || len(found.Lines[1].Line) == 0 {
		t.Errorf("%v: %s", err, out)
	}
}
