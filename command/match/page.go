package match

import (
	"fmt"
	"math"
	"strings"

	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/opinion"
	"centipawn/match/standing"
	"centipawn/plaintext"
	"centipawn/report"
)

// writePage writes index.html into the folder of a match: one file that shows what was printed, the
// players and pairings as tables and, of two players, the course of the match.
func writePage(r *match.Result, o *opinion.Opinion) error {
	var words strings.Builder
	if err := standing.Result(&words, r, o); err != nil {
		return err
	}
	page := &report.Page{Title: titleOf(r), Summary: words.String()}
	for _, of := range []func(*match.Result) (*report.Table, error){pairingTable, playerTable, faultTable} {
		table, err := of(r)
		if err != nil {
			return err
		}
		if table != nil {
			page.Tables = append(page.Tables, table)
		}
	}
	if len(r.Pairings) == 1 {
		f, err := match.Follow(r.Dir)
		if err != nil {
			return err
		}
		if err := page.Draw(r.Dir, courses(f)...); err != nil {
			return err
		}
	}
	return page.Write(r.Dir)
}

func titleOf(r *match.Result) string {
	if len(r.Pairings) == 1 {
		return r.Pairings[0].First + " against " + r.Pairings[0].Second
	}
	return fmt.Sprintf("Tournament of %d players", len(r.Players))
}

func pairingTable(r *match.Result) (*report.Table, error) {
	var cells [][]string
	for i := range r.Pairings {
		p, score, rated := &r.Pairings[i], "", ""
		if p.Estimate.Games > 0 {
			score, rated = plaintext.Percent(p.Estimate.Score), p.Estimate.Elo.Full()
		}
		cells = append(cells, append([]string{
			p.First, p.Second, fmt.Sprint(p.Wins), fmt.Sprint(p.Draws), fmt.Sprint(p.Losses), score, rated,
		}, texts(p.Pentanomial)...))
	}
	return report.NewTable("Pairings, and pairs of games by points", []string{"first", "second", "wins", "draws", "losses", "score", "Elo", "0", "½", "1", "1½", "2"}, cells)
}

// texts writes how many pairs there are of 0, ½, 1, 1½ and 2 points.
func texts(p elo.Pentanomial) (list []string) {
	for _, n := range p {
		list = append(list, fmt.Sprint(n))
	}
	return list
}

func playerTable(r *match.Result) (*report.Table, error) {
	var cells [][]string
	for i := range r.Players {
		p, rated := &r.Players[i], ""
		if r.Ratings != nil {
			rated = r.Ratings.Players[i].Elo.Full()
		}
		cells = append(cells, []string{p.Name, p.Limit, rated, fmt.Sprint(p.Games()), fmt.Sprint(p.Wins), fmt.Sprint(p.Draws), fmt.Sprint(p.Losses), fmt.Sprint(p.Faults)})
	}
	return report.NewTable("Players", []string{"player", "limit", "rating", "games", "wins", "draws", "losses", "faults"}, cells)
}

// faultTable returns nil without faults.
func faultTable(r *match.Result) (*report.Table, error) {
	var cells [][]string
	for _, f := range r.Faults {
		cells = append(cells, []string{fmt.Sprint(f.Game), f.Player, f.End, f.Reason})
	}
	if cells == nil {
		return nil, nil
	}
	return report.NewTable("Games that did not end by chess", []string{"game", "player", "end", "reason"}, cells)
}

// mostPoints is how many points a course has at most.
const mostPoints = 300

// courses are the pictures of a match of two: Elo by pair and, of a test, its ratio.
func courses(f *match.Follower) []report.Drawing {
	course := f.Course(0)
	every := len(course)/mostPoints + 1
	at := func(from int, value func(elo.Pentanomial) float64) []float64 {
		list := []float64{math.NaN()} // before the first pair
		for i, p := range course {
			v := math.NaN()
			if i >= from && (i%every == every-1 || i == len(course)-1) {
				v = value(p)
			}
			if math.IsInf(v, 0) {
				v = math.NaN()
			}
			list = append(list, v)
		}
		return list
	}
	var list []report.Drawing
	add := func(name, caption, value string, lines ...report.Course) {
		for _, v := range lines[0].Values {
			if !math.IsNaN(v) {
				list = append(list, report.Drawing{File: name, Caption: caption, Draw: func() (*report.Figure, error) {
					return report.Courses("pairs", value, []report.CoursePanel{{Courses: lines}}, report.Options{Title: value + " by pairs of games"})
				}})
				return
			}
		}
	}
	settled := len(course) / 8 // before it the band is wider than all that follows
	add("elo", "Elo after so many pairs, with its 95 % band; the first eighth of the pairs is left out.", "Elo",
		report.Course{Name: "Elo", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.Value })},
		report.Course{Name: "97.5 %", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.High })},
		report.Course{Name: "2.5 %", Values: at(settled, func(p elo.Pentanomial) float64 { return elo.Of(p).Elo.Low })})
	if test := f.Test(); test != nil {
		state := test.State(elo.Pentanomial{})
		level := func(v float64) func(elo.Pentanomial) float64 { return func(elo.Pentanomial) float64 { return v } }
		add("llr", "Log likelihood ratio of the test, between the bounds at which it is decided.", "LLR",
			report.Course{Name: "LLR", Values: at(0, test.LLR)},
			report.Course{Name: "H1 accepted", Values: at(0, level(state.Upper))}, report.Course{Name: "H0 accepted", Values: at(0, level(state.Lower))})
	}
	return list
}
