package workbench

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"net/http"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// dataPage is what is in a data file, and where an evaluation is most wrong there.
var dataPage = page{
	Name: "data", Title: "Data", About: "What is in a data file, and which of its positions does the evaluation judge worst?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /api/data": answer(s.data), "GET /api/doctor": answer(s.diagnose)}
	},
}

const (
	mostScanned  = 200_000 // positions that are looked at, from the beginning of the file
	mostBad      = 100     // positions that are listed
	defaultBad   = 24
	phaseBins    = 8
	scoreBins    = 24
	scoreLimit   = 1200 // centipawns that scores are counted up to
	materialEnd  = 8    // pawns of balance that are counted up to
	defaultKData = 0.7  // of weights that do not know theirs, by hundreds of centipawns
)

// A survey is what was seen of a data file.
type survey struct {
	Label    string  `json:"label"`
	Weights  string  `json:"weights"`
	Rows     int     `json:"rows"`
	Bad      int     `json:"bad"`     // lines that are none
	Limited  bool    `json:"limited"` // the file has more
	Games    int     `json:"games"`
	Scored   int     `json:"scored"` // rows with a score
	K        float64 `json:"k"`
	KKnown   bool    `json:"k_known"`
	Fits     int     `json:"fits"`     // rows that the filter takes and that have a label
	Squared  float64 `json:"squared"`  // mean squared error of these
	Results  [4]int  `json:"results"`  // unknown, Black, draws, White
	Phases   []int   `json:"phases"`   // from the endgame to the opening
	Scores   []int   `json:"scores"`   // by centipawns
	Material []int   `json:"material"` // balance in pawns, from below
	Worst    []worst `json:"worst"`
}

// A worst position is one that an evaluation judges far from its label. All is White's view.
type worst struct {
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

// A filter says which positions are listed.
type filter struct {
	phase, material, result string
	count                   int
}

var (
	phaseNames    = []string{"", "opening", "middlegame", "endgame"}
	materialNames = []string{"", "even", "white", "black"}
	resultNames   = []string{"", "1-0", "1/2-1/2", "0-1", "*"}
)

func filterOf(r *http.Request) (f filter, err error) {
	q := r.URL.Query()
	f = filter{phase: q.Get("phase"), material: q.Get("material"), result: q.Get("result")}
	if !slices.Contains(phaseNames, f.phase) || !slices.Contains(materialNames, f.material) || !slices.Contains(resultNames, f.result) {
		return f, bad(errors.New("the filter is not one of the page's"))
	}
	f.count, err = number(r, "count", 1, mostBad, defaultBad)
	return f, err
}

// takes reports whether the filter takes the positions of a group.
func (f *filter) takes(c group) bool {
	return (f.phase == "" || f.phase == c.phase) && (f.material == "" || f.material == c.material) && (f.result == "" || f.result == c.result)
}

// group returns where a position belongs. The opening has more than two thirds of the pieces, the endgame fewer
// than one third.
func (w *worst) group() group {
	phase := "middlegame"
	if w.Phase > 2./3 {
		phase = "opening"
	} else if w.Phase < 1./3 {
		phase = "endgame"
	}
	return group{phase, materialNames[1+[...]int{2, 0, 1}[1+cmp.Compare(w.Material, 0)]], w.Result}
}

// data answers with a survey of a data file, as a filter has it. The file is read once for the weights.
func (s *Server) data(r *http.Request) (any, error) {
	item, err := s.item(r, "data", Data)
	if err != nil {
		return nil, err
	}
	judge, err := s.item(r, "weights", Weights)
	if err != nil {
		return nil, err
	}
	f, err := filterOf(r)
	if err != nil {
		return nil, err
	}
	all, err := s.surveys.get(surveyKey{item, judge}, func() (*surveyed, error) {
		s.searches <- struct{}{} // a file is read by as many at once as there are searches
		defer func() { <-s.searches }()
		return item.survey(context.WithoutCancel(r.Context()), judge) // who comes next needs it, too
	})
	if err != nil {
		return nil, err
	}
	return all.filtered(f), nil
}

// mostSurveys is how many surveys are kept: some megabytes each.
const mostSurveys = 8

// A surveyKey is a data file and the weights that judge it.
type surveyKey struct{ data, weights *Item }

// A surveyed file has the survey of its positions, and what filters choose from: the positions of each group.
type surveyed struct {
	survey
	groups map[group]*groupOf
}

// A group is what filters tell apart: no filter divides it.
type group struct{ phase, material, result string }

// A groupOf is the positions of a group.
type groupOf struct {
	fits    int
	squared float64
	worst   []worst // as many as may be asked for
}

// filtered returns the survey with the positions that a filter takes.
func (v *surveyed) filtered(f filter) *survey {
	out := v.survey
	out.Worst = []worst{}
	for _, key := range slices.SortedFunc(maps.Keys(v.groups), group.compare) { // sums in one order
		if !f.takes(key) {
			continue
		}
		c := v.groups[key]
		out.Fits += c.fits
		out.Squared += c.squared
		out.Worst = append(out.Worst, c.worst...)
	}
	slices.SortFunc(out.Worst, worst.compare)
	out.Worst = out.Worst[:min(len(out.Worst), f.count)]
	if out.Fits > 0 {
		out.Squared /= float64(out.Fits)
	}
	return &out
}

func (c group) compare(o group) int {
	return cmp.Or(cmp.Compare(c.phase, o.phase), cmp.Compare(c.material, o.material), cmp.Compare(c.result, o.result))
}

// compare puts the worst first, earlier lines before later ones.
func (w worst) compare(o worst) int {
	return cmp.Or(cmp.Compare(math.Abs(o.Error), math.Abs(w.Error)), cmp.Compare(w.Line, o.Line))
}

// survey reads the positions of a data file.
func (item *Item) survey(ctx context.Context, judge *Item) (*surveyed, error) {
	e, err := judge.take()
	if err != nil {
		return nil, bad(err)
	}
	defer judge.put(e)
	in, err := datasets.Open([]string{item.path}, datasets.Options{})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	v := &surveyed{survey{
		Label: item.Label, Weights: judge.Label, K: defaultKData,
		Phases: make([]int, phaseBins), Scores: make([]int, scoreBins), Material: make([]int, 2*materialEnd+1),
	}, map[group]*groupOf{}}
	if k := judge.File.Provenance.ResultK(); k != nil {
		v.K, v.KKnown = k.Value, true
	}
	games := map[uint32]bool{}
	for sample, err := range in.All() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
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
func (v *surveyed) take(sample *datasets.Sample, e *evaluator) {
	w := worst{
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
	if n := len(c.worst); n < mostBad || math.Abs(w.Error) > math.Abs(c.worst[n-1].Error) {
		w.FEN = sample.Position.FEN()
		c.keep(w)
	}
}

// add counts a position.
func (v *survey) add(s *datasets.Sample, w *worst) {
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
func (v *survey) label(s *datasets.Sample, w *worst) bool {
	w.Label = s.Points()
	if math.IsNaN(w.Label) && s.Score != winprob.NoScore {
		w.Label = winprob.Expected(v.K, float64(s.Score))
	}
	return !math.IsNaN(w.Label)
}

// keep puts a position in its place in the list.
func (c *groupOf) keep(w worst) {
	at, _ := slices.BinarySearchFunc(c.worst, w, worst.compare)
	c.worst = slices.Insert(c.worst, at, w)
	c.worst = c.worst[:min(len(c.worst), mostBad)]
}
