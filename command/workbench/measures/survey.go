package measures

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// MostWorst is how many positions a filter can list.
const MostWorst = 100

const (
	mostScanned  = 200_000 // positions that are read, from the beginning of the file
	phaseBins    = 8
	scoreBins    = 24
	scoreLimit   = 1200 // centipawns that scores are counted up to
	materialEnd  = 8    // pawns of balance that are counted up to
	defaultKData = 0.7  // of weights without a K; see winprob
)

// A Summary is what a survey has seen of a data file.
type Summary struct {
	Label    string  `json:"label"`
	Weights  string  `json:"weights"`
	Rows     int     `json:"rows"`
	Bad      int     `json:"bad"`     // lines that cannot be read
	Limited  bool    `json:"limited"` // the file has more
	Games    int     `json:"games"`
	Scored   int     `json:"scored"` // rows with a score
	K        float64 `json:"k"`
	KKnown   bool    `json:"k_known"`
	Fits     int     `json:"fits"`     // rows with a label that the filter takes
	Squared  float64 `json:"squared"`  // mean squared error of these
	Results  [4]int  `json:"results"`  // unknown, Black, draws, White
	Phases   []int   `json:"phases"`   // from the endgame to the opening
	Scores   []int   `json:"scores"`   // by centipawns
	Material []int   `json:"material"` // balance in pawns, from below
	Worst    []Worst `json:"worst"`
}

// A Worst position is one whose evaluation is far from its label. All is White's view.
type Worst struct {
	FEN       string  `json:"fen"`
	Line      int     `json:"line"`
	Game      uint32  `json:"game"`
	Result    string  `json:"result"`
	Label     float64 `json:"label"`     // expected score
	Predicted float64 `json:"predicted"` // expected score
	Eval      float64 `json:"eval"`      // centipawns
	Phase     float64 `json:"phase"`
	Material  int     `json:"material"` // balance in pawns
	Error     float64 `json:"error"`    // label less predicted
}

// A Filter says which positions are listed: "" takes all.
type Filter struct {
	Phase, Material, Result string
	Count                   int
}

// The names of a filter.
var (
	Phases    = []string{"", "opening", "middlegame", "endgame"}
	Materials = []string{"", "even", "white", "black"}
	Results   = []string{"", "1-0", "1/2-1/2", "0-1", "*"}
)

// Known reports whether the filter's names are known.
func (f *Filter) Known() bool {
	return slices.Contains(Phases, f.Phase) && slices.Contains(Materials, f.Material) && slices.Contains(Results, f.Result)
}

// takes reports whether the filter takes the positions of a group.
func (f *Filter) takes(c group) bool {
	return (f.Phase == "" || f.Phase == c.phase) && (f.Material == "" || f.Material == c.material) && (f.Result == "" || f.Result == c.result)
}

// group returns the group of a position. The opening has more than two thirds of the pieces, the endgame fewer
// than one third.
func (w *Worst) group() group {
	phase := "middlegame"
	if w.Phase > 2./3 {
		phase = "opening"
	} else if w.Phase < 1./3 {
		phase = "endgame"
	}
	return group{phase, Materials[1+[...]int{2, 0, 1}[1+cmp.Compare(w.Material, 0)]], w.Result}
}

// A Survey has the summary of a data file, and the groups of positions that filters choose from.
type Survey struct {
	Summary
	groups map[group]*groupOf
}

// A group is the smallest set of positions that filters can choose.
type group struct{ phase, material, result string }

// A groupOf is the positions of a group.
type groupOf struct {
	fits    int
	squared float64
	worst   []Worst // at most MostWorst
}

// Filtered returns the summary with the positions that a filter takes.
func (v *Survey) Filtered(f Filter) *Summary {
	out := v.Summary
	out.Worst = []Worst{}
	for _, key := range slices.SortedFunc(maps.Keys(v.groups), group.compare) { // sums in one order
		if !f.takes(key) {
			continue
		}
		c := v.groups[key]
		out.Fits += c.fits
		out.Squared += c.squared
		out.Worst = append(out.Worst, c.worst...)
	}
	slices.SortFunc(out.Worst, Worst.compare)
	out.Worst = out.Worst[:min(len(out.Worst), f.Count)]
	if out.Fits > 0 {
		out.Squared /= float64(out.Fits)
	}
	return &out
}

func (c group) compare(o group) int {
	return cmp.Or(cmp.Compare(c.phase, o.phase), cmp.Compare(c.material, o.material), cmp.Compare(c.result, o.result))
}

// compare puts the worst first, earlier lines before later ones.
func (w Worst) compare(o Worst) int {
	return cmp.Or(cmp.Compare(math.Abs(o.Error), math.Abs(w.Error)), cmp.Compare(w.Line, o.Line))
}

// SurveyOf reads the positions of a data file, judged by weights.
func SurveyOf(ctx context.Context, item, judge *items.Item) (*Survey, error) {
	e, err := judge.Take()
	if err != nil {
		return nil, err
	}
	defer judge.Put(e)
	in, err := datasets.Open([]string{item.Path}, datasets.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	v := &Survey{Summary{
		Label: item.Label, Weights: judge.Label, K: defaultKData,
		Phases: make([]int, phaseBins), Scores: make([]int, scoreBins), Material: make([]int, 2*materialEnd+1),
	}, map[group]*groupOf{}}
	if k := judge.File.Provenance.ResultK(); k != nil {
		v.K, v.KKnown = k.Value, true
	}
	games, n := map[uint32]bool{}, 0
	for sample, err := range in.All() {
		if n++; n%lookRows == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			queue.Tell(ctx, "judging the first positions of "+item.Label, int64(n), mostScanned, plaintext.Count(mostScanned, "position"))
		}
		if err != nil {
			if _, line := errors.AsType[*datasets.LineError](err); !line {
				return nil, err
			}
			v.Bad++
			continue
		}
		if v.Limited = v.Rows >= mostScanned; v.Limited {
			break
		}
		games[sample.Game] = true
		v.take(&sample, e)
	}
	v.Games = len(games)
	return v, nil
}

// take counts a position, and puts it into its group if it has a label.
func (v *Survey) take(sample *datasets.Sample, e *items.Evaluator) {
	w := Worst{
		Line: sample.Line, Game: sample.Game, Result: sample.Result.String(), Phase: tapered.PeSTO.Of(&sample.Position),
		Material: datasets.Material(&sample.Position),
	}
	v.add(sample, &w)
	if !v.label(sample, &w) {
		return
	}
	w.Eval = e.Evaluate(&sample.Position)
	w.Predicted = winprob.Expected(v.K, w.Eval)
	w.Error = w.Label - w.Predicted
	c := v.groups[w.group()]
	if c == nil {
		c = new(groupOf)
		v.groups[w.group()] = c
	}
	c.fits++
	c.squared += w.Error * w.Error
	if n := len(c.worst); n < MostWorst || math.Abs(w.Error) > math.Abs(c.worst[n-1].Error) {
		w.FEN = sample.Position.FEN()
		c.keep(w)
	}
}

// add counts a position.
func (v *Summary) add(s *datasets.Sample, w *Worst) {
	v.Rows++
	v.Results[s.Result]++
	v.Phases[min(phaseBins-1, int(w.Phase*phaseBins))]++
	v.Material[materialEnd+min(max(w.Material, -materialEnd), materialEnd)]++
	if s.Score == winprob.NoScore {
		return
	}
	v.Scored++
	cp := min(max(int(s.Score), -scoreLimit), scoreLimit-1)
	v.Scores[(cp+scoreLimit)*scoreBins/(2*scoreLimit)]++
}

// label takes the label of a position: its result or, without one, its score as an expected score.
func (v *Summary) label(s *datasets.Sample, w *Worst) bool {
	w.Label = s.Points()
	if math.IsNaN(w.Label) && s.Score != winprob.NoScore {
		w.Label = winprob.Expected(v.K, float64(s.Score))
	}
	return !math.IsNaN(w.Label)
}

// keep puts a position in its place in the list.
func (c *groupOf) keep(w Worst) {
	at, _ := slices.BinarySearchFunc(c.worst, w, Worst.compare)
	c.worst = slices.Insert(c.worst, at, w)
	c.worst = c.worst[:min(len(c.worst), MostWorst)]
}
