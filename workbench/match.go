package workbench

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"centipawn/match"
	"centipawn/match/elo"
)

// matchPage is a match or tournament, live while it is played.
var matchPage = page{
	Name: "match", Title: "Match", About: "Who is better, how sure is that, and how do the games go? Live while they are played.",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{
			"GET /api/match": s.matchStanding,
			"GET /api/games": answer(s.games),
			"GET /api/game":  answer(s.game),
		}
	},
}

// A standing is how a match stands, for a page.
type standing struct {
	Label    string        `json:"label"`
	Running  bool          `json:"running"`
	Stop     string        `json:"stop"`           // why it has ended, in words
	Last     *time.Time    `json:"last,omitempty"` // when the last game was written
	Result   *match.Result `json:"result"`
	Texts    []pairingText `json:"texts"`   // of the pairings, in their order
	Pairing  int           `json:"pairing"` // whose curve this is
	Curve    curve         `json:"curve"`
	Warnings []string      `json:"warnings"`
	Openings []opening     `json:"openings"`
	Distinct int           `json:"distinct"` // openings
}

// A pairingText is what a pairing says, in the words of the command.
type pairingText struct {
	Elo        string   `json:"elo"`
	Normalized string   `json:"normalized"`
	Notes      []string `json:"notes"`
}

// A curve is how a pairing went by pairs. What is not finite is null.
type curve struct {
	Pairs []int      `json:"pairs"`
	Elo   []*float64 `json:"elo"`
	Low   []*float64 `json:"low"`
	High  []*float64 `json:"high"`
	LLR   []*float64 `json:"llr,omitempty"`
}

// An opening is where games have begun, and how they ended.
type opening struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Black int    `json:"black"`
}

// matchStanding streams how a match stands.
func (s *Server) matchStanding(w http.ResponseWriter, r *http.Request) {
	var seen seenState
	begun := false
	streamed(w, r, func() (news any, last bool, err error) {
		item, err := s.item(r, "match", Match)
		if err != nil {
			return nil, false, err
		}
		err = item.follow(func(f *following) error {
			now := f.state()
			stop := f.follower.Stop()
			last = stop != match.Interrupted
			if begun && now == seen {
				return nil
			}
			begun, seen = true, now
			news, err = f.standing(r, item.Label)
			return err
		})
		return news, last, err
	})
}

func (f *following) standing(r *http.Request, label string) (*standing, error) {
	result := f.follower.Result()
	pairing, err := number(r, "pairing", 0, len(result.Pairings)-1, 0)
	if err != nil {
		return nil, err
	}
	st := &standing{Label: label, Running: !f.follower.Ended(), Stop: result.Stop.String(), Result: result, Pairing: pairing, Curve: f.curve(pairing), Warnings: []string{}}
	for i := range result.Pairings {
		e := &result.Pairings[i].Estimate
		st.Texts = append(st.Texts, pairingText{e.Elo.Full(), e.Normalized.Full(), e.Notes()})
	}
	for _, warning := range result.Warnings {
		st.Warnings = append(st.Warnings, warning.String())
	}
	if at, ok := f.follower.Last(); ok {
		st.Last = &at
	}
	st.Openings, st.Distinct = openingsOf(f.follower.Games())
	return st, nil
}

// mostPoints is how many points a curve has at most.
const mostPoints = 300

type curveValue struct {
	elo elo.Interval
	llr float64
}

// curve returns the course of a pairing: each pair, or each second, fourth, and the last.
func (f *following) curve(pairing int) curve {
	course := f.follower.Course(pairing)
	step := 1
	for len(course)/step > mostPoints {
		step *= 2
	}
	c := curve{Pairs: []int{}, Elo: []*float64{}, Low: []*float64{}, High: []*float64{}}
	for i := step - 1; i < len(course); i += step {
		f.point(&c, i+1, course[i])
	}
	if n := len(course); n%step != 0 {
		f.point(&c, n, course[n-1])
	}
	return c
}

func (f *following) point(c *curve, pairs int, p elo.Pentanomial) {
	test := f.follower.Test()
	v, known := f.curves[p]
	if !known {
		v.elo = elo.Of(p).Elo
		if test != nil {
			v.llr = test.LLR(p)
		}
		f.curves[p] = v
	}
	c.Pairs = append(c.Pairs, pairs)
	c.Elo, c.Low, c.High = append(c.Elo, finite(v.elo.Value)), append(c.Low, finite(v.elo.Low)), append(c.High, finite(v.elo.High))
	if test != nil {
		c.LLR = append(c.LLR, finite(v.llr))
	}
}

// finite returns a number for JSON, nil for what is none.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// mostOpenings is how many openings a page lists.
const mostOpenings = 50

// openingsOf counts results by openings, those of most games first, and how many openings there are.
func openingsOf(games []match.Line) (list []opening, distinct int) {
	at := map[string]int{}
	list = []opening{}
	for _, g := range games {
		i, known := at[g.Opening]
		if !known {
			i = len(list)
			at[g.Opening] = i
			list = append(list, opening{Name: g.Opening})
		}
		o := &list[i]
		o.Games++
		switch g.Result {
		case "1-0":
			o.White++
		case "1/2-1/2":
			o.Draws++
		case "0-1":
			o.Black++
		}
	}
	slices.SortStableFunc(list, func(a, b opening) int { return cmp.Compare(b.Games, a.Games) })
	return list[:min(len(list), mostOpenings)], len(list)
}

// mostGames is how many games an answer lists.
const mostGames = 200

// games lists the games of a match that a request asks for, the last first.
func (s *Server) games(r *http.Request) (any, error) {
	item, err := s.item(r, "match", Match)
	if err != nil {
		return nil, err
	}
	from, err := number(r, "from", 0, math.MaxInt32, 0)
	if err != nil {
		return nil, err
	}
	count, err := number(r, "count", 1, mostGames, mostGames)
	if err != nil {
		return nil, err
	}
	find, result := strings.ToLower(r.URL.Query().Get("find")), r.URL.Query().Get("result")
	list, total := []match.Line{}, 0
	err = item.follow(func(f *following) error {
		for _, g := range slices.Backward(f.follower.Games()) {
			if !fits(&g, find, result) {
				continue
			}
			if total++; total > from && len(list) < count {
				list = append(list, g)
			}
		}
		return nil
	})
	return map[string]any{"total": total, "games": list}, err
}

// fits reports whether a game is of a result, or faulty, and has a text in its names.
func fits(g *match.Line, find, result string) bool {
	switch result {
	case "":
	case "faults":
		if g.Guilty == "" {
			return false
		}
	default:
		if g.Result != result {
			return false
		}
	}
	text := strings.ToLower(g.White + "\n" + g.Black + "\n" + g.End + "\n" + g.Opening)
	return strings.Contains(text, find)
}
