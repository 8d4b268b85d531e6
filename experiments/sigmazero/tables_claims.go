package sigmazero

import (
	"fmt"

	"example.org/centipawn/engine/suite"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/loop/lesson"
)

// A solver is a network and its mates.
type solver struct {
	name  string
	mates []Mate
}

func (r *Result) solvers() []solver { return []solver{{"trained", r.Mates}, {"new", r.Untrained}} }

// name says who solved.
func (m *Mate) name() string {
	if m.Simulations == 0 {
		return "policy alone"
	}
	return fmt.Sprint(m.Simulations)
}

// within prints k of n in percent with its interval.
func within(k, n int) string {
	share, low, high := suite.Wilson(k, n)
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", share, low, high)
}

func (r *Result) moveTable() (*report.Table, error) {
	var rows [][]string
	for _, of := range r.solvers() {
		for _, m := range of.mates {
			for _, g := range m.ByMoves {
				if g.Puzzles == 0 {
					continue
				}
				moves := fmt.Sprintf("%d to %d", g.Least, g.Most)
				if g.Most == 0 {
					moves = fmt.Sprintf("%d and more", g.Least)
				}
				rows = append(rows, []string{of.name, m.name(), moves, fmt.Sprint(g.Puzzles), within(g.Found, g.Puzzles), percent(g.Random / float64(g.Puzzles))})
			}
		}
	}
	if rows == nil {
		return nil, nil
	}
	return report.NewTable("Mates in one by the number of legal moves, with 95 % intervals", []string{"network", "simulations", "legal moves", "puzzles", "found", "by a random move"}, rows)
}

func (r *Result) biasTable() (*report.Table, error) {
	b := r.Bias
	rows := [][]string{
		{"both, White's view: above 0 it says that White wins", b.White.String()},
		{"the same without sign", b.Apart.String()},
		{"both, the mover's view", b.Mover.String()},
		{"as they are, White's view", b.AsTheyAre.String()},
		{"as they are, the teacher's, White's view", b.Teacher.String()},
		{"the start position and its reverse, White's view", fmt.Sprintf("%+.3f", b.Start)},
	}
	return report.NewTable(fmt.Sprintf("Mean values, −1 to 1, of %d positions and the same with colours reversed, with 95 %% intervals by game", b.Positions), []string{"what", "mean"}, rows)
}

func (r *Result) judgeTable() (*report.Table, error) {
	var rows [][]string
	for _, j := range r.Judges {
		if j.Positions == 0 {
			return nil, nil // no results are known
		}
		rows = append(rows, []string{j.Name, fmt.Sprint(j.Positions), fmt.Sprintf("%.3f ± %.3f", float64(j.Error.Value), j.Error.Half), percent(float64(j.Silent)), known(j.Right)})
	}
	return report.NewTable("Who judges a game that is cut short: squared error against the result, −1 to 1, with 95 % intervals by game", []string{"judge", "positions", "squared error", "says draw", "favours the winner"}, rows)
}

// known prints a share as percent, nothing where it is not known.
func known(share lesson.Number) string {
	if share != share {
		return ""
	}
	return percent(float64(share))
}

// shownMoves is how many moves the table of planes has.
const shownMoves = 8

func (r *Result) planeTable() (*report.Table, error) {
	p := r.Pictured
	cells := func(name string, shares []float64) []string {
		row := []string{name}
		for _, v := range shares {
			row = append(row, percent(v))
		}
		return row
	}
	rows := [][]string{cells("all legal moves", p.Legal)}
	for _, m := range p.Moves[:min(shownMoves, len(p.Moves))] {
		rows = append(rows, cells(m.Move, m.Shares))
	}
	return report.NewTable(fmt.Sprintf("Shares of moves in %s, of all moves there are, and of %d simulations", p.FEN, p.Simulations), append([]string{"move"}, p.Players...), rows)
}

func (r *Result) formulaTable() (*report.Table, error) {
	var rows [][]string
	for _, f := range r.Formulas {
		rows = append(rows, []string{f.Name, fmt.Sprintf("%.1f", f.Visited), percent(f.Best), within(f.Chosen, f.Roots)})
	}
	return report.NewTable(fmt.Sprintf("The printed formula r·d·√(N/(N + 1)) and PUCT on %d roots of %d moves, %d visits each", roots, rootMoves, rootVisits), []string{"formula", "moves visited", "visits of the best", "best is most visited"}, rows)
}
