package match

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// A Plan is a match before it is played. Every field's zero value works but that of Entrants and
// Pairs.
type Plan struct {
	Event    string         // a name for the PGN; default "centipawn match"
	Entrants []play.Entrant // two or more, of different names
	Format   Format
	Pairs    int // of games with colours reversed, that each pairing plays

	Openings openings.Source // of the pairs, by their round: all pairings play the same ones; default [openings.None]
	Rules    play.Rules      // of adjudication, for all games
	Seed     uint64          // of random openings and their order: kept in the settings, and bound

	// Concurrency is the number of games at once; default: that of processors in use, which is the
	// most where time alone limits engines of this process.
	Concurrency int
	asked       int // of games at once that were too many; 0: none

	// Shard is the part of the pairs that is played, one of several; [Merge] puts all parts together. A part
	// is not judged. Default: all pairs.
	Shard shards.Shard

	SPRT *elo.SPRT // ends a match of two entrants as soon as it is decided; nil: all pairs are played

	// MaxFaults is the share of games that may end by the fault of an engine, or of this program,
	// above which the match stops. One is allowed of however few. Default [elo.MaxFaults]; 1 never
	// stops.
	MaxFaults float64

	// Anchors are the Elo of entrants, by name, that the ratings of a tournament are tied to;
	// default: the mean is 0.
	Anchors map[string]float64

	// Tuner sets the two entrants' options for each pair and takes its result: the match then
	// looks for values, and does not compare players. Default: options stay as they are.
	Tuner Tuner

	// Enough is asked before the first game and after every game that is judged; true ends the match
	// ([Enough]). Default: nothing else ends it.
	Enough func(*Progress) bool

	// Known are warnings from before the first game. Every result has them.
	Known note.List

	Dir      string // the folder of journal, PGN and result; "" keeps nothing
	Settings any    // what the journal is bound to beside the fields above: anything that JSON can hold
}

// withDefaults returns the plan with its defaults filled in, or what is wrong with it.
func (p Plan) withDefaults() (Plan, error) {
	if p.Event == "" {
		p.Event = "centipawn match"
	}
	if p.Openings == nil {
		p.Openings = openings.None()
	}
	p.concurrent()
	if p.MaxFaults == 0 {
		p.MaxFaults = elo.MaxFaults
	}
	if p.SPRT != nil {
		t := p.SPRT.WithDefaults()
		p.SPRT = &t
	}
	return p, p.validate()
}

// concurrent sets how many games are played at once. Where time alone limits engines of this
// process these are not more than processors: Go shares them out in turns of 10 ms, and with six
// games on two 35 of 36 games were lost on time at 1+0.01, where programs of their own lost none.
func (p *Plan) concurrent() {
	processors := runtime.GOMAXPROCS(0)
	if p.Concurrency <= 0 {
		p.Concurrency = processors
	}
	ours := func(e play.Entrant) bool { return e.Ours && timeAlone(e.Limit) }
	if p.Concurrency > processors && slices.ContainsFunc(p.Entrants, ours) {
		p.asked, p.Concurrency = p.Concurrency, processors
	}
}

func (p *Plan) validate() error {
	if p.Pairs < 1 {
		return fmt.Errorf("match: %d pairs: pass 1 or more", p.Pairs)
	}
	if err := elo.CheckMaxFaults(p.MaxFaults); err != nil {
		return fmt.Errorf("match: games with faults: %w", err)
	}
	if err := p.Shard.Validate(); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if p.Tuner != nil && !p.Shard.Whole() {
		return errors.New("match: a tuner needs each pair before the next: it has no shards")
	}
	if err := p.Rules.Validate(); err != nil {
		return err
	}
	if err := p.validateTuner(); err != nil {
		return err
	}
	if p.SPRT != nil {
		if len(p.Entrants) != 2 {
			return fmt.Errorf("match: an SPRT among %d entrants: pass two, or no SPRT", len(p.Entrants))
		}
		if err := p.SPRT.Validate(); err != nil {
			return err
		}
	}
	return p.validateEntrants()
}

func (p *Plan) validateEntrants() error {
	if len(p.Entrants) < 2 {
		return fmt.Errorf("match: %d entrants: pass two or more", len(p.Entrants))
	}
	names := map[string]bool{}
	for _, e := range p.Entrants {
		switch {
		case e.Name == "":
			return errors.New("match: an entrant without a name: give it one")
		case !utf8.ValidString(e.Name) || strings.ContainsFunc(e.Name, unicode.IsControl):
			return fmt.Errorf("match: entrant name %q is not printable: use letters", e.Name)
		case e.Name == Harness:
			return fmt.Errorf("match: entrant name %q stands for this program: pass another", e.Name)
		case names[e.Name]:
			return fmt.Errorf("match: two entrants are called %q: rename one", e.Name)
		}
		names[e.Name] = true
		if err := e.Limit.Validate(); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	for name := range p.Anchors {
		if !names[name] {
			return fmt.Errorf("match: an anchor for %q, which does not play: pass the name of an entrant", name)
		}
	}
	return nil
}

// Format says who plays whom.
type Format uint8

// The formats.
const (
	RoundRobin Format = iota // all against all
	Gauntlet                 // the first against all others
)

var formatNames = []string{RoundRobin: "round-robin", Gauntlet: "gauntlet"}

// String returns the format's name, "round-robin" or "gauntlet".
func (f Format) String() string { return enum.Name(formatNames, f) }

// MarshalText returns the format's name.
func (f Format) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a format's name.
func (f *Format) UnmarshalText(text []byte) error { return enum.Parse(f, formatNames, text) }

// A Tuner looks for the best values of the players' options. It is called by one goroutine at a time.
type Tuner interface {
	// Suggest returns what the options of the first and the second entrant are set to in a pair,
	// counted from 0; ok is false as long as it waits for the results of earlier pairs. It must not
	// wait for more when all pairs before are reported, and give a pair the same values whatever was
	// reported since.
	Suggest(pair int) (first, second []play.Setting, ok bool)
	// Report takes a pair's result, in the order of the pairs: wins less losses of the first entrant,
	// −2 to 2, and 0 of a pair that is void.
	Report(pair, result int) error
}

// validateTuner returns what else of the plan a tuner does not go with.
func (p *Plan) validateTuner() error {
	switch {
	case p.Tuner == nil:
		return nil
	case len(p.Entrants) != 2:
		return fmt.Errorf("match: a tuner with %d entrants: pass two", len(p.Entrants))
	case p.SPRT != nil:
		return errors.New("match: a tuner and an SPRT: pass one of them; test what the tuner has found in another match")
	}
	return nil
}

// Harness is guilty of a game that this program, not a player, has broken.
const Harness = "harness"

// timeAlone reports whether time is a limit and nothing else is.
func timeAlone(l play.Limit) bool { return l.Timed() && l.Nodes == 0 && l.Depth == 0 }
