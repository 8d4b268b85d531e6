package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// A Follower reads the folder of a match that may be running, and judges its games as [Run] does. It
// changes nothing. Of tuned options it shows the games alone.
type Follower struct {
	dir   string
	run   run
	lines resume.Lines
	set   settings
	began stamp // of the settings that were read
	next  int64 // where the journal goes on
	games []Line
	known map[int]bool // games, by number

	courses [][]elo.Pentanomial // of each pairing, after each pair that counts
}

// A stamp tells versions of a file.
type stamp struct {
	at   time.Time
	size int64
}

// stamped returns the stamp of the settings as they are now.
func (f *Follower) stamped() (s stamp, err error) {
	info, err := os.Stat(f.path("match.json"))
	if err == nil {
		s = stamp{info.ModTime(), info.Size()}
	}
	return s, err
}

// A Line is a game of the journal without its moves.
type Line struct {
	Number  int    `json:"game"`
	Round   int    `json:"round"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Result  string `json:"result"`
	End     string `json:"end"`
	Guilty  string `json:"guilty,omitempty"`
	Opening string `json:"opening"`
	Plies   int    `json:"plies"`

	Apart Apart     `json:"-"` // where the two players' scores disagree most
	Began time.Time `json:"-"`
	Ended time.Time `json:"-"`

	at   int64 // in the journal
	size int
}

// Follow opens the folder of a match by its settings and reads the games that are there.
func Follow(dir string) (*Follower, error) {
	f := &Follower{dir: dir}
	if err := f.begin(); err != nil {
		return nil, err
	}
	_, err := f.Read()
	return f, err
}

// begin reads the settings and forgets all games.
func (f *Follower) begin() error {
	path := f.path("match.json")
	began, err := f.stamped()
	if err != nil {
		return err
	}
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return err
	}
	var s settings
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("%s: not the settings of a match: %w", path, err)
	}
	plan, err := s.plan()
	if err == nil {
		err = plan.validate()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	j := newJudge(&plan, nil)
	j.changes = s.Changes
	f.courses = make([][]elo.Pentanomial, len(j.stand.Pairings))
	j.paired = func(pairing int) {
		f.courses[pairing] = append(f.courses[pairing], j.stand.Pairings[pairing].Pentanomial)
	}
	f.run, f.set = run{plan: &plan, judge: j, folder: &folder{}}, s
	f.began, f.lines, f.next, f.games, f.known = began, resume.Lines{}, 0, nil, map[int]bool{}
	return nil
}

// mostFollowed is the largest number of players whose pairings are followed.
const mostFollowed = 1000

// plan returns the match of the settings, as far as judging it needs.
func (s *settings) plan() (Plan, error) {
	p := Plan{
		Format: s.Bound.Format, Rules: s.Bound.Rules, Seed: s.Bound.Seed, Openings: counted(s.Bound.Openings), Concurrency: 1,
		Pairs: s.When.Pairs, SPRT: s.When.SPRT, MaxFaults: s.When.MaxFaults,
	}
	if s.Bound.Shard != nil {
		p.Shard = *s.Bound.Shard
	}
	if p.MaxFaults == 0 {
		p.MaxFaults = elo.MaxFaults
	}
	if p.SPRT != nil {
		t := p.SPRT.WithDefaults()
		p.SPRT = &t
	}
	if n := len(s.Bound.Entrants); n > mostFollowed {
		return p, fmt.Errorf("%d players: at most %d are followed", n, mostFollowed)
	}
	for _, e := range s.Bound.Entrants {
		limit, err := play.ParseLimit(e.Limit)
		if err != nil {
			return p, err
		}
		p.Entrants = append(p.Entrants, play.Entrant{Name: e.Name, Limit: limit})
	}
	return p, nil
}

// counted stands for openings of which the number is known alone.
type counted int

func (n counted) Len() int { return int(n) }

func (counted) Opening(int) (o openings.Opening, err error) {
	return o, errors.New("match: the openings of a match that is followed are in its games")
}

// Read reads what the journal has got since, and reports whether that was anything. A journal that has
// become shorter was repaired, and is read again; so is that of a match whose settings have changed, as one
// that goes on with more games.
func (f *Follower) Read() (news bool, err error) {
	file, err := os.Open(f.path("games.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	now, err := f.stamped()
	if err != nil {
		return false, err
	}
	if info.Size() < f.next || now != f.began {
		if err := f.begin(); err != nil {
			return false, err
		}
		news = true
	}
	before := f.next
	f.next, err = f.lines.Follow(file, f.next, f.add)
	if err != nil {
		err = fmt.Errorf("%s: %w", file.Name(), err)
	}
	return news || f.next > before, err
}

// add takes a line of the journal.
func (f *Follower) add(line []byte, at int64, size int) error {
	return readGame(line, func(g *Game) error {
		if f.known[g.Number] {
			return nil
		}
		if err := f.run.judge.add(g); err != nil {
			return err
		}
		f.known[g.Number] = true
		f.games = append(f.games, Line{
			Number: g.Number, Round: g.Round, White: g.White, Black: g.Black, Result: g.Result, End: g.End, Guilty: g.Guilty,
			Opening: g.Opening, Plies: len(g.Depths) + g.Book, Apart: g.Apart(), Began: g.Began,
			Ended: g.Began.Add(duration(g.Seconds)), at: at, size: size,
		})
		return nil
	})
}

// Result returns how the match stands. Ratings and seconds of a match that has ended are those that it
// has written: anchors and earlier runs are known there alone.
func (f *Follower) Result() *Result {
	r := f.run.result(errRunning)
	r.Seconds, r.Dir, r.Pairings = 0, f.dir, slices.Clone(r.Pairings)
	r.Players, r.Faults = slices.Clone(r.Players), slices.Clone(r.Faults)
	if written, ok := f.written(); ok {
		r.Seconds, r.Ratings, r.Unrated = written.Seconds, written.Ratings, written.Unrated
		r.Event, r.Warnings = written.Event, written.Warnings
	}
	return r
}

// errRunning tells a result that the match was not ended by hand.
var errRunning = errors.New("match: running")

// Ended reports whether the match plays no more: its judge has stopped it, or it has written its result
// after its last game.
func (f *Follower) Ended() bool {
	if _, stop := f.run.judge.stopped(); stop {
		return true
	}
	_, ok := f.written()
	return ok
}

// Holder says whether the match is being played, and by which command, as far as its lock tells.
func (f *Follower) Holder() (resume.Holder, error) { return resume.Try(f.path("match.lock")) }

// written returns the result that the match has left, if no game has come since.
func (f *Follower) written() (r Result, ok bool) {
	journal, err1 := os.Stat(f.path("games.jsonl"))
	result, err2 := os.Stat(f.path("result.json"))
	if err1 != nil || err2 != nil || result.ModTime().Before(journal.ModTime()) {
		return r, false
	}
	text, err := atomicfile.ReadFile(f.path("result.json"), atomicfile.LargeLimit)
	return r, err == nil && json.Unmarshal(text, &r) == nil
}

// Last returns when the last game was written.
func (f *Follower) Last() (at time.Time, ok bool) {
	info, err := os.Stat(f.path("games.jsonl"))
	if err != nil || len(f.games) == 0 {
		return at, false
	}
	return info.ModTime(), true
}

// Games are the games in the order in which they ended. The list is valid until the next Read.
func (f *Follower) Games() []Line { return f.games }

// Course returns how the pairs of a pairing have added up, after each. It is valid until the next Read.
func (f *Follower) Course(pairing int) []elo.Pentanomial { return f.courses[pairing] }

// Test returns the test that ends the match, nil if there is none.
func (f *Follower) Test() *elo.SPRT { return f.run.plan.SPRT }

// Plan returns what the match plays by, as far as its folder tells: names and limits of the players, rules, seed,
// pairs and test. Settings are what its program has bound it to, as JSON.
func (f *Follower) Plan() Plan {
	p := *f.run.plan
	p.Settings = f.set.Bound.Settings
	return p
}

// Game reads a game of the journal.
func (f *Follower) Game(l Line) (*Game, error) {
	file, err := os.Open(f.path("games.jsonl"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text := make([]byte, l.size)
	if _, err := file.ReadAt(text, l.at); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	g := new(Game)
	return g, readGame(text, func(read *Game) error { *g = *read; return nil })
}

func (f *Follower) path(name string) string { return filepath.Join(f.dir, name) }

// Stop says why the match has ended, as far as its games tell: Interrupted where it can go on.
func (f *Follower) Stop() Stop {
	stop, _ := f.run.judge.stopped()
	return stop
}
