package doctor

import (
	"cmp"
	"encoding/json"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/note"
)

// A Diagnosis is what an examination of a file came to.
type Diagnosis struct {
	File    string `json:"file"` // as it was named
	SHA256  string `json:"sha256,omitempty"`
	Bytes   int64  `json:"bytes"`
	Verdict string `json:"verdict"`
	Stuck   bool   `json:"stuck"` // there is an error that no flag repairs

	Reading  Reading          `json:"reading"`
	Counts   datasets.Counts  `json:"counts"`
	Scores   Scores           `json:"scores"`
	Rows     inspect.Overview `json:"rows"`
	Noise    Noise            `json:"noise"`
	Phases   [phaseBins]int   `json:"phases"` // rows by quarter of the phase, bare kings first
	Chess960 int              `json:"chess960"`
	Games    bool             `json:"games_named"` // rows name their games

	Findings []Finding `json:"findings"` // the worst first
	Suspects []Suspect `json:"suspects"`
	Overlap  *Overlap  `json:"overlap,omitempty"`
	Commands []string  `json:"commands"` // to extract and fit with
}

// A Reading is how the rows are to be read.
type Reading struct {
	Columns   string   `json:"columns"`           // the format, and where the labels are
	Ignored   string   `json:"ignored,omitempty"` // columns of other names, which are not read
	Score     bool     `json:"score"`             // rows have scores
	Result    bool     `json:"result"`            // rows have results or probabilities
	POV       string   `json:"pov"`
	ResultPOV string   `json:"result_pov"`
	Unit      string   `json:"unit"`
	Flags     []string `json:"flags"` // that say so, where they say anything but the defaults

	// Rank correlations of material with scores and with results, with White and with
	// Black to move.
	ScoreWhite  float64 `json:"score_white"`
	ScoreBlack  float64 `json:"score_black"`
	ResultWhite float64 `json:"result_white"`
	ResultBlack float64 `json:"result_black"`

	// Rows that these figures, and the size of the scores, are of: some of the beginning
	// and, where the file can be read at any place, some of the rest.
	ScoreRows  int `json:"score_rows"`
	ResultRows int `json:"result_rows"`
}

// Scores say how large scores are.
type Scores struct {
	Slope float64 `json:"slope"` // of the label, in the file's unit, per pawn of material
	Low   float64 `json:"low"`   // 2.5 per cent quantile
	High  float64 `json:"high"`  // 97.5 per cent quantile
	Ahead float64 `json:"ahead"` // expected score of the side that is 80 to 120 centipawns ahead; 0 if not known
}

// Noise counts rows that an evaluation without search judges badly, and rows of the
// beginning and the end of games.
type Noise struct {
	Checks   int `json:"in_check"`
	Moves    int `json:"moves_known"`
	Noisy    int `json:"noisy_moves"` // of these, captures and promotions
	Unquiet  int `json:"unquiet"`     // in check or with a noisy move
	Searched int `json:"searched"`    // not in check, that a quiescence search looked at
	Loud     int `json:"loud"`        // of these, those in which it is far from the static evaluation
	Book     int `json:"book"`
	Plies    int `json:"plies_known"` // after the first, where the half move is known
	Early    int `json:"early"`       // of these, within the first 16 half moves
	Lefts    int `json:"left_known"`  // where it is known how much of the game is left
	Late     int `json:"late"`        // of these, within the last 10
	Depth    int `json:"depth"`       // median, of those that are known; 0 if none is
	Shallow  int `json:"depth_5"`     // 5 per cent quantile
	Deep     int `json:"depth_95"`    // 95 per cent quantile
}

// A Finding is one thing that is remarkable about a file.
type Finding struct {
	note.Note
	Extract []string `json:"extract,omitempty"` // flags of extract, and of fit when it reads the file itself, that repair it
	Fit     []string `json:"fit,omitempty"`     // flags of fit alone
	Remedy  string   `json:"remedy,omitempty"`  // what else to do, or what no flag brings back
}

// MarshalJSON writes the level after the code.
func (f Finding) MarshalJSON() ([]byte, error) {
	type fields Finding
	return json.Marshal(struct {
		Code  note.Code  `json:"code"`
		Level note.Level `json:"level"`
		fields
	}{f.Code, f.Level, fields(f)})
}

// A Suspect is a row, or the first row of several, that a person should look at.
type Suspect struct {
	Code note.Code `json:"code"`
	Line int       `json:"line"`
	What string    `json:"what"`
}

// An Overlap says what a file has in common with a second one.
type Overlap struct {
	File   string `json:"file"`
	Counts int    `json:"rows"` // of the second file
	inspect.Overlap
}

// Codes are those of the findings and the suspects.
func (d *Diagnosis) Codes() (list []note.Code) {
	for _, f := range d.Findings {
		list = append(list, f.Code)
	}
	for _, s := range d.Suspects {
		list = append(list, s.Code)
	}
	return list
}

// Count returns the number of findings of a level.
func (d *Diagnosis) Count(l note.Level) (n int) {
	for _, f := range d.Findings {
		if f.Level == l {
			n++
		}
	}
	return n
}

// sortFindings puts the worst first, and those of one level in the order of codes.
func (d *Diagnosis) sortFindings() {
	slices.SortStableFunc(d.Findings, func(a, b Finding) int {
		if a.Level != b.Level {
			return int(b.Level) - int(a.Level)
		}
		return cmp.Compare(a.Code, b.Code)
	})
}
