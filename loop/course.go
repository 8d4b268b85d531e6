package loop

import (
	"fmt"
	"path/filepath"

	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/weights"
)

// An Event reports how a run goes: where a stage is, or, with
// Metrics, that an iteration has ended.
type Event struct {
	Iteration   int // from 1
	Stage       string
	Done, Total int64    // games, bytes or pairs; a total of 0 is not known
	Loss        float64  // while weights are searched
	Metrics     *Metrics // of the iteration that has ended
	Resumed     bool     // it had ended before the run went on
}

// The stages of an iteration.
const (
	Playing    = "playing"    // games
	Drawing    = "drawing"    // positions from them
	Estimating = "fitting"    // weights to those
	Predicting = "predicting" // the match, by moves
	Proving    = "proving"    // the weights in a match
)

// A run is what goes on in a folder.
type run struct {
	opt     Options
	watch   func(Event)
	program string        // that plays: its build
	done    []*Metrics    // of the iterations that have ended
	best    *weights.File // that play
	shown   int           // iterations that are in the pictures, as far as this call knows
}

// A step is one iteration, and the seed of its run.
type step struct {
	campaign.Step
	seed uint64
}

// step returns an iteration of the run.
func (r *run) step(number int) step { return step{campaign.At(r.opt.Dir, number), r.opt.Seed} }

// bestBefore returns the iteration whose weights play in another one.
func (r *run) bestBefore(number int) int {
	if number == 1 {
		return 0
	}
	return r.done[number-2].Best
}

// weightsOf returns the name of an iteration's weights, of 0 those of the beginning.
func (r *run) weightsOf(number int) string {
	if number == 0 {
		return filepath.Join(r.opt.Dir, initName)
	}
	return r.step(number).File(weightsName)
}

// windowFrom returns the first iteration whose rows are fitted in another.
func (r *run) windowFrom(number int) int { return max(1, number-r.opt.Window+1) }

// gamesFile returns the name of the games' file. Its number and the run's seed are in
// it, because a game is known by the name of its file: positions of several runs may be put
// together. Games of one seed, iteration and number begin alike.
func (s step) gamesFile() string {
	return s.File(fmt.Sprintf("games-%03d-seed%d.viri.zst", s.Number, s.seed))
}

// rowsFile returns the name of the file of an objective's rows.
func (s step) rowsFile(o Objective) string {
	return s.File(fmt.Sprintf("%s-%03d.epd.zst", rowsNames[o], s.Number))
}

// The files of a run's folder.
const (
	initName    = "init.json"
	bestName    = "best.json"
	predictName = "regret.cache" // what was answered for predictions
)

// The files of an iteration's folder.
const (
	gamesName   = "games.json"   // what was played: the games are complete
	funnelName  = "funnel.json"  // what was drawn from them: the positions are complete
	weightsName = "weights.json" // what the fit found: it is complete
)

// What is drawn, for seeds of their own.
const (
	forStart = iota
	forGames
	forSamples
	forGate
	forRows
)
