package selfplay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// aGame is a game with all that a journal keeps: the nth of many.
func aGame(n int) play.Record {
	g := play.Record{Start: board.Start(), Result: pgn.Result(n % 4), End: play.End(n % 9)}
	for start, moves := range boardtest.RandomGames(uint64(n)) {
		g.Start = start
		for i, m := range moves {
			g.Moves = append(g.Moves, play.Move{Move: m, Score: search.Score(3*i - 50), Scored: i > 4, Depth: i % 30})
		}
		break
	}
	g.Book = min(4, len(g.Moves))
	for i := range g.Moves {
		if !g.Moves[i].Scored {
			g.Moves[i].Score = 0
		}
	}
	if len(g.Moves) > 6 {
		g.Moves[5].Score, g.Moves[6].Score = search.MateIn(3), search.MatedIn(4)
	}
	g.Used[0].Nodes, g.Used[1].Nodes = uint64(n)<<40, 7
	return g
}

type setting struct {
	Nodes   int    `json:"nodes"`
	Weights string `json:"weights,omitempty"`
}

// openAll opens a journal and returns its games.
func openAll(t testing.TB, path string, settings any) (*journal, []play.Record, error) {
	t.Helper()
	var all []play.Record
	text, err := encode(settings)
	if err != nil {
		return nil, nil, err
	}
	j, err := openJournal(path, text, func(n int, g *play.Record) error {
		if n != len(all) {
			t.Errorf("game %d is numbered %d", len(all), n)
		}
		c := *g
		c.Moves = slices.Clone(g.Moves)
		all = append(all, c)
		return nil
	})
	return j, all, err
}

// aJournal writes a journal and returns its name and games, and where each one ends.
func aJournal(t testing.TB, games int) (path string, all []play.Record, ends []int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.journal")
	j, none, err := openAll(t, path, setting{Nodes: 5})
	if err != nil || len(none) != 0 {
		t.Fatalf("a new journal: %v, %d games", err, len(none))
	}
	for n := range games {
		g := aGame(n)
		if err := j.add(&g); err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
		ends = append(ends, size(t, path))
	}
	if err := j.file.Close(); err != nil {
		t.Fatal(err)
	}
	return path, all, ends
}

func size(t testing.TB, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size())
}

// TestJournalTorn: wherever a journal ends, its whole games are there and the next
// one follows them.
func TestJournalTorn(t *testing.T) {
	const frameHead = 8
	path, all, ends := aJournal(t, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(data, '\n')
	lengths := []int{0, 1, head, head + 1, head + 2}
	for _, end := range ends {
		lengths = append(lengths, end-1, end, end+1, end+frameHead-1, end+frameHead, end+frameHead+1)
	}
	apart := 23
	if long.Short(t) {
		apart = 23 * 5
	}
	for at := 3; at < len(data); at += apart {
		lengths = append(lengths, at)
	}
	torn := filepath.Join(t.TempDir(), "torn")
	for _, length := range lengths {
		length = min(length, len(data))
		if err := os.WriteFile(torn, data[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		whole := 0
		for whole < len(ends) && ends[whole] <= length {
			whole++
		}
		j, got, err := openAll(t, torn, setting{Nodes: 5})
		if err != nil || len(got) != whole || whole > 0 && !reflect.DeepEqual(got, all[:whole]) {
			t.Fatalf("%d of %d bytes: %v, %d games, want %d", length, len(data), err, len(got), whole)
		}
		for n := whole; n < len(all); n++ {
			if err := j.add(&all[n]); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.file.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(torn); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%d of %d bytes: gone on with, it is another file: %v", length, len(data), err)
		}
	}
}

// TestJournalFlipped: of a game that is not as it was written nothing is believed, nor
// of those after it.
func TestJournalFlipped(t *testing.T) {
	const frameHead = 8
	path, all, ends := aJournal(t, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := ends[0] + frameHead; at < ends[1]; at += 7 {
		data[at] ^= 0x10
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		j, got, err := openAll(t, path, setting{Nodes: 5})
		if err != nil || !reflect.DeepEqual(got, all[:1]) {
			t.Fatalf("byte %d: %v, %d games", at, err, len(got))
		}
		if !strings.Contains(j.dropped, "x.journal: game 2: it does not have its checksum: dropped the last") {
			t.Errorf("byte %d: %q", at, j.dropped)
		}
		if j.file.Close(); size(t, path) != ends[0] {
			t.Fatalf("byte %d: %d bytes are kept, want %d", at, size(t, path), ends[0])
		}
		data[at] ^= 0x10
	}
}

func TestJournalRefuses(t *testing.T) {
	path, _, _ := aJournal(t, 2)
	foreign := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(foreign, []byte("my only notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	twice := filepath.Join(t.TempDir(), "twice")
	data, _ := os.ReadFile(path)
	head := bytes.IndexByte(data, '\n') + 1
	if err := os.WriteFile(twice, append(slices.Clone(data), data[head:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path string
		settings   any
		text       string
	}{
		{"another value", path, setting{Nodes: 6}, "other settings: nodes: 5 before, 6 now: pass those"},
		{"one more", path, setting{Nodes: 5, Weights: "w.json"}, `other settings: weights: none before, "w.json" now: pass those`},
		{"another file", foreign, setting{Nodes: 5}, "not a journal of games"},
		{"two runs at once", twice, setting{Nodes: 5}, "game 3: number 1: another run"},
		{"settings that are none", path, func() {}, "settings of a journal"},
		{"no such folder", filepath.Join(path, "x"), setting{}, "not a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			if _, _, err := openAll(t, tt.path, tt.settings); err == nil || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want %q", err, tt.text)
			}
			if after, _ := os.ReadFile(tt.path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

// TestJournalEnds: what the caller says ends the reading.
func TestJournalEnds(t *testing.T) {
	path, _, _ := aJournal(t, 3)
	bad := errors.New("bad")
	if _, err := openJournal(path, []byte(`{"nodes":5}`), func(int, *play.Record) error { return bad }); !errors.Is(err, bad) {
		t.Errorf("%v", err)
	}
}

// FuzzParseGame: no bytes make trouble, and those of a game say it again.
func FuzzParseGame(f *testing.F) {
	for n := range 20 {
		g := aGame(n)
		f.Add(appendGame(nil, n, &g))
	}
	f.Add([]byte{})
	f.Add(make([]byte, gameHead))
	f.Fuzz(func(t *testing.T, b []byte) {
		var g, again play.Record
		number, err := parseGame(b, &g)
		if err != nil {
			return
		}
		written := appendGame(nil, int(number), &g)
		if n, err := parseGame(written, &again); err != nil || n != number || !reflect.DeepEqual(g, again) {
			t.Fatalf("%v: game %d\n%+v\nbecame %d\n%+v", err, number, g, n, again)
		}
		if binary.LittleEndian.Uint16(written[12:]) != uint16(len(g.Moves)) {
			t.Fatalf("%d moves, want %d", binary.LittleEndian.Uint16(written[12:]), len(g.Moves))
		}
	})
}
