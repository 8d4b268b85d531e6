package match

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/match/elo"
)

// TestFollow: a journal that is read as it grows, in parts that end anywhere, stands as the match
// has stood after as many games, and ends as it has ended.
func TestFollow(t *testing.T) {
	p := quick(30, mover{seed: 1}, mover{seed: 2})
	p.Dir, p.SPRT = t.TempDir(), &elo.SPRT{Elo0: 0, Elo1: 5}
	want := mustRun(t, p)
	whole, err := os.ReadFile(filepath.Join(p.Dir, "games.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	settings, err := os.ReadFile(filepath.Join(p.Dir, "match.json"))
	if err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "games.jsonl")
	if err := os.WriteFile(filepath.Join(dir, "match.json"), settings, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Follow(dir)
	if err != nil {
		t.Fatal(err)
	}
	for end := 0; end < len(whole); end += 1777 {
		if err := os.WriteFile(journal, whole[:end], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Read(); err != nil {
			t.Fatalf("%d bytes: %v", end, err)
		}
		if got, want := len(f.Games()), bytes.Count(whole[:end], []byte("\n")); got != want {
			t.Fatalf("%d bytes: %d games, want %d", end, got, want)
		}
	}
	if f.Ended() {
		t.Error("ended before its end")
	}
	if err := os.WriteFile(journal, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if news, err := f.Read(); !news || err != nil {
		t.Fatal(news, err)
	}
	got := f.Result()
	if !f.Ended() || got.Stop != want.Stop || !reflect.DeepEqual(got.Pairings, want.Pairings) || !reflect.DeepEqual(got.Players, want.Players) || !reflect.DeepEqual(got.SPRT, want.SPRT) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if c := f.Course(0); len(c) != want.Pairs || c[len(c)-1] != want.Pairings[0].Pentanomial {
		t.Errorf("the course ends at %v after %d pairs", c[len(c)-1], len(c))
	}
	for _, l := range f.Games() {
		g, err := f.Game(l)
		if err != nil || g.Number != l.Number || len(strings.Fields(g.Moves)) != l.Plies {
			t.Fatalf("game %d: %v", l.Number, err)
		}
	}
	if err := os.WriteFile(journal, whole[:bytes.IndexByte(whole, '\n')+1], 0o644); err != nil { // repaired
		t.Fatal(err)
	}
	if news, err := f.Read(); !news || err != nil || len(f.Games()) != 1 || f.Ended() {
		t.Errorf("of a journal that was cut %d games are there, error %v", len(f.Games()), err)
	}
}

// TestFollowWritten: an end by hand is known by the result, and a game after it is a new beginning.
func TestFollowWritten(t *testing.T) {
	p := quick(3, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	want := mustRun(t, p)
	f, err := Follow(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Result(); got.Seconds != want.Seconds || got.Event != want.Event {
		t.Errorf("%v seconds of %q, want %v of %q", got.Seconds, got.Event, want.Seconds, want.Event)
	}
}

// TestFollowDamaged: what is not a journal is an error that says where, and no panic.
func TestFollowDamaged(t *testing.T) {
	p := quick(1, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	mustRun(t, p)
	path := filepath.Join(p.Dir, "games.jsonl")
	for _, text := range []string{"{}\n", "null\n", "x\n", `{"game":1e9}` + "\n", `{"game":-5}` + "\n", strings.Repeat("[", 100_000) + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Follow(p.Dir); err == nil || !strings.Contains(err.Error(), "at byte 0") {
			t.Errorf("%.20q: error %v", text, err)
		}
	}
	for _, s := range []string{"{}", "[]", `{"bound":{"entrants":[{"name":"a"},{"name":"b"}]},"when":{"pairs":-1}}`} {
		if err := os.WriteFile(filepath.Join(p.Dir, "match.json"), []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Follow(p.Dir); err == nil || !json.Valid([]byte(s)) {
			t.Errorf("%s: error %v", s, err)
		}
	}
}

// TestFollowExtended: a match that has ended and goes on with more pairs runs again, and its new games count.
func TestFollowExtended(t *testing.T) {
	p := quick(3, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	mustRun(t, p)
	f, err := Follow(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Ended() {
		t.Fatal("the match has not ended")
	}
	journal := filepath.Join(p.Dir, "games.jsonl")
	short, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	p.Pairs = 6
	want := mustRun(t, p)
	long, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(p.Dir, "result.json")); err != nil { // as while it runs
		t.Fatal(err)
	}
	for _, now := range []struct {
		text  []byte
		ended bool
	}{{short, false}, {long, true}} {
		if err := os.WriteFile(journal, now.text, 0o644); err != nil {
			t.Fatal(err)
		}
		if news, err := f.Read(); !news || err != nil {
			t.Fatal(news, err)
		}
		if got := f.Result(); f.Ended() != now.ended || got.Planned != want.Planned || got.Finished != bytes.Count(now.text, []byte("\n")) {
			t.Errorf("ended %v, %d of %d games; want %v of %d", f.Ended(), got.Finished, got.Planned, now.ended, want.Planned)
		}
	}
}
