package sigma

import (
	"path/filepath"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// An Event reports how a run goes: where a stage is.
type Event struct {
	Iteration   int // from 1; 0: the warm start
	Stage       string
	Done, Total int64  // rows or steps; a total of 0 is not known
	Note        string // such as the loss
}

// The stages of a run.
const (
	Reading  = "reading lessons"
	Playing  = "playing"
	Teaching = "training"
	Proving  = "proving"
)

// A run is what goes on in a folder.
type run struct {
	opt    Options
	watch  func(Event)
	start  *nn.File
	starts []board.Position // of games that begin with a puzzle

	encoding planes.Encoding
	report   Report
}

// The files of a run's folder.
const (
	startName = "start.nn"
	bestName  = "best.nn"
	warmName  = "warm"
)

// The files of the folder of a training and its iteration.
const (
	gamesName    = "games.jsonl"
	trainingName = "training"
	networkName  = "network.nn"
	learnedName  = "learned.json" // the training in numbers
)

// file returns the path of a file of the run.
func (r *run) file(name string) string { return filepath.Join(r.opt.Dir, name) }

// step returns an iteration, of 0 the warm start.
func (r *run) step(number int) campaign.Step { return stepOf(r.opt.Dir, number) }

func stepOf(dir string, number int) campaign.Step {
	if number == 0 {
		return campaign.Step{Dir: filepath.Join(dir, warmName)}
	}
	return campaign.At(dir, number)
}

// Begun reports whether a run, in a folder, is in the middle of its warm start or of an iteration: both are complete with
// their metrics.
func Begun(dir string) bool {
	for number := 0; ; number++ {
		s := stepOf(dir, number)
		switch exists := folder.Exists(s.Dir); {
		case exists && !folder.Exists(s.File(campaign.MetricsName)):
			return true
		case !exists && number > 0:
			return false
		}
	}
}

// networkOf returns the name of the network of an iteration, of 0 that of the warm start, or the first
// one.
func (r *run) networkOf(number int) string {
	if number == 0 && r.report.Warm == nil {
		return r.file(startName)
	}
	return r.step(number).File(networkName)
}

// best returns the iteration whose network plays after those that have ended.
func (r *run) best() int {
	if n := len(r.report.Iterations); n > 0 {
		return r.report.Iterations[n-1].Best
	}
	return 0
}

// What is drawn, for seeds of their own.
const (
	forGames = iota
	forGate
)
