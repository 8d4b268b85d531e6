package thesis

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/elo"
)

// tables are the experiment's.
func (r *Result) tables() (all []harness.Table) {
	for _, p := range r.Budgets {
		all = append(all, p.gameTable, p.playerTable)
	}
	if len(r.Speeds) > 0 {
		all = append(all, r.speedTable)
	}
	if len(r.Horizon) > 0 {
		all = append(all, r.horizonTable)
	}
	return all
}

// gameTable has tables 1 to 15 under a budget.
func (p *Played) gameTable() (*report.Table, error) {
	var rows [][]string
	for _, r := range p.Rows {
		rows = append(rows, append(r.paper(), r.ours()...))
	}
	return report.NewTable(fmt.Sprintf("Tables 1 to 15 at %v a move: the first player's points, and its Elo above the other with 95 %% intervals", p.Budget),
		[]string{"table", "player", "against", "paper points %", "paper draws %", "paper Elo", "games", "points %", "draws %", "Elo"}, rows)
}

// paper are the cells of the thesis.
func (c *Claim) paper() []string {
	if c.Table == Beside {
		return []string{"", c.Player, c.Against, "", "", ""}
	}
	text := fmt.Sprintf("%+.0f", c.Elo)
	if c.Margin > 0 {
		text += fmt.Sprintf(" ±%.0f", c.Margin)
	}
	return []string{fmt.Sprint(c.Table), c.Player, c.Against, fmt.Sprintf("%.0f", c.Points), fmt.Sprintf("%.0f", c.Draws), text}
}

// ours are the cells of the games.
func (r *Row) ours() []string {
	games := r.Match.Games()
	if games == 0 {
		return []string{"0", "", "", "not played"}
	}
	text := r.Match.Estimate.Elo.String()
	if r.Match.Alike {
		text = "they play alike"
	}
	return []string{fmt.Sprint(games), fmt.Sprintf("%.1f", 100*r.Match.Estimate.Score), fmt.Sprintf("%.1f", plaintext.PercentOf(r.Match.Draws, games)), text}
}

// playerTable has all players of a budget.
func (p *Played) playerTable() (*report.Table, error) {
	var rows [][]string
	for i := range p.Players {
		one := &p.Players[i]
		rating := ""
		if one.Elo != nil && one.Name != baseline {
			rating = one.Elo.String()
		}
		speed := ""
		if p.Budget.Limit.Timed() {
			speed = fmt.Sprintf("%.0f", one.Used.NPS())
		}
		rows = append(rows, []string{
			one.Name, rating, fmt.Sprint(one.Games), fmt.Sprintf("%.1f", 100*one.Points/float64(max(1, one.Games))), fmt.Sprint(one.Faults),
			fmt.Sprintf("%.0f", one.PerMove()), speed,
		})
	}
	unit := p.Budget.Count
	return report.NewTable(fmt.Sprintf("All players at %v, rated together: Elo above %s with 95 %% intervals", p.Budget, baseline),
		[]string{"player", "Elo", "games", "points %", "forfeits", unit + " a move", unit + " a second"}, rows)
}

// trapSeconds is the time of table 16.
const trapSeconds = 10

// speedTable is the thesis's table 16. What was measured under a time is carried over to the
// table's; what was measured under a number of moves is left as it is.
func (r *Result) speedTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Speeds {
		s := &r.Speeds[i]
		row := []string{s.Player, "", ""}
		if paper, ok := paperSpeeds[s.Player]; ok {
			row[1], row[2] = plaintext.Thousands(paper[0]), plaintext.Thousands(paper[1])
		}
		rows = append(rows, append(row, r.Trap.within(s, s.Iterations), r.Trap.within(s, s.Moves),
			fmt.Sprintf("%.0f", float64(s.Moves)/float64(max(1, s.Iterations))), fmt.Sprint(s.Deepest), s.Move))
	}
	return report.NewTable(fmt.Sprintf("Table 16. What is done %s in Legal's trap, where %s is best", r.Trap, trapMove),
		[]string{"player", "paper iterations", "paper nodes", "iterations", "moves made", "moves an iteration", "deepest", "plays"}, rows)
}

// within returns a number of a variant's as table 16 prints it.
func (t Trap) within(s *Speed, n uint64) string {
	if t.Nodes == 0 {
		n = uint64(float64(n) / max(s.Seconds, 1e-6) * trapSeconds)
	}
	return plaintext.Thousands(int(n))
}

// String says what limits table 16.
func (t Trap) String() string {
	if t.Nodes > 0 {
		return fmt.Sprintf("with %s moves", plaintext.Thousands(int(t.Nodes)))
	}
	return fmt.Sprintf("in %d seconds of processor time, one thread, measured over %v by the clock,", trapSeconds, t.Time)
}

// summary says in words what was found.
func (r *Result) summary() string {
	var text []string
	for _, p := range r.Budgets {
		if p.Budget.Name != iterations {
			text = append(text, p.verdict())
		}
	}
	if r.NoTable {
		text = append(text, withTables+" is not played: pass -syzygy for it.")
	}
	for _, p := range r.Budgets {
		for _, note := range append(p.Notes, p.Warnings...) {
			text = append(text, fmt.Sprintf("At equal %s: %s", p.Budget.Name, note))
		}
	}
	return strings.Join(text, "\n\n")
}

// verdict says which variants beat MCC-Solver in their own games with it.
func (p *Played) verdict() string {
	var won, lost, open, seen []string
	for i := range p.Rows {
		name, in, ok := p.Rows[i].againstBaseline()
		if !ok || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		switch {
		case in.Low > 0:
			won = append(won, name)
		case in.High < 0:
			lost = append(lost, name)
		default:
			open = append(open, name)
		}
	}
	return fmt.Sprintf("At %v a move, against %s, by 95 %% intervals: better %s; worse %s; undecided %s.",
		p.Budget, baseline, listed(won), listed(lost), listed(open))
}

// againstBaseline returns the Elo of the one who has played MCC-Solver; ok is false of other games
// and of none.
func (r *Row) againstBaseline() (name string, in elo.Interval, ok bool) {
	in = r.Match.Estimate.Elo
	if r.Player == baseline { // table 1 has it the other way round
		return r.Against, elo.Interval{Value: -in.Value, Low: -in.High, High: -in.Low}, r.Match.Games() > 0
	}
	return r.Player, in, r.Against == baseline && r.Match.Games() > 0
}

// listed joins names; "none" of none.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
