// Package shown is a match as a page shows it: how it stands, its curves by pair, its openings, and games to play
// through, as values that become JSON. The workbench answers with them, and a match leaves them in its own page.
package shown

import (
	"cmp"
	"slices"
	"time"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/opinion"
)

// A Standing is how a match stands.
type Standing struct {
	Label   string        `json:"label"`
	Running bool          `json:"running"`
	Stop    string        `json:"stop"`           // why it has ended, in words
	Stopped bool          `json:"stopped"`        // it can go on, and no program plays it
	Resume  string        `json:"resume"`         // the command that goes on with it; empty: not known
	Last    *time.Time    `json:"last,omitempty"` // when the last game was written
	Result  *match.Result `json:"result"`
	Texts   []PairingText `json:"texts"` // of the pairings, in their order

	Opinion *opinion.Opinion `json:"opinion"` // of a match of two, as match prints it; null while games are played, and of a tournament
	Pace    *Pace            `json:"pace"`    // null before the first games

	Settings []Setting    `json:"settings"`
	Files    []HashedFile `json:"files"`

	Course
	Warnings []string                       `json:"warnings"`
	Codes    map[note.Code]note.Explanation `json:"codes"` // of the warnings
}

// A Course is how one pairing went.
type Course struct {
	Pairing  int            `json:"pairing"`
	Curve    Curve          `json:"curve"`
	Openings []Opening      `json:"openings"`
	Distinct int            `json:"distinct"` // openings
	Apart    []Disagreement `json:"apart"`    // what the two players have judged most differently
}

// A PairingText is what a pairing says, in the words of the command.
type PairingText struct {
	Elo        string   `json:"elo"`
	Normalized string   `json:"normalized"`
	Notes      []string `json:"notes"`
}

// A Curve is how a pairing went by pairs. What is not finite is null.
type Curve struct {
	Pairs []int      `json:"pairs"`
	Elo   []*float64 `json:"elo"`
	Low   []*float64 `json:"low"`
	High  []*float64 `json:"high"`
	LLR   []*float64 `json:"llr,omitempty"`
}

// An Opening is where games of a pairing have begun, and how they ended.
type Opening struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	Half  int    `json:"half"` // half points of the first player
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Black int    `json:"black"`
}

// StandingOf returns how a match stands, with the curve of a pairing. The time of its last game is not in it.
func StandingOf(f *match.Follower, label string, c Course) *Standing {
	result := f.Result()
	st := &Standing{Label: label, Running: !f.Ended(), Stop: result.Stop.String(), Result: result, Course: c, Warnings: []string{}, Pace: paceOf(f, result)}
	if f.Ended() {
		st.Opinion = opinion.Of(result, false)
	}
	st.Settings, st.Files = settingsOf(f)
	for i := range result.Pairings {
		e := &result.Pairings[i].Estimate
		st.Texts = append(st.Texts, PairingText{e.Elo.Full(), e.Normalized.Full(), e.Notes()})
	}
	for _, warning := range result.Warnings {
		st.Warnings = append(st.Warnings, warning.String())
	}
	st.Codes = note.Explain(st.Warnings)
	return st
}

// mostPoints is how many points a curve has at most.
const mostPoints = 300

// Curves makes the curves of a match that is followed, and keeps what it has estimated.
type Curves struct {
	test  *elo.SPRT // that they are of
	known map[elo.Pentanomial]curveValue
}

type curveValue struct {
	elo elo.Interval
	llr float64
}

// Of returns the course of a pairing: each pair, or each second, fourth, and the last.
func (c *Curves) Of(f *match.Follower, pairing int) Course {
	if test := f.Test(); c.known == nil || test != c.test { // the match goes on with another
		c.test, c.known = test, map[elo.Pentanomial]curveValue{}
	}
	course := f.Course(pairing)
	step := 1
	for len(course)/step > mostPoints {
		step *= 2
	}
	curve := Curve{Pairs: []int{}, Elo: []*float64{}, Low: []*float64{}, High: []*float64{}}
	for i := step - 1; i < len(course); i += step {
		c.point(&curve, i+1, course[i])
	}
	if n := len(course); n%step != 0 {
		c.point(&curve, n, course[n-1])
	}
	now := Course{Pairing: pairing, Curve: curve}
	if list := f.Result().Pairings; pairing < len(list) {
		now.Openings, now.Distinct = openingsOf(f.Games(), &list[pairing])
		now.Apart = disagreements(f, &list[pairing])
	}
	return now
}

func (c *Curves) point(curve *Curve, pairs int, p elo.Pentanomial) {
	v, known := c.known[p]
	if !known {
		v.elo = elo.Of(p).Elo
		if c.test != nil {
			v.llr = c.test.LLR(p)
		}
		c.known[p] = v
	}
	curve.Pairs = append(curve.Pairs, pairs)
	curve.Elo = append(curve.Elo, pages.Number(v.elo.Value))
	curve.Low, curve.High = append(curve.Low, pages.Number(v.elo.Low)), append(curve.High, pages.Number(v.elo.High))
	if c.test != nil {
		curve.LLR = append(curve.LLR, pages.Number(v.llr))
	}
}

// mostOpenings is how many openings a page lists.
const mostOpenings = 50

// openingsOf counts the results of a pairing by openings, those of most games first, and how many openings there are.
func openingsOf(games []match.Line, pairing *match.Pairing) (list []Opening, distinct int) {
	at := map[string]int{}
	list = []Opening{}
	for _, g := range games {
		if !Between(pairing, &g) {
			continue
		}
		i, known := at[g.Opening]
		if !known {
			i = len(list)
			at[g.Opening] = i
			list = append(list, Opening{Name: g.Opening})
		}
		o := &list[i]
		o.Games++
		first := 0 // half points of White
		switch g.Result {
		case "1-0":
			o.White++
			first = 2
		case "1/2-1/2":
			o.Draws++
			first = 1
		case "0-1":
			o.Black++
		}
		if g.White != pairing.First {
			first = 2 - first
		}
		o.Half += first
	}
	slices.SortStableFunc(list, func(a, b Opening) int { return cmp.Compare(b.Games, a.Games) })
	return list[:min(len(list), mostOpenings)], len(list)
}
