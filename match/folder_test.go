package match

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// TestSettings goes on with a match under other settings: those that change games are refused by
// name, those that move its end are told ever after.
func TestSettings(t *testing.T) {
	type own struct{ Book string }
	for _, tt := range []struct {
		name    string
		change  func(p *Plan)
		refused string // in the error
		told    string // in V06
	}{
		{"nothing", func(p *Plan) {}, "", ""},
		{"concurrency", func(p *Plan) { p.Concurrency = 1 }, "", ""},
		{"rules", func(p *Plan) { p.Rules.MaxPlies = 60 }, "rules.MaxPlies: 40 before, 60 now", ""},
		{"seed", func(p *Plan) { p.Seed = 8 }, "seed: 7 before, 8 now", ""},
		{"limit", func(p *Plan) { p.Entrants[1].Limit.Nodes = 101 }, `entrants.2.limit: "nodes=100" before, "nodes=101" now`, ""},
		{"name", func(p *Plan) { p.Entrants[1].Name = "C" }, `entrants.2.name: "B" before, "C" now`, ""},
		{"third", func(p *Plan) { p.Entrants = append(p.Entrants, entrantOf("C", mover{})); p.SPRT = nil },
			`entrants.3.name: none before, "C" now`, ""},
		{"format", func(p *Plan) { p.Format = Gauntlet }, `format: "round-robin" before, "gauntlet" now`, ""},
		{"openings", func(p *Plan) { p.Openings = openings.None() }, "openings: 0 before, 1 now", ""},
		{"own", func(p *Plan) { p.Settings = own{"b.epd"} }, `settings.Book: "a.epd" before, "b.epd" now`, ""},
		{"own gone", func(p *Plan) { p.Settings = nil }, `settings.Book: "a.epd" before, none now`, ""},
		{"pairs", func(p *Plan) { p.Pairs = 9 }, "", "pairs: 5 before, 9 now"},
		{"bounds", func(p *Plan) { p.SPRT = &elo.SPRT{Elo0: 0, Elo1: 3} }, "", "sprt.elo1: 5 before, 3 now"},
		{"no test", func(p *Plan) { p.SPRT = nil }, "", "sprt.elo0: 0 before, none now"},
		{"faults", func(p *Plan) { p.MaxFaults = 1 }, "", "max_faults: none before, 1 now"},
		{"all of it", func(p *Plan) { p.Pairs, p.SPRT = 6, nil }, "", "pairs: 5 before, 6 now; sprt.alpha: 0.05 before, none now; "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plan := func() Plan {
				p := quick(5, mover{seed: 1}, mover{seed: 2})
				p.Seed, p.Settings, p.SPRT = 7, own{"a.epd"}, &elo.SPRT{Elo0: 0, Elo1: 5}
				return p
			}
			p := plan()
			p.Dir = t.TempDir()
			mustRun(t, p)
			changed := plan()
			changed.Dir = p.Dir
			tt.change(&changed)
			r, err := Run(t.Context(), changed, nil)
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) {
					t.Errorf("error %v, want %q", err, tt.refused)
				}
				mustRun(t, p) // nothing is spoilt
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.Games != 2*changed.Pairs || !strings.Contains(text(r, note.V06), tt.told) || (tt.told == "") == r.Warnings.Has(note.V06) {
				t.Errorf("%d games, warnings %v", r.Games, r.Warnings)
			}
			if back := mustRun(t, changed); !strings.Contains(text(back, note.V06), tt.told) || strings.Count(text(back, note.V06), "\n") > 1 {
				t.Errorf("forgotten, or told at length: %v", back.Warnings)
			}
		})
	}
}

func TestBadPlan(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(p *Plan)
		want   string
	}{
		{"no pairs", func(p *Plan) { p.Pairs = 0 }, "0 pairs: pass 1 or more"},
		{"alone", func(p *Plan) { p.Entrants = p.Entrants[:1] }, "1 entrants: pass two"},
		{"same name", func(p *Plan) { p.Entrants[1].Name = "A" }, `two entrants are called "A"`},
		{"no name", func(p *Plan) { p.Entrants[1].Name = "" }, "without a name"},
		{"a line in a name", func(p *Plan) { p.Entrants[1].Name = "B\nC" }, `entrant name "B\nC" is not printable: use letters`},
		{"no text", func(p *Plan) { p.Entrants[1].Name = "B\xff" }, `entrant name "B\xff" is not printable`},
		{"harness", func(p *Plan) { p.Entrants[1].Name = Harness }, "stands for this program: pass another"},
		{"no limit", func(p *Plan) { p.Entrants[1].Limit = play.Limit{} }, "B: "},
		{"faults", func(p *Plan) { p.MaxFaults = 1.5 }, "1.5: pass a share above 0, at most 1"},
		{"not a number", func(p *Plan) { p.MaxFaults = math.NaN() }, "NaN: pass a share above 0, at most 1"},
		{"rules", func(p *Plan) { p.Rules.MaxPlies = -1 }, "pass"},
		{"test of three", func(p *Plan) { p.SPRT = &elo.SPRT{Elo1: 5}; p.Entrants = append(p.Entrants, entrantOf("C", mover{})) }, "an SPRT among 3"},
		{"bounds", func(p *Plan) { p.SPRT = &elo.SPRT{Elo0: 5, Elo1: 5} }, "must be below"},
		{"anchor", func(p *Plan) { p.Anchors = map[string]float64{"X": 2000} }, `an anchor for "X"`},
		{"settings", func(p *Plan) { p.Settings = func() {} }, "settings"},
	} {
		p := quick(5, mover{seed: 1}, mover{seed: 2})
		p.Dir = t.TempDir()
		tt.change(&p)
		if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestTorn cuts the journal at every byte of its last lines, and breaks lines in its middle.
func TestTorn(t *testing.T) {
	p := quick(2, mover{seed: 1}, mover{seed: 2})
	p.Rules.MaxPlies = 2
	p.Dir = t.TempDir()
	mustRun(t, p)
	path := filepath.Join(p.Dir, "games.jsonl")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, games := gamesOf(t, p.Dir), timeless(t, p.Dir)
	for cut := 0; cut < len(whole); cut += 61 {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		mustRun(t, p)
		if got := gamesOf(t, p.Dir); !reflect.DeepEqual(got, want) {
			t.Fatalf("cut at byte %d: games %v, want %v", cut, got, want)
		}
	}
	lines := strings.SplitAfter(string(whole), "\n")
	other := fmt.Sprintf(`{"game":1,"white":"X","black":"B","crc32c":"%08x"}`+"\n",
		crc32.Checksum([]byte(`{"game":1,"white":"X","black":"B"`), crc32.MakeTable(crc32.Castagnoli)))
	for _, tt := range []struct{ name, text, want string }{
		{"another match", string(whole) + other, "games.jsonl:5: not a game of this match: game 1 is A against B"},
		{"a flipped result", flip(lines, 1), "games.jsonl:2: the line is damaged: it does not have its checksum: take it out"},
		{"garbage between", lines[0] + "garbage\n" + strings.Join(lines[1:], ""), "games.jsonl:2: the line is damaged: it has no checksum"},
		{"a page of NULs", lines[0] + strings.Repeat("\x00", 500) + "\n" + lines[2], "games.jsonl:2: the line is damaged"},
	} {
		if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
		if _, err := os.Stat(filepath.Join(p.Dir, unfinished)); err == nil {
			t.Errorf("%s: %s is left", tt.name, unfinished)
		}
		if left := timeless(t, p.Dir); left != games {
			t.Errorf("%s: games.pgn is touched, %d bytes are left of %d", tt.name, len(left), len(games))
		}
	}
	for _, tail := range []string{"\x00", strings.Repeat("\x00", 5000), strings.Repeat("\x00", 500) + "\n", "garbage\n", flip(lines, 3)[len(whole)-len(lines[3]):]} {
		if err := os.WriteFile(path, []byte(strings.Join(lines[:3], "")+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		r := mustRun(t, p)
		if want := fmt.Sprintf("dropped the last %d bytes", len(tail)); len(r.Notes) != 1 || !strings.Contains(r.Notes[0], want) {
			t.Errorf("tail %.10q: notes %q, want %q", tail, r.Notes, want)
		}
		if got := gamesOf(t, p.Dir); !reflect.DeepEqual(got, want) {
			t.Errorf("tail %.10q: games %v, want %v", tail, got, want)
		}
	}
}

// flip returns lines in which another side has won the game of one of them.
func flip(lines []string, n int) string {
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		if field := `"result":"` + result + `"`; strings.Contains(lines[n], field) {
			other := map[bool]string{true: "0-1", false: "1-0"}[result == "1-0"]
			lines = slices.Clone(lines)
			lines[n] = strings.Replace(lines[n], field, `"result":"`+other+`"`, 1)
			break
		}
	}
	return strings.Join(lines, "")
}

// TestOldJournal: lines without checksums, of an older version, are taken, and said; what is wrong
// with one gets by its line, however late its pair counts.
func TestOldJournal(t *testing.T) {
	p := quick(6, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	want := mustRun(t, p)
	path := filepath.Join(p.Dir, "games.jsonl")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile(`,"crc32c":"[0-9a-f]{8}"}`).ReplaceAllString(string(whole), "}")
	lines := strings.SplitAfter(old, "\n")
	slices.Reverse(lines[:12]) // the last game of the first pairs ends last
	write := func() {
		if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write()
	r := mustRun(t, p)
	sameMatch(t, r, want)
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "12 lines of an older version have no checksum") {
		t.Errorf("notes %q", r.Notes)
	}
	lines[3] = regexp.MustCompile(`"depths":\[[^]]*]`).ReplaceAllString(lines[3], `"depths":[]`)
	write()
	if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "games.jsonl:4: not a game of this match: moves and scores") {
		t.Errorf("error %v, want one that names line 4", err)
	}
}

// TestChangesBeforeTheFirstGame: an end that is moved before anything was played is the end.
func TestChangesBeforeTheFirstGame(t *testing.T) {
	p := quick(5, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Run(ctx, p, nil); err != nil || r.Finished != 0 {
		t.Fatal(r, err)
	}
	p.Pairs = 6
	if r := mustRun(t, p); r.Games != 12 || r.Warnings.Has(note.V06) {
		t.Errorf("%d games, %v", r.Games, r.Warnings)
	}
}

// TestSeconds: what runs have taken is added up, and stays when a match is looked at again.
func TestSeconds(t *testing.T) {
	p := quick(3, mover{seed: 1}, mover{seed: 2})
	p.Dir = t.TempDir()
	path := filepath.Join(p.Dir, "result.json")
	first := mustRun(t, p)
	if first.Seconds <= 0 || first.Seconds > 600 {
		t.Errorf("%v seconds", first.Seconds)
	}
	text, err := json.Marshal(map[string]float64{"seconds": 1000})
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if again := mustRun(t, p); again.Seconds != 1000 {
		t.Errorf("%v seconds of a match that was played in 1000", again.Seconds)
	}
	p.Pairs = 4
	if more := mustRun(t, p); more.Seconds <= 1000 || more.Seconds > 1600 {
		t.Errorf("%v seconds after 1000 and some", more.Seconds)
	}
	if err := os.WriteFile(path, []byte("none"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
}

// TestResultFile reads result.json.
func TestResultFile(t *testing.T) {
	p := quick(5, mover{seed: 1}, mover{seed: 2}, mover{seed: 3})
	p.Dir = t.TempDir()
	p.Anchors = map[string]float64{"A": 1500}
	r := mustRun(t, p)
	data, err := os.ReadFile(filepath.Join(p.Dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Games   int
		Stop    string
		Players []Player
		Ratings elo.Ratings
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Games != 30 || got.Stop != "all played" || len(got.Players) != 3 || got.Players[0].Used.Moves != r.Players[0].Used.Moves {
		t.Errorf("read back %+v", got)
	}
	if len(got.Ratings.Players) != 3 || got.Ratings.Players[0].Elo.Value != 1500 || !got.Ratings.Players[0].Anchor {
		t.Errorf("ratings %+v, %s", got.Ratings, r.Unrated)
	}
	if len(r.Results) != 30 || r.Results[29].Pair != 14 {
		t.Errorf("results %v", r.Results)
	}
}

// TestNotesNameThePlayers: what must be known of a rating names its player.
func TestNotesNameThePlayers(t *testing.T) {
	r := &run{plan: &Plan{}, judge: &judge{}}
	for i, name := range []string{"one", "two", "best"} {
		r.plan.Entrants = append(r.plan.Entrants, entrantOf(name, mover{}))
		for j := range i {
			r.judge.rated = append(r.judge.rated, elo.Game{White: i, Black: j, Points: 1, Pair: -1})
		}
	}
	got, err := r.rate()
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, "one, two, best: ") {
		t.Errorf("notes %q, want one that names one, two and best", notes)
	}
}

// TestOthersFiles: games that lie in the folder and are no match's of this program are not
// overwritten.
func TestOthersFiles(t *testing.T) {
	for _, name := range []string{"games.pgn", "games.jsonl", "result.json"} {
		t.Run(name, func(t *testing.T) {
			p := quick(1, mover{seed: 1}, mover{seed: 2})
			p.Dir = t.TempDir()
			path := filepath.Join(p.Dir, name)
			if err := os.WriteFile(path, []byte("dear to somebody"), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Run(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one that names %s", err, path)
			}
			if left, err := os.ReadFile(path); err != nil || string(left) != "dear to somebody" {
				t.Errorf("%.40q is left, error %v", left, err)
			}
		})
	}
}

func TestFormat(t *testing.T) {
	for _, f := range []Format{RoundRobin, Gauntlet} {
		text, err := f.MarshalText()
		var back Format
		if err != nil || back.UnmarshalText(text) != nil || back != f {
			t.Errorf("%v becomes %q and %v", f, text, back)
		}
	}
	var f Format
	if err := f.UnmarshalText([]byte("swiss")); err == nil {
		t.Error("swiss is taken")
	}
}

// FuzzJournal reads any bytes as a journal: no panic, and what it takes is what it has counted.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"game":1,"white":"A","black":"B","result":"1-0","moves":"e2e4","scores":[null],"used":[{"seconds":1.5},{}]}` + "\n{"))
	f.Add([]byte("\n"))
	f.Add([]byte(`{"game":-5}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := quick(3, mover{}, mover{}).withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "games.jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		j, lines := newJudge(&p, nil), 0
		file, err := openJournal(path, func(g *Game) error {
			lines++
			_, _ = (&gamesFile{}).translate(g)
			return j.add(g)
		})
		if err == nil {
			err = file.close()
			whole, _ := os.ReadFile(path)
			if !bytes.HasPrefix(data, whole) || bytes.Count(whole, []byte{'\n'}) != lines {
				t.Errorf("%d lines, %d bytes of %d, %v", lines, len(whole), len(data), err)
			}
		}
		if j.stand.Games > j.stand.Finished || j.stand.Finished > lines {
			t.Errorf("%d lines: %+v", lines, j.stand)
		}
	})
}
