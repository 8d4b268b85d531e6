package engine

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"centipawn/board"
	"centipawn/cli"
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

// The standard input may wait for somebody to write: before the first line, or behind some.
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

func TestNumbered(t *testing.T) {
	p, err := board.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	line := parse(t, p, "Nf3 Nc6 Bb5")
	if got := numbered(p, line); got != "2. Nf3 Nc6 3. Bb5" {
		t.Errorf("from White's move: %s", got)
	}
	p.Make(line[0])
	if got := numbered(p, line[1:]); got != "2... Nc6 3. Bb5" {
		t.Errorf("from Black's move: %s", got)
	}
}

func parse(t *testing.T, p board.Position, text string) (line []board.Move) {
	t.Helper()
	for san := range strings.FieldsSeq(text) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
		p.Make(m)
	}
	return line
}
