package advice

import (
	"errors"
	"fmt"
	"runtime"
)

// Rows are labelled positions whose evaluation is known by its value alone, White's view.
type Rows struct {
	Eval  []float32 // centipawns
	Label []float32 // White's expected score, 0 to 1
	Phase []float32 // 1 with all pieces on the board, 0 without: the factor of mg; that of eg is 1 − Phase
	Game  []uint32  // rows with the same number are of one game
}

// A Column is what one term counts for each side, in the rows in which it counts for either. Its count is
// White's less Black's.
type Column struct {
	Name  string
	Rows  []uint32 // ascending
	White []float32
	Black []float32
}

// A Candidate is a column, or several that stand or fall together.
type Candidate struct {
	Name string
	Kind string // findings are shown by kind; see Options.Keep

	// Columns makes the columns. It is called whenever the candidate is tried, from several goroutines.
	Columns func() []Column
}

// Options configures a study. The zero value is usual.
type Options struct {
	Seed    uint64 // of the halves
	Threads int    // candidates that are tried at a time; 0: GOMAXPROCS. The result does not depend on it
	Few     int    // games of each half in which a candidate must count; 0: DefaultFew
	Keep    int    // best candidates of each kind that get weights, overlaps and changes by row; 0: DefaultKeep

	// Progress, if not nil, is called with what was tried and what is to be tried.
	Progress func(done, all int)
}

// The defaults of options.
const (
	DefaultFew  = 20
	DefaultKeep = 15
)

// Level is the share of rankings in which something may be recommended though nothing is worth anything.
const Level = 0.05

// MinGames is the smallest number of games of a study.
const MinGames = 40

// The largest number of columns that a candidate may have, and all parts that [Study.Simplify] is asked of: four
// matrices and more have two rows for each, of 8 MB and of 34 MB here.
const (
	MostColumns = 512
	MostOwn     = 1024
)

// MostOfGame is the largest share of the rows that one game may have: what it says is one opinion, whose share of the
// gain intervals by game do not know.
const MostOfGame = 0.1

// A Finding is what became of a candidate.
type Finding struct {
	Index int    `json:"-"` // in the list
	Name  string `json:"name"`
	Kind  string `json:"kind"`

	// Gain is the share of the mean squared error that goes away on games that were not used to find the
	// weights; Low and High are its 95 % interval, LowAll and HighAll that of all candidates at once.
	Gain    float64 `json:"gain"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	LowAll  float64 `json:"low_all"`
	HighAll float64 `json:"high_all"`

	P           float64 `json:"p"`        // one-sided, of no gain, this candidate alone
	Adjusted    float64 `json:"adjusted"` // after Holm's rule for all that were tried
	Recommended bool    `json:"recommended"`

	Rows  int `json:"rows"`  // in which it counts
	Games int `json:"games"` // of these rows

	Weights  []Weight  `json:"weights,omitempty"`  // to begin with, of the best
	Overlaps []Overlap `json:"overlaps,omitempty"` // with others of the best, largest first

	// Delta is what the weights add to the evaluation, in centipawns by row; of the best.
	Delta []float32 `json:"-"`

	stderr    float64   // of the gain
	direction []float32 // by row, in units of the residual: what overlaps are measured by
	size      float64   // its sum of squares
}

// A Weight is what a column may begin with, in the evaluation's centipawns a count. Errors are standard errors by
// game; 0 where they were not computed.
type Weight struct {
	Name    string  `json:"name"`
	MG      float64 `json:"mg"`
	EG      float64 `json:"eg"`
	MGError float64 `json:"mg_error,omitempty"`
	EGError float64 `json:"eg_error,omitempty"`
}

// An Overlap says which share of what a candidate explains another explains, too.
type Overlap struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// ErrUnrelated is the error of labels that do not rise with the evaluation.
var ErrUnrelated = errors.New("the labels do not follow the evaluation")

// ErrMany is the error of more columns than MostColumns or MostOwn.
var ErrMany = errors.New("too many columns")

// ErrFew is the error of rows of too few games.
var ErrFew = errors.New("too few games")

func (o Options) withDefaults() Options {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Few == 0 {
		o.Few = DefaultFew
	}
	if o.Keep == 0 {
		o.Keep = DefaultKeep
	}
	return o
}

// check reports rows that are no data.
func (r *Rows) check() error {
	n := len(r.Eval)
	if len(r.Label) != n || len(r.Phase) != n || len(r.Game) != n {
		return fmt.Errorf("advice: %d evaluations, %d labels, %d phases and %d games: want as many of each", n, len(r.Label), len(r.Phase), len(r.Game))
	}
	for i, e := range r.Eval {
		if y, f := r.Label[i], r.Phase[i]; !(e-e == 0 && y >= 0 && y <= 1 && f >= 0 && f <= 1) {
			return fmt.Errorf("advice: row %d: evaluation %g, label %g, phase %g: want a finite one and two from 0 to 1", i, e, y, f)
		}
	}
	return nil
}
