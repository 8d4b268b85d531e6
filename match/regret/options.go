package regret

import (
	"errors"
	"fmt"
	"runtime"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights/predict"
)

// The defaults.
const (
	DefaultNodes        = 2000 // of a player's move
	DefaultTeacherNodes = 5000 // of the teacher, for each move that it judges
	DefaultRoots        = 1500
	DefaultBound        = 400 // centipawns
	DefaultPerGame      = 8
)

// A Player is who chooses, or judges.
type Player struct {
	play.Entrant

	// ID is what answers depend on beside the search of this program: weights, options, program,
	// limit. Players of one ID are one to the cache.
	ID string

	Knows string // what it knows of chess: the ID of weights or program, whatever the limit
}

// Options say what is measured. The zero of a number is its default.
type Options struct {
	Players []Player // the first is the baseline
	Teacher Player
	K       float64 // turns the teacher's centipawns into expected scores, above 0

	From   Source  // of the roots, which all candidates share; nil: those of Both
	Both   *Games  // a candidate's roots are of games of the baseline against it at their limits, drawn like this
	Roots  int     // [DefaultRoots]
	Own    *Games  // half of a candidate's roots are of its games against itself, drawn like this; nil: all are of From or Both
	Bound  int     // roots whose value is more centipawns by the baseline's own search are decided, and skipped; [DefaultBound]
	Full   bool    // the teacher judges every legal move, so that there are regrets and not only their differences
	OneIn  int     // the roots are one in OneIn of those that a user asks for; 0: all. V12 says how many to ask for
	Points []Point // draw the line of Elo; nil: [Embedded]

	// Guard is what the guard expects of the one candidate: the verdict is of both. Nil: of regret alone.
	Guard *predict.Forecast

	// Conditions are what the points of the line should have in common with this measure.
	Conditions Conditions

	Cache   string // file of the answers; "": they are forgotten
	Threads int    // players that search at a time; 0: one for each processor

	// Progress, which may be nil, gets how far a stage is.
	Progress func(stage string, done, total int)
}

// filled returns the options with their defaults, or what is wrong with them.
func (o Options) filled() (Options, error) {
	for _, f := range []struct {
		value *int
		usual int
		name  string
	}{{&o.Roots, DefaultRoots, "roots"}, {&o.Bound, DefaultBound, "bound"}, {&o.Threads, runtime.GOMAXPROCS(0), "threads"}} {
		if *f.value < 0 {
			return o, fmt.Errorf("regret: %s %d: pass 1 or more, or 0 for the default", f.name, *f.value)
		}
		if *f.value == 0 {
			*f.value = f.usual
		}
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	if o.Points == nil {
		o.Points = Embedded()
	}
	switch {
	case len(o.Players) < 2:
		return o, errors.New("regret: one player: pass a baseline and at least one candidate")
	case o.Guard != nil && len(o.Players) != 2:
		return o, errors.New("regret: the figures of a guard are of one candidate: pass one beside the baseline")
	case !(o.K > 0):
		return o, fmt.Errorf("regret: K %v: pass a number above 0", o.K)
	case o.From == nil && o.Both == nil:
		return o, errors.New("regret: no roots: pass positions, or how games are played")
	case o.Own != nil && o.Roots < 2:
		return o, errors.New("regret: one root, and half of them of own games: pass 2 or more")
	}
	for _, p := range append([]Player{o.Teacher}, o.Players...) {
		if err := p.Limit.Validate(); err != nil {
			return o, fmt.Errorf("%s: %w", p.Name, err)
		}
		if p.Limit.Time > 0 {
			return o, fmt.Errorf("%s: a position has no clock: pass nodes, depth or movetime", p.Name)
		}
	}
	return o, nil
}

// Games says how roots are drawn from games of a player against itself, or of two.
type Games struct {
	Openings openings.Source
	ID       string // what Openings depends on
	Seed     uint64 // of the positions that are drawn
	PerGame  int    // roots of a game at most; 0: [DefaultPerGame]
	Most     int    // games at most, of each candidate; 0: as many as the roots take
}
