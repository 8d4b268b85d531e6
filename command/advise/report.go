// Package advise is the verb advise of the weights command: what an evaluation does not know.
//
// It reads labelled positions, learns what an evaluation says of each of them, and asks of many terms
// how much of its error they would take away on games that were not used to find it.
package advise

import "example.org/centipawn/internal/note"

// A Report says which terms an evaluation lacks, where it is wrong, and what is fine. The text, the JSON
// and the page of a report hold the same figures.
type Report struct {
	Tool        string        `json:"tool"` // "centipawn" and its version
	Evaluation  Evaluation    `json:"evaluation"`
	Data        Data          `json:"data"`
	Label       Label         `json:"label"`
	K           float64       `json:"k"`           // of the evaluation, fitted to the labels
	Loss        float64       `json:"loss"`        // mean square of label less expected score, of the evaluation at K
	Tried       int           `json:"tried"`       // candidates
	Rule        string        `json:"rule"`        // by which a candidate is recommended, one sentence
	Found       int           `json:"found"`       // candidates that are recommended, of which those are listed that are the surest to gain and do not take away mostly the same error
	Recommended []Advice      `json:"recommended"` // the surest gain first: by its lower end, all that were tried allowed for
	Others      []Advice      `json:"others"`      // that come next and are not recommended, without positions
	Fine        []Fine        `json:"fine"`        // families that the evaluation does not lack
	Residuals   []Residual    `json:"residuals"`   // where it is wrong at large, in the order in which they are shown
	Calibration []Calibration `json:"calibration"` // by phase, bare kings first
	Steps       []Step        `json:"steps,omitempty"`
	Simplify    []Removal     `json:"simplify,omitempty"` // own terms and tables of a trace or a weights file, what loses least first
	Next        []Command     `json:"next"`               // what to do now
	Warnings    note.List     `json:"warnings"`
}

// An Evaluation says whose static evaluation was asked.
type Evaluation struct {
	Source string `json:"source"` // engine, column, weights or trace
	Name   string `json:"name"`   // of the engine, the column or the file
	View   string `json:"view"`   // that the source takes: white or mover
	Unit   string `json:"unit"`   // of the source: centipawns, pawns or points
	How    string `json:"how"`    // by which view and unit are known, a sentence
}

// Data says what was read and what of it was used.
type Data struct {
	Files   []string  `json:"files"` // as they were named
	Lines   int       `json:"lines"` // of all files
	Rows    int       `json:"rows"`  // that were used
	Games   int       `json:"games"` // that they are of
	Named   bool      `json:"named"` // the data name their games; else a game is what has one pawn skeleton
	Dropped []Dropped `json:"dropped"`
}

// Dropped says how many rows were left out, and why.
type Dropped struct {
	Why  string `json:"why"` // such as in check
	Rows int    `json:"rows"`
}

// A Label says what the evaluation is compared with: Lambda times White's points and 1 − Lambda times
// the expected score of the search's score at K.
type Label struct {
	Lambda  float64 `json:"lambda"`     // 1: results alone; 0: scores alone
	K       float64 `json:"k,omitzero"` // of the scores, fitted to the results; absent without scores
	Results int     `json:"results"`    // rows with one
	Scores  int     `json:"scores"`     // rows with one
}

// An Advice is a candidate and what it would change.
type Advice struct {
	Name        string     `json:"name"`
	Kind        string     `json:"kind"`    // family, table, term, where, mover, square or product
	Formula     string     `json:"formula"` // a sentence
	Unit        string     `json:"unit"`    // of its count
	Source      string     `json:"source"`  // set in which it is, or "your trace"
	Gain        float64    `json:"gain"`    // share of the loss that goes away on games not used to find it; 0.03 = 3 %
	Low         float64    `json:"low"`     // its 95 % interval, as if it alone had been tried
	High        float64    `json:"high"`
	LowAll      float64    `json:"low_all"`     // its interval that allows for all that were tried, by Bonferroni's rule: all of these are right at once, with 95 % certainty
	HighAll     float64    `json:"high_all"`    // the upper end of that
	Adjusted    float64    `json:"adjusted"`    // p-value that allows for all that were tried, by Holm's rule
	Recommended bool       `json:"recommended"` // by the rule of the report
	Rows        int        `json:"rows"`        // in which it counts
	Games       int        `json:"games"`       // in which it counts
	Weights     []Weight   `json:"weights"`     // to begin with
	Overlaps    []Overlap  `json:"overlaps,omitempty"`
	Has         bool       `json:"has,omitempty"`       // the weights file, or the trace, has all of its terms: their weights are wrong, or depend on more
	Cost        float64    `json:"cost_ns,omitzero"`    // nanoseconds to count it in a position; absent: not measured
	Elo         *Worth     `json:"elo,omitempty"`       // what families of such a gain were worth
	Picture     *Picture   `json:"picture,omitempty"`   // absent of others, of a trace's own terms, and of what no fixed position shows
	Positions   []Position `json:"positions,omitempty"` // of different games, in which it would help most

	terms []string // that it is made of
}

// A Picture is a position with as few pieces as possible in which a candidate counts for White.
type Picture struct {
	Shows string  `json:"shows"` // the candidate, or one of its terms
	FEN   string  `json:"fen"`
	Count float64 `json:"count"` // what White has of it there
}

// A Weight is a term's, in centipawns of the evaluation, with standard errors.
type Weight struct {
	Name    string  `json:"name"`
	MG      float64 `json:"mg"`
	EG      float64 `json:"eg"`
	MGError float64 `json:"mg_error"` // standard error of mg, by game; 0: not computed
	EGError float64 `json:"eg_error"` // standard error of eg, by game; 0: not computed
}

// An Overlap is another candidate that would take away the same error.
type Overlap struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // of the gain that the other has, too; 1 = all
}

// Worth is what adding terms of a gain was worth in matches, in Elo.
type Worth struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// A Position is one in which the evaluation is wrong for lack of a candidate. Evaluations are
// centipawns, White's view.
type Position struct {
	FEN   string  `json:"fen"`
	Game  uint32  `json:"game"` // as the rows name it
	File  string  `json:"file"`
	Line  int     `json:"line"`  // of the file, from 1
	Eval  float64 `json:"eval"`  // as the source says it
	With  float64 `json:"with"`  // the evaluation with the candidate
	Label float64 `json:"label"` // White's expected score
	White float64 `json:"white"` // what the candidate counts for White; of several terms, the centipawns of White's side
	Black float64 `json:"black"`
}

// Fine is a family that would gain little, if anything.
type Fine struct {
	Name string  `json:"name"`
	High float64 `json:"high"` // its gain is below this share of the loss, with 97.5 %
}

// A Residual says how wrong the evaluation is in a group of rows. Bias is that of a side, never White's:
// the text of By says whose.
type Residual struct {
	By        string  `json:"by"`    // such as phase
	Side      string  `json:"side"`  // whose bias it is, such as "the side ahead"
	Group     string  `json:"group"` // such as "bare kings to a quarter"
	Rows      int     `json:"rows"`
	Games     int     `json:"games"`
	Bias      float64 `json:"bias"`       // mean of label less expected score, that side's view: positive means that it is better than the evaluation says
	Error     float64 `json:"bias_error"` // standard error of Bias, by game
	Centipawn float64 `json:"bias_cp"`    // Bias in centipawns of the evaluation
	Loss      float64 `json:"loss"`       // mean square
	Share     float64 `json:"share"`      // of the whole loss
}

// A Calibration compares expected scores with labels in a range of phases, in the view of the side ahead
// by the evaluation.
type Calibration struct {
	Phase  string  `json:"phase"`
	Rows   int     `json:"rows"`
	Slope  float64 `json:"slope"`       // K of these rows as a share of K of all: below 1 the evaluation is too large here
	Error  float64 `json:"slope_error"` // standard error, by game
	Points []Point `json:"points"`      // expected scores rise
}

// A Point is a bin of rows of similar expected score.
type Point struct {
	Expected float64 `json:"expected"` // mean, of the side ahead
	Label    float64 `json:"label"`    // mean, of the side ahead
	Rows     int     `json:"rows"`
}

// A Step is a candidate that forward selection has added to those before.
type Step struct {
	Advice
	Loss float64 `json:"loss"` // share of the evaluation's loss that is left after it
}

// A Removal is a term or a table that the evaluation has, and what it would cost to delete it.
type Removal struct {
	Name  string  `json:"name"`
	Loss  float64 `json:"loss"` // expected relative increase of the loss when the term is deleted; 0.001 = 0.1 %
	Low   float64 `json:"low"`  // its 95 % interval
	High  float64 `json:"high"`
	Rows  int     `json:"rows"` // in which it counts
	Games int     `json:"games"`
	Cost  float64 `json:"cost_ns,omitzero"` // nanoseconds to count its family, of terms that are known
}

// A Command is a next step.
type Command struct {
	About string `json:"about"` // what it does
	Line  string `json:"line"`  // the command, as typed; empty: there is something to write or read
}
