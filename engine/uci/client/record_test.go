package client

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/search"
)

// texts returns the files of a folder by their names.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range list {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(text)
	}
	return found
}

// TestRecord: each process has a file of its own, with the time and the direction of each line, and
// how it ended; files that are there are not written to.
func TestRecord(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	for range 2 { // another run in the same folder
		log, err := NewLogFolder(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, how := range []string{"behaves", "dies in search"} {
			cfg := config(t, how)
			cfg.LogTo = log.Named("the new/one")
			c := launch(t, cfg)
			_, _ = c.Search(startGame(), search.Limits{Nodes: 5}, nil)
			c.Close()
		}
	}
	files := texts(t, dir)
	if len(files) != 4 {
		t.Errorf("%d files, want 4", len(files))
	}
	timed := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{6} [<>#] `)
	for name, wants := range map[string][]string{
		"0001-the_new_one.log": {"fake-engine behaves\n", "> uci\n", "< uciok\n", "> go nodes 5\n", "< info depth 1", "< bestmove ", "> quit\n", "# ended: exit status 0\n"},
		"0004-the_new_one.log": {"> go nodes 5\n", "# standard error: assertion failed: alpha < beta\n", "# ended: exit status 3\n"},
	} {
		text := files[name]
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if lines := strings.Count(text, "\n"); len(timed.FindAllString(text, -1)) != lines {
			t.Errorf("%s: lines without a time in\n%s", name, text)
		}
	}
}

// TestRecordTurns: a long conversation keeps its end, within its size, and says what is gone.
func TestRecordTurns(t *testing.T) {
	dir := t.TempDir()
	log, err := NewLogFolder(dir, 4000)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(t, "behaves")
	cfg.LogTo = log.Named("x")
	c := launch(t, cfg)
	for range 100 {
		if _, err := c.Search(startGame(), search.Limits{Nodes: 5}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	files := texts(t, dir)
	if size := len(files["0001-x.log"]) + len(files["0001-x.old.log"]); len(files) != 2 || size > 4600 {
		t.Errorf("%d files of %d bytes together", len(files), size)
	}
	if text := files["0001-x.log"]; !regexp.MustCompile(`^\S+ # goes on from 0001-x.old.log; \d\d+ lines before that are gone`).MatchString(text) || !strings.HasSuffix(text, "# ended: exit status 0\n") {
		t.Errorf("the last file is\n%s", text)
	}
	if _, err := NewLogFolder(filepath.Join(dir, "0001-x.log"), 0); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// TestStartup: an engine may take its time to start, and that alone.
func TestStartup(t *testing.T) {
	cfg := config(t, "starts slowly")
	cfg.Timeouts.Handshake, cfg.Timeouts.Startup = 10*time.Second, 20*time.Millisecond
	if _, err := Start(t.Context(), cfg); !isA[*Timeout](err) {
		t.Errorf("got %v, want a Timeout", err)
	}
	cfg.Timeouts.Startup = 20 * time.Second
	launch(t, cfg)
	cfg = config(t, "is slow to be ready")
	cfg.Timeouts.Handshake, cfg.Timeouts.Startup = 20*time.Millisecond, 20*time.Second
	c := launch(t, cfg)
	if err := c.NewGame(); err != nil {
		t.Errorf("a new game: %v", err)
	}
}

// TestDeclared: what engines declare beyond the letter of the protocol can be set; what is not
// understood is said to be that.
func TestDeclared(t *testing.T) {
	c := launch(t, config(t, "declares in its way"))
	for name, value := range map[string]string{"Memory": "32", "speed": "slow"} {
		if err := c.SetOption(name, value); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{
		"Odd Knob": `the line that declares Odd Knob is not understood: option "option name Odd Knob type dial default 3": no type: want "type" and check, spin, combo, string or button: omit Odd Knob, or correct what the engine prints`,
		"up":       `the line that declares up is not understood: option "option name Up type spin default 3 min 9 max 1": min 9 is above max 1`,
		"Odd":      `unknown option "Odd": pass one of: Hash, UCI_Elo, UCI_Chess960, Style, Book File, Clear Hash, Memory, Speed`,
	} {
		if err := c.SetOption(name, "3"); !isA[*BadOption](err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	c = launch(t, config(t, "declares much"))
	for name, want := range map[string]string{
		"hsah":          `pass one of 87, such as Hash: echo uci | `,
		"MoveOverhead":  `pass one of 87, such as Move Overhead: echo uci | `,
		"overhead":      `pass one of 87, such as Move Overhead: echo uci | `,
		"Contempt":      `pass one of 87: echo uci | `,
		"Style of play": `such as Style: echo uci`,
	} {
		if err := c.SetOption(name, "3"); !isA[*BadOption](err) || !strings.Contains(err.Error(), want) || len(err.Error()) > 400 {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
