package main

import (
	"context"
	"errors"
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
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	interrupted, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	var stdout, stderr strings.Builder
	err = run(interrupted, args, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return stdout.String(), stderr.String(), err
}

// A search without a limit ends with Ctrl-C, and its result is there.
func TestAnalyzeInterrupted(t *testing.T) {
	out, _, err := call(t, 300*time.Millisecond, "analyze")
	if err != nil || !strings.Contains(out, "\nbest: 1. ") {
		t.Errorf("error %v, printed\n%s", err, out)
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
