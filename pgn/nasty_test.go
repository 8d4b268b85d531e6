package pgn_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/pgn"
)

const nastyFolder = "../../shared/data/pgn/nasty"

var update = flag.Bool("update", false, "regenerate testdata/nasty.txt; read every change of it beside the file that it is about")

// nastyFiles returns the contents of the hard files by name; the test is skipped
// where there are none.
func nastyFiles(tb testing.TB) (names []string, files map[string][]byte) {
	tb.Helper()
	files = nastyIfPresent()
	if len(files) == 0 {
		tb.Skipf("no %s here", nastyFolder)
	}
	return slices.Sorted(maps.Keys(files)), files
}

// nastyIfPresent returns the hard files, none where they are absent.
var nastyIfPresent = sync.OnceValue(func() map[string][]byte {
	files := map[string][]byte{}
	_ = filepath.WalkDir(nastyFolder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(nastyFolder, path)
		if err == nil {
			files[filepath.ToSlash(name)], err = os.ReadFile(path)
		}
		return err
	})
	return files
})

// TestNasty compares the outcome for each hard file with testdata/nasty.txt.
func TestNasty(t *testing.T) {
	names, files := nastyFiles(t)
	var got strings.Builder
	for _, name := range names {
		got.WriteString(outcome(name, bytes.NewReader(files[name])))
	}
	const table = "testdata/nasty.txt"
	want, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	head, rows, _ := strings.Cut(string(want), "\n\n")
	if *update {
		if err := os.WriteFile(table, []byte(head+"\n\n"+got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(rows, got.String()); diff != "" {
		t.Errorf("outcomes (-expected +got):\n%s", diff)
	}
	if len(names) != strings.Count("\n"+rows, "\n")-strings.Count(rows, "\n\t")-1 {
		t.Errorf("%d files, but not a row for each in %s", len(names), table)
	}
}

// outcome returns what reading a file gives: games, moves, and a line for each
// fault.
func outcome(name string, r io.Reader) string {
	reader := pgn.NewReader(name, r)
	var g pgn.Game
	var faults strings.Builder
	games, moves := 0, 0
	for {
		err := reader.Next(&g)
		var fault *pgn.Error
		switch {
		case err == io.EOF:
			return fmt.Sprintf("%s: games %d, moves %d\n%s", name, games, moves, faults.String())
		case errors.As(err, &fault):
			fmt.Fprintf(&faults, "\tline %d, game %d, ply %d: %v\n", fault.Line, fault.Game, fault.Ply, fault.Err)
		case err != nil:
			return fmt.Sprintf("%s: %v\n", name, err)
		default:
			games++
			moves += len(g.Moves)
		}
	}
}

// TestNastyPlyCount compares the number of moves with the tag PlyCount where a
// file has one.
func TestNastyPlyCount(t *testing.T) {
	names, files := nastyFiles(t)
	wrong := map[string]string{
		"pgn-extract/odds.pgn":   "counts whole moves, in part with those before the start position",
		"pgn-extract/test-7.pgn": "83. Qe5, the last move, is the 165th",
	}
	compared := 0
	for _, name := range names {
		for g := range goodGames(t, name, files[name]) {
			value, ok := g.Tag("PlyCount")
			if got := fmt.Sprint(len(g.Moves)); ok && value != got && wrong[name] == "" {
				t.Errorf("%s: %s moves, PlyCount %s", name, got, value)
			}
			compared++
		}
	}
	if compared < 2000 {
		t.Errorf("%d games compared", compared)
	}
}

// goodGames iterates over the games without a fault. The game is used again.
func goodGames(tb testing.TB, name string, data []byte) func(func(*pgn.Game) bool) {
	return func(yield func(*pgn.Game) bool) {
		r := pgn.NewReader(name, bytes.NewReader(data))
		var g pgn.Game
		for {
			err := r.Next(&g)
			var fault *pgn.Error
			switch {
			case err == io.EOF:
				return
			case errors.As(err, &fault):
				continue
			case err != nil:
				tb.Fatal(err)
			}
			if !yield(&g) {
				return
			}
		}
	}
}
