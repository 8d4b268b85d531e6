package alphabeta

import (
	"math"
	"slices"

	"example.org/centipawn/search"
)

// A parameter is a number of a technique.
type parameter uint8

// The parameters. What is a margin is in centipawns of the default weights; other weights
// play with the margin times their scale.
const (
	aspirationWidth parameter = iota
	reductionBase
	reductionSlope
	reductionNoisy
	reductionHistory
	reductionCut
	reverseMargin
	nullSlope
	razorMargin
	razorDepth
	probCutMargin
	lateMoves
	futilityBase
	futilityMargin
	quietSEE
	noisySEE
	historyPruning
	singularMargin
	singularDouble
	correctionWeight
	deltaMargin

	parameterCount
)

// parameterTable holds each parameter with the range that makes sense.
var parameterTable = [parameterCount]tunable{
	aspirationWidth:  margin("AspirationWidth", 15, 4, 100, "half the window around the last score"),
	reductionBase:    plain("ReductionBase", 360, -500, 2000, "late move reduction: constant, 1024 is a half-move"),
	reductionSlope:   plain("ReductionSlope", 640, 100, 1000, "late move reduction by ln depth · ln move number"),
	reductionNoisy:   plain("ReductionNoisy", 100, 0, 1000, "the same of captures"),
	reductionHistory: plain("ReductionHistory", 9400, 3000, 50000, "history that is worth a half-move of reduction"),
	reductionCut:     plain("ReductionCut", 1500, 0, 4096, "late move reduction: more where the node is expected to fail high"),
	reverseMargin:    margin("ReverseMargin", 52, 20, 250, "reverse futility: for each half-move"),
	nullSlope:        margin("NullSlope", 230, 50, 800, "static above beta that the null move is reduced a half-move more for"),
	razorMargin:      margin("RazorMargin", 265, 80, 800, "razoring: for each half-move"),
	razorDepth:       plain("RazorDepth", 3, 0, 12, "razoring: the largest depth; above the default it is deep razoring"),
	probCutMargin:    margin("ProbCutMargin", 195, 50, 500, "ProbCut: above beta"),
	lateMoves:        plain("LateMoves", 3, 1, 10, "late move pruning: quiet moves searched at depth 0"),
	futilityBase:     margin("FutilityBase", 90, 0, 400, "futility: constant"),
	futilityMargin:   margin("FutilityMargin", 70, 20, 300, "futility: for each half-move"),
	quietSEE:         plain("QuietSEE", 21, 5, 100, "exchange that a quiet move may lose, by the square of the depth"),
	noisySEE:         plain("NoisySEE", 80, 20, 250, "exchange that a capture may lose, for each half-move"),
	historyPruning:   plain("HistoryPruningLimit", 3850, 1000, 16000, "history pruning: for each half-move"),
	singularMargin:   margin("SingularMargin", 70, 16, 300, "singular extension: hundredths of a centipawn for each half-move"),
	singularDouble:   margin("SingularDouble", 20, 0, 150, "a move better by this is extended twice"),
	correctionWeight: plain("CorrectionWeight", 110, 0, 300, "correction history: percent of what was learnt"),
	deltaMargin:      margin("DeltaMargin", 180, 20, 600, "delta pruning: beyond the piece that is taken"),
}

// A tunable is a parameter as users set it.
type tunable struct {
	Setting
	margin bool // in the unit of the evaluation
}

func plain(name string, value, low, high int, doc string) tunable {
	return tunable{Setting: Setting{Name: name, Doc: doc, Default: value, Min: low, Max: high, Parameter: true}}
}

func margin(name string, value, low, high int, doc string) tunable {
	p := plain(name, value, low, high, doc)
	p.margin = true
	return p
}

func parameterSettings() (list []Setting) {
	for _, p := range parameterTable {
		list = append(list, p.Setting)
	}
	return list
}

// Tuned says by how much each parameter differs from its default.
type Tuned [parameterCount]int

// set sets a parameter of the table by its name.
func (t *Tuned) set(name string, value int) {
	i := slices.IndexFunc(parameterTable[:], func(p tunable) bool { return p.Name == name })
	t[i] = value - parameterTable[i].Default
}

// numbers are the parameters as a search uses them: margins in its evaluator's unit.
type numbers [parameterCount]search.Score

// numbers returns the parameters for an evaluator of a scale.
func (t *Tuned) numbers(scale float64) (n numbers) {
	for i, p := range parameterTable {
		value := float64(p.Default + t[i])
		if p.margin {
			value = math.Round(value * scale)
		}
		n[i] = search.Score(value)
	}
	return n
}

// Setting is a field of Options, a technique or a parameter of one, under the name by
// which users set it.
type Setting struct {
	Name              string
	Doc               string
	Default, Min, Max int       // of a technique 1, 0 and 1
	Technique         Technique // that is switched; 0: the setting is a number
	Parameter         bool      // a number that play can tune, and no resource
}
