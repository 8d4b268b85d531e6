package doctor

import (
	"encoding/json"
	"fmt"
	"math"

	"centipawn/datasets"
	"centipawn/datasets/inspect"
	"centipawn/note"
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
	Columns   string   `json:"columns"` // the format, and where the labels are
	Score     bool     `json:"score"`   // rows have scores
	Result    bool     `json:"result"`  // rows have results or probabilities
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
	Noisy    int `json:"noisy_moves"` // captures and promotions
	Unquiet  int `json:"unquiet"`     // in check or with a noisy move
	Searched int `json:"searched"`    // not in check, that a quiescence search looked at
	Loud     int `json:"loud"`        // of these, those in which it is far from the static evaluation
	Book     int `json:"book"`
	Early    int `json:"early"`    // within the first 16 half moves
	Late     int `json:"late"`     // within the last 10
	Depth    int `json:"depth"`    // median, of those that are known; 0 if none is
	Shallow  int `json:"depth_5"`  // 5 per cent quantile
	Deep     int `json:"depth_95"` // 95 per cent quantile
}

// A Finding is one thing that is remarkable about a file.
type Finding struct {
	note.Note
	Extract []string `json:"extract,omitempty"` // flags of extract, and of fit when it reads the file itself, that repair it
	Fit     []string `json:"fit,omitempty"`     // flags of fit alone
	Remedy  string   `json:"remedy,omitempty"`  // what else to do, or what no flag brings back
}

// MarshalJSON writes the level behind the code.
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

// Worst returns the highest level among the findings.
func (d *Diagnosis) Worst() (worst note.Level) {
	worst = note.Remark
	for _, f := range d.Findings {
		worst = max(worst, f.Level)
	}
	return worst
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

// diagnose draws the conclusions from an examination.
func (x *exam) diagnose() *Diagnosis {
	c, in := x.chart, x.inspection
	d := &Diagnosis{
		File: x.name, SHA256: x.source.SHA256, Bytes: x.source.Bytes,
		Reading: x.reading(), Counts: c.counts, Rows: c.watch.Overview(), Noise: x.noise(),
		Scores: Scores{Slope: in.Slope, Low: in.Low, High: in.High},
		Phases: c.phases, Chess960: c.chess960, Games: x.namesGames(),
	}
	if c.ahead.rows >= enoughRows {
		d.Scores.Ahead = float64(c.ahead.halves) / float64(2*c.ahead.rows)
	}
	d.judge(x)
	d.Suspects = x.suspects()
	d.conclude()
	return d
}

// namesGames reports whether rows of one game can be told.
func (x *exam) namesGames() bool { return x.source.Columns.Game > 0 }

func (x *exam) reading() Reading {
	in := x.inspection
	r := Reading{
		Columns: x.source.Columns.String(),
		Score:   x.chart.counts.Samples > x.chart.counts.Unscored,
		Result:  in.Results.Rows > 0,
		POV:     x.read.POV.String(), ResultPOV: x.read.ResultPOV.String(), Unit: x.read.Unit.String(),
		ScoreWhite: finite(in.WhiteToMove.Rho), ScoreBlack: finite(in.BlackToMove.Rho),
		ScoreRows: in.Rows, ResultRows: in.Results.Rows,
		ResultWhite: finite(in.Results.WhiteToMove.Rho), ResultBlack: finite(in.Results.BlackToMove.Rho),
	}
	r.Flags = readFlags(x.read)
	return r
}

// readFlags returns the flags that say how a file is read, where they say anything
// but the defaults.
func readFlags(opt datasets.Options) (flags []string) {
	for _, f := range []struct{ flag, value string }{
		{"-fen", opt.FEN}, {"-score", opt.Score}, {"-result", opt.Result}, {"-game", opt.Game}, {"-ply", opt.Ply},
		{"-format", unless(opt.Format.String(), datasets.FormatAuto.String())},
		{"-pov", unless(opt.POV.String(), datasets.POVWhite.String())},
		{"-result-pov", unless(opt.ResultPOV.String(), datasets.POVWhite.String())},
		{"-unit", unless(opt.Unit.String(), datasets.UnitCentipawns.String())},
	} {
		if f.value != "" {
			flags = append(flags, f.flag+" "+quoted(f.value))
		}
	}
	if opt.Depth > 0 {
		flags = append(flags, fmt.Sprintf("-depth %d", opt.Depth))
	}
	return flags
}

func unless(value, usual string) string {
	if value == usual {
		return ""
	}
	return value
}

// finite makes numbers of columns without variance fit for JSON.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func (x *exam) noise() Noise {
	c := x.chart
	n := Noise{Checks: c.checks, Moves: c.moves, Noisy: c.noisy, Unquiet: c.unquiet, Searched: c.searched, Loud: c.loud, Book: c.book, Late: c.late}
	if 2*c.plies > c.counts.Samples {
		n.Early = c.early
	}
	n.Shallow, n.Depth, n.Deep = c.depthAt(0.05), c.depthAt(0.5), c.depthAt(0.95)
	return n
}

// depthAt returns a quantile of the depths that are known.
func (c *chart) depthAt(share float64) int {
	known := 0
	for _, n := range c.depths[1:] {
		known += n
	}
	below := 0
	for depth, n := range c.depths {
		if depth == 0 {
			continue
		}
		if below += n; below > 0 && float64(below) >= share*float64(known) {
			return depth
		}
	}
	return 0
}
