package predict

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"example.org/centipawn/internal/confidence"
)

// A Match is one of new weights against those that an engine had, and what was known of the step.
type Match struct {
	Engine, Version, Language string
	Fit                       string  // steps of one fit have one name
	Alpha                     float64 // of the step that was played
	Limit                     string
	Step                             // the whole one, α = 1
	Guard                     string // what the guard said then
	RegretOf                  string // where the roots of regret came from
	Elo                       Interval
	Games                     int    // 0: not recorded
	Page                      string // of docs/measured
}

//go:embed engines.csv
var enginesText string

//go:embed tables.tsv
var tablesText string

// Engines returns the matches of real engines.
var Engines = sync.OnceValue(func() []Match { return must(readEngines(enginesText)) })

// Tables returns the matches of piece-square tables against published ones.
var Tables = sync.OnceValue(func() []Match { return must(readTables(tablesText)) })

func must(list []Match, err error) []Match {
	if err != nil {
		panic("predict: " + err.Error()) // not what the tests have seen
	}
	return list
}

// The mean squared errors of evaluations on labels, where a match does not say it, and up to what error labels are
// scores: results have one of 0.07 and more.
const (
	usualOfResults = 0.08
	usualOfScores  = 0.013
	scoresUpTo     = 0.045
)

// KindOf tells scores from results by the mean squared error that the old evaluation has on them.
func KindOf(mse float64) Kind {
	if mse < scoresUpTo {
		return Scores
	}
	return Results
}

// row reads the fields of a line by the names of the columns.
type row struct {
	at     map[string]int
	fields []string
	err    error
}

func (r *row) text(name string) string { return r.fields[r.at[name]] }

// number is NaN where the field is empty.
func (r *row) number(name string) float64 {
	text := r.text(name)
	if text == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.err = fmt.Errorf("%s %q: want a number", name, text)
	}
	return v
}

func (r *row) match() (m Match, err error) {
	m = Match{Engine: r.text("engine"), Version: r.text("version"), Language: r.text("language"), Fit: r.text("fit"), Alpha: r.number("alpha"),
		Limit: r.text("limit"), Guard: r.text("guard"), RegretOf: r.text("regret_of"), Page: r.text("page")}
	m.Elo = Interval{r.number("elo"), r.number("low"), r.number("high")}
	if games := r.number("games"); games > 0 {
		m.Games = int(games)
	}
	usual := map[string]float64{"results": usualOfResults, "scores": usualOfScores}[r.text("on")]
	if e := r.number("error"); e > 0 {
		usual = e
	}
	m.Step = Step{Distance: r.number("distance"), Squared: r.number("squared"), Fall: -r.number("change") * usual, Kind: Kind(r.text("labels")), Made: Made(r.text("made"))}
	if v := r.number("regret"); !math.IsNaN(v) {
		m.Regret = &Measure{v, (r.number("regret_high") - r.number("regret_low")) / (2 * confidence.Z95)}
	}
	return m, r.err
}

func readEngines(text string) (list []Match, err error) {
	c := csv.NewReader(strings.NewReader(text))
	c.Comment = '#'
	all, err := c.ReadAll()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range all[0] {
		at[name] = i
	}
	for i, fields := range all[1:] {
		m, err := (&row{at: at, fields: fields}).match()
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", i+1, err)
		}
		list = append(list, m)
	}
	return list, nil
}

// readTables reads those matches of the guard's calibration that are of tables.
func readTables(text string) (list []Match, err error) {
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ofTables(f[1]) || f[0] == withoutTables {
			continue
		}
		n, labels := make([]float64, len(f)), len(f)-1
		for i := 2; i < labels; i++ {
			if n[i], err = strconv.ParseFloat(f[i], 64); err != nil {
				return nil, err
			}
		}
		m := Match{Engine: f[1], Fit: f[0], Alpha: 1, Limit: "nodes=1000", Elo: Interval{n[2], n[3], n[4]}, Page: "guard.md"}
		m.Step = Step{Distance: n[6], Squared: math.NaN(), Fall: -n[10] * usualOfResults, Kind: Kind(f[labels]), Made: madeOf(f[1], n[9])}
		list = append(list, m)
	}
	return list, nil
}

// withoutTables is a match in which terms were taken away: no step from weights to others like them.
const withoutTables = "PeSTO with 1-3-3-5-9 and no tables"

// ofTables reports whether old weights are not those of an engine.
func ofTables(old string) bool {
	return strings.HasPrefix(old, "PeSTO") || old == "1-3-3-5-9" || old == "carried"
}

func madeOf(old string, share float64) Made {
	switch {
	case share > newShare:
		return NewTerms
	case old == "PeSTO":
		return Tuned
	case old == "carried":
		return ByHand
	}
	return Rough
}

// newShare is the share of the difference, rms, from which a step is one of new terms.
const newShare = 1. / 3
