package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// TestLabel: the scores are those of the player's search, and what cannot be is refused with what to pass.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.epd"), filepath.Join(dir, "out.epd")
	if err := os.WriteFile(in, []byte("4k3/8/8/8/8/8/8/Q3K3 w - - c9 \"1-0\"; eval \"-7\"; id \"g1\";\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	std := cli.Streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &said}
	if err := runLabel(t.Context(), []string{"-by", "builtin", "-nodes", "500", "-o", out, in}, std); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(text), `c9 "1-0"`) || strings.Contains(string(text), `"-7"`) || strings.Contains(string(text), `eval "-`) {
		t.Errorf("%s%s, %v", said.String(), text, err)
	}
	said.Reset()
	if err := runLabel(t.Context(), []string{"-by", "builtin", "-nodes", "1", "-o", out, in}, std); err == nil || !strings.Contains(err.Error(), "other settings: entrants.1.limit: \"nodes=500\" before, \"nodes=1\" now") {
		t.Errorf("other nodes: %v", err)
	}
	out = filepath.Join(dir, "one.epd")
	if err := runLabel(t.Context(), []string{"-by", "builtin", "-nodes", "1", "-o", out, in}, std); err != nil || !strings.Contains(said.String(), "1 without a score\nwithout a score: the limit") {
		t.Errorf("one node: %v, %s", err, said.String())
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-by", "builtin", "-o", out}, "no input"},
		{[]string{"-by", "builtin", in}, "pass -o FILE"},
		{[]string{"-o", out, in}, "-by is missing"},
		{[]string{"-by", "builtin", "-o", dir + "/x.csv", in}, "want .epd"},
		{[]string{"-by", "builtin", "-tc", "1+0", "-o", out, in}, "a position has no clock"},
		{[]string{"-by", "builtin", "-concurrency", "0", "-o", out, in}, "want 1 or more"},
	} {
		said.Reset()
		if err := runLabel(t.Context(), tt.args, std); err == nil || !strings.Contains(err.Error()+said.String(), tt.want) {
			t.Errorf("%q: %v %s, want %q", tt.args, err, said.String(), tt.want)
		}
	}
}

// TestLabelGoesOn: the same command goes on after Ctrl-C and writes what an undisturbed run writes,
// but for standard input, of which it says that it is lost.
func TestLabelGoesOn(t *testing.T) {
	dir := t.TempDir()
	in, whole, cut := filepath.Join(dir, "in.epd"), filepath.Join(dir, "whole.epd"), filepath.Join(dir, "cut.epd")
	var epd strings.Builder
	for i := range 300 {
		fmt.Fprintf(&epd, "4k3/8/8/8/8/8/%dP%d/Q3K3 w - - c9 \"1-0\"; id \"g%d\";\n", 1+i%6, 6-i%6, i)
	}
	if err := os.WriteFile(in, []byte(epd.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	// label stops after so many positions, 0: never.
	label := func(out, positions string, stop int) (said string, err error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var text bytes.Buffer
		std := cli.Streams{In: strings.NewReader(epd.String()), Out: &bytes.Buffer{}, Err: &text}
		fs, l := labelFlags(std)
		files, err := cli.Parse(fs, []string{"-by", "builtin", "-nodes", "200", "-o", out, positions}, std)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := l.check(std, files)
		if err != nil {
			t.Fatal(err)
		}
		who, err := spec.Entrant(ctx)
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.write(ctx, std, files, spec, stopping(who, stop, cancel))
		return text.String(), err
	}
	if _, err := label(whole, in, 0); err != nil {
		t.Fatal(err)
	}
	said, err := label(cut, in, 200) // two batches of 64 are kept by then, three perhaps
	if !errors.Is(err, context.Canceled) || !regexp.MustCompile(`(128|192) positions; the same command goes on`).MatchString(said) {
		t.Fatalf("stopped: %v, %s", err, said)
	}
	if said, err := label(cut, in, 0); err != nil {
		t.Errorf("going on: %v, %s", err, said)
	}
	a, errA := os.ReadFile(whole)
	b, errB := os.ReadFile(cut)
	if errA != nil || errB != nil || len(a) == 0 || !bytes.Equal(a, b) {
		t.Errorf("%v, %v: %d and %d bytes", errA, errB, len(a), len(b))
	}
	if _, err := label(filepath.Join(dir, "piped.epd"), "-", 200); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "lost") {
		t.Errorf("standard input: %v", err)
	}
}

// stopping is a player that stops the run with its search of a number, 0: never.
func stopping(who play.Entrant, number int, stop func()) play.Entrant {
	start := who.Start
	who.Start = func(ctx context.Context) (play.Player, error) {
		p, err := start(ctx)
		return &stopper{p, number, stop}, err
	}
	return who
}

type stopper struct {
	play.Player
	left int
	stop func()
}

func (s *stopper) Search(g *search.Game, limits search.Limits) (play.Thought, error) {
	if s.left--; s.left == 0 {
		s.stop()
	}
	return s.Player.Search(g, limits)
}
