package pgn_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/centipawn/pgn"
)

// A smallReader reads at most so many bytes at a time.
type smallReader struct {
	r    io.Reader
	most int
}

func (s smallReader) Read(b []byte) (int, error) { return s.r.Read(b[:min(len(b), s.most)]) }

// texts returns the texts that a scanner cuts a stream into.
func texts(tb testing.TB, r io.Reader) (all []string) {
	tb.Helper()
	s := pgn.NewScanner(r)
	for s.Scan() {
		text, _ := s.Game()
		all = append(all, string(text))
	}
	if s.Err() != nil {
		tb.Error(s.Err())
	}
	return all
}

// checkCuts: the texts are the same whatever the size of a read, each stays whole
// when it is cut alone, and nothing but blanks and comments lies between them.
func checkCuts(t *testing.T, data []byte, sizes ...int) {
	t.Helper()
	whole := texts(t, bytes.NewReader(data))
	for _, size := range sizes {
		if small := texts(t, smallReader{bytes.NewReader(data), size}); strings.Join(small, "\x00") != strings.Join(whole, "\x00") {
			t.Fatalf("%d games with reads of %d bytes, %d in one", len(small), size, len(whole))
		}
	}
	rest := data
	for i, text := range whole {
		if len(text) > pgn.MaxGame {
			return
		}
		at := bytes.Index(rest, []byte(text))
		if at < 0 || len(bytes.TrimSpace(rest[:at])) > 0 {
			t.Fatalf("game %d: %q is lost before it", i+1, rest[:max(at, 0)])
		}
		rest = rest[at+len(text):]
		if alone := texts(t, strings.NewReader(text)); len(alone) != 1 || alone[0] != text {
			t.Fatalf("game %d is cut again: %q", i+1, alone)
		}
	}
	if after := bytes.TrimSpace(rest); len(after) > 0 && !bytes.ContainsAny(after[:1], "{;%\xef") {
		t.Fatalf("%q is lost at the end", after)
	}
}

func TestScannerExamples(t *testing.T) {
	var all strings.Builder
	for _, tt := range examples {
		checkCuts(t, []byte(tt.text), 1, 7, 4096)
		all.WriteString(tt.text + "\n\n")
	}
	checkCuts(t, []byte(all.String()), 1, 7, 4096)
}

func TestScannerNasty(t *testing.T) {
	names, files := nastyFiles(t)
	for _, name := range names {
		checkCuts(t, files[name], 1, 7, 4096)
		small := smallReader{bytes.NewReader(files[name]), 7}
		if got, want := outcome(name, small), outcome(name, bytes.NewReader(files[name])); got != want {
			t.Errorf("with small reads: %s\nwant %s", got, want)
		}
	}
}

// TestScannerLines: the line is that of the first byte that is not a blank.
func TestScannerLines(t *testing.T) {
	s := pgn.NewScanner(strings.NewReader("\n\n 1. e4\ne5 * \r\n\r\n[Event \"x\"]\n{a\nb}*\n1. d4 {c\n} *  1. c4 *"))
	var got []int
	for s.Scan() {
		_, line := s.Game()
		got = append(got, line)
	}
	want := []int{3, 6, 9, 10}
	if len(got) != len(want) {
		t.Fatalf("lines %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("lines %v, want %v", got, want)
		}
	}
}

// TestScannerLongGame: a game that is too long is reported, and the next one is
// read.
func TestScannerLongGame(t *testing.T) {
	const before, after = "[Event \"a\"]\n\n1. e4 *\n\n", "\n\n[Event \"c\"]\n\n1. d4 d5 1-0\n"
	for name, long := range map[string]string{
		"long comment":          "[Event \"b\"]\n\n1. e4 {" + strings.Repeat("long ", 1<<19) + "} e5 *",
		"many comments":         "[Event \"b\"]\n\n1. e4 " + strings.Repeat("{x} ", 1<<19) + " e5 *",
		"comment without end":   "[Event \"b\"]\n\n1. e4 {" + strings.Repeat("long ", 1<<19),
		"many moves":            "[Event \"b\"]\n\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1<<17) + "*",
		"one word":              "[Event \"b\"]\n\n" + strings.Repeat("x", 3<<20),
		"variations and spaces": "[Event \"b\"]\n\n1. e4 " + strings.Repeat("(((  \n", 1<<19),
	} {
		got := games(before + long + after)
		if len(got) != 3 || got[0] != "e2e4 *" || got[2] != "d2d4 d7d5 1-0" {
			t.Errorf("%s: %.200q", name, got)
			continue
		}
		if want := "line 5, ply 0: " + pgn.ErrTooLong.Error(); got[1] != want {
			t.Errorf("%s: %.200q, want %q", name, got[1], want)
		}
	}
	// Games after it that have no tags, or tags without an empty line before them, are theirs, too.
	for name, after := range map[string]string{
		"no tags":       "\n\n1. d4 d5 1-0\n\n1. c4 0-1\n",
		"no empty line": "\n[Event \"c\"]\n1. d4 d5 1-0\n[Event \"d\"]\n1. c4 0-1\n",
		"one line":      " 1. d4 d5 1-0 1. c4 0-1",
	} {
		for kind, long := range map[string]string{
			"long comment":  "1. e4 {" + strings.Repeat("1-0 ", 1<<19) + "} e5 *",
			"many comments": "1. e4 " + strings.Repeat("{x} ", 1<<19) + " e5 *",
			"many moves":    "[Event \"b\"]\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 \n", 1<<17) + "*",
			"just too long": "1. e4 {" + strings.Repeat("x", pgn.MaxGame) + "} e5 *",
		} {
			got := games(long + after)
			if len(got) != 3 || got[1] != "d2d4 d7d5 1-0" || got[2] != "c2c4 0-1" {
				t.Errorf("%s, and after it %s: %.200q", kind, name, got)
			}
		}
	}
	limit := "1. e4 {" + strings.Repeat("x", pgn.MaxGame-len("1. e4 {} *")) + "} *"
	if got := games(limit); len(got) != 1 || got[0] != "e2e4 *" {
		t.Errorf("a game as long as may be: %.100q", got)
	}
	if got := games(limit + limit[:6] + "x" + limit[6:] + after); len(got) != 3 || got[2] != "d2d4 d7d5 1-0" {
		t.Errorf("a game one byte too long: %.100q", got)
	}
}

// TestScannerError: an error of reading ends the scan, and the game that it cut
// off is not given out as one.
func TestScannerError(t *testing.T) {
	broken := errors.New("broken")
	for text, want := range map[string]int{"": 0, "1. e4": 0, "1. e4 * 1. d4 d5": 1, "1. e4 * 1. d4 *": 1} {
		s := pgn.NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		n := 0
		for s.Scan() {
			n++
		}
		if n != want || s.Err() != broken {
			t.Errorf("%q: %d games, want %d; error %v", text, n, want, s.Err())
		}
	}
	var g pgn.Game
	if err := pgn.NewReader("x", iotest.ErrReader(broken)).Next(&g); err != broken {
		t.Errorf("Next: %v, want %v", err, broken)
	}
}
