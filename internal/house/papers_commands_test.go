package house_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.org/centipawn/board/syzygy/syzygytest"
	"example.org/centipawn/internal/long"
)

// quickTime is how long a command of the papers' pages runs before it is interrupted.
const quickTime = 2 * time.Second

// everyPaper lets the commands of the papers' pages run to their ends, which takes hours.
var everyPaper = flag.Bool("every-paper", false, "run the papers' commands to their ends, in quick mode")

// TestPapersCommands runs each command that the papers' pages name, experiments in quick mode: it ends well, or runs
// until it is interrupted and says so.
func TestPapersCommands(t *testing.T) {
	long.Skip(t, "builds the commands")
	bin := commands(t)
	named := regexp.MustCompile("`((?:experiment run|match|sigmazero|texel) [^`]+)`")
	seen := map[string]bool{}
	pages, err := filepath.Glob("docs/papers/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		for _, m := range named.FindAllSubmatch(read(t, page), -1) {
			line := string(m[1])
			if seen[line] || strings.HasSuffix(line, " -o") { // a flag that a sentence speaks of
				continue
			}
			seen[line] = true
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				runQuickly(t, bin, strings.Fields(line))
			})
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d commands", len(seen))
	}
}

// puzzle is a file of one mate in two, on the last rank.
const puzzle = "FEN,Solution\n3r2k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1,e1e8 d8e8 b1b8 e8b8\n"

// stockfish returns the path of Stockfish, or skips the test.
func stockfish(t *testing.T) string {
	for _, name := range []string{"stockfish", "/usr/games/stockfish"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("needs stockfish")
	return ""
}

// runQuickly runs a command of a page in a folder of its own.
func runQuickly(t *testing.T, bin string, words []string) {
	if words[0] == "experiment" && !slices.Contains(words, "-quick") {
		words = slices.Insert(words, 3, "-quick")
	}
	for i, w := range words {
		if w == "stockfish" {
			words[i] = stockfish(t)
		}
		if w == "SYZYGY" {
			words[i] = syzygytest.Folder(t)
		}
		if w == "PUZZLES.csv" {
			words[i] = filepath.Join(t.TempDir(), w)
			if err := os.WriteFile(words[i], []byte(puzzle), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(words[i]); err == nil && strings.Contains(words[i], string(filepath.Separator)) {
			if words[i], err = filepath.Abs(words[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, words[0]), words[1:]...)
	cmd.Dir = t.TempDir()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var interrupted atomic.Bool
	if !*everyPaper {
		stop := time.AfterFunc(quickTime, func() {
			interrupted.Store(cmd.Process.Signal(os.Interrupt) == nil)
		})
		defer stop.Stop()
	}
	if err := cmd.Wait(); err != nil && !interrupted.Load() {
		t.Errorf("%v\n%s", err, out.String())
	}
}
