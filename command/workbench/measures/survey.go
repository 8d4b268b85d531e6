package measures

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"example.org/centipawn/datasets"
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
	Scope    string  `json:"scope"`   // which rows these are, in words
	Note     string  `json:"note"`    // what is doubtful about that
	Fitted   bool    `json:"fitted"`  // the weights name the file as one that they were fitted to
	Named    bool    `json:"named"`   // the file names its games; else rows of like pawns and pieces count as one
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
	Game      string  `json:"game"`  // as the file calls it; "" if it does not
	Quiet     bool    `json:"quiet"` // no capture is pending
	Result    string  `json:"result"`
	Label     float64 `json:"label"`     // expected score
	Predicted float64 `json:"predicted"` // expected score
	Eval      float64 `json:"eval"`      // centipawns
	Phase     float64 `json:"phase"`
	Material  int     `json:"material"` // balance in pawns
	Error     float64 `json:"error"`    // label less predicted

	game    uint32
	labeled bool
}

// A Filter says which positions are listed: "" takes all. At most one of a game is.
type Filter struct {
	Phase, Material, Result string
	Loud                    bool // those with captures pending, too
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
	worst   listed // of all
	quiet   listed // of those without a pending capture
}

// listed are positions in their order, at most MostWorst, one of a game.
type listed []Worst

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
		if f.Loud {
			out.Worst = append(out.Worst, c.worst...)
		} else {
			out.Worst = append(out.Worst, c.quiet...)
		}
	}
	slices.SortFunc(out.Worst, Worst.compare)
	games := make(map[uint32]bool)
	out.Worst = slices.DeleteFunc(out.Worst, func(w Worst) bool {
		was := games[w.game]
		games[w.game] = true
		return was
	})
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

// lacks reports whether a position would come into the list.
func (l listed) lacks(w *Worst) bool {
	if i := slices.IndexFunc(l, func(o Worst) bool { return o.game == w.game }); i >= 0 {
		return w.compare(l[i]) < 0
	}
	return len(l) < MostWorst || w.compare(l[len(l)-1]) < 0
}

// keep puts a position in its place in the list, in place of another one of its game.
func (l *listed) keep(w Worst) {
	list := slices.DeleteFunc(*l, func(o Worst) bool { return o.game == w.game })
	at, _ := slices.BinarySearchFunc(list, w, Worst.compare)
	list = slices.Insert(list, at, w)
	*l = list[:min(len(list), MostWorst)]
}
