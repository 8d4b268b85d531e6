package loop

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
)

// A step is one iteration: its number, from 1, and its folder.
type step struct {
	number int
	dir    string
	seed   uint64 // of the run
}

// step returns an iteration of the run.
func (r *run) step(number int) step {
	return step{number, filepath.Join(r.opt.Dir, fmt.Sprintf("%03d", number)), r.opt.Seed}
}

// gamesFile returns the name of the games' file. Its number and the run's seed are in
// it, for a game is known by the name of its file: positions of several runs may be put
// together. Games of one seed, iteration and number begin alike.
func (s step) gamesFile() string {
	return s.file(fmt.Sprintf("games-%03d-seed%d.viri.zst", s.number, s.seed))
}

// rowsFile returns the name of the file of an objective's rows.
func (s step) rowsFile(o Objective) string {
	return s.file(fmt.Sprintf("%s-%03d.epd.zst", rowsNames[o], s.number))
}

func (s step) file(name string) string { return filepath.Join(s.dir, name) }

const (
	gamesName   = "games.json"   // what was played: the games are complete
	funnelName  = "funnel.json"  // what was drawn from them: the positions are complete
	fitName     = "fit.json"     // how well the fit went
	weightsName = "weights.json" // what it found: the fit is complete
	gateName    = "gate.json"    // the match is complete
	metricsName = "metrics.json" // the iteration is complete
)

// What is drawn, for seeds of their own.
const (
	forStart = iota
	forGames
	forSamples
	forGate
	forRows
)

// seedOf returns the seed of one purpose in one iteration, never 0.
func seedOf(seed uint64, iteration, purpose int) uint64 {
	return 1 | rand.NewPCG(seed, uint64(iteration)<<8|uint64(purpose)).Uint64()
}
