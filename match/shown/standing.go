// Package shown is a match as a page shows it: how it stands, its curves by pair, its openings, and games to play
// through, as values that become JSON. The workbench answers with them, and a match leaves them in its own page.
package shown

import (
	"cmp"
	"slices"
	"time"

	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
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
	Course
	Warnings []string  `json:"warnings"`
	Openings []Opening `json:"openings"`
	Distinct int       `json:"distinct"` // openings
}

// A Course is how one pairing went.
type Course struct {
	Pairing int   `json:"pairing"`
	Curve   Curve `json:"curve"`
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

// An Opening is where games have begun, and how they ended.
type Opening struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Black int    `json:"black"`
}

// StandingOf returns how a match stands, with the curve of a pairing. The time of its last game is not in it.
func StandingOf(f *match.Follower, label string, c Course) *Standing {
	result := f.Result()
	st := &Standing{Label: label, Running: !f.Ended(), Stop: result.Stop.String(), Result: result, Course: c, Warnings: []string{}}
	for i := range result.Pairings {
		e := &result.Pairings[i].Estimate
		st.Texts = append(st.Texts, PairingText{e.Elo.Full(), e.Normalized.Full(), e.Notes()})
	}
	for _, warning := range result.Warnings {
		st.Warnings = append(st.Warnings, warning.String())
	}
	st.Openings, st.Distinct = openingsOf(f.Games())
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
	return Course{pairing, curve}
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

// openingsOf counts results by openings, those of most games first, and how many openings there are.
func openingsOf(games []match.Line) (list []Opening, distinct int) {
	at := map[string]int{}
	list = []Opening{}
	for _, g := range games {
		i, known := at[g.Opening]
		if !known {
			i = len(list)
			at[g.Opening] = i
			list = append(list, Opening{Name: g.Opening})
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
	slices.SortStableFunc(list, func(a, b Opening) int { return cmp.Compare(b.Games, a.Games) })
	return list[:min(len(list), mostOpenings)], len(list)
}
