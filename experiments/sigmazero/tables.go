package sigmazero

import (
	"fmt"
	"math"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/loop/lesson"
)

// summary says in words what was asked.
func (r *Result) summary() string {
	g := r.Grade
	text := fmt.Sprintf("A network of %d parameters after %d steps of training, asked for %d positions.", r.Parameters, r.Steps, g.Lessons)
	if legal := float64(g.Legal); !math.IsNaN(legal) {
		text += fmt.Sprintf(" %.2f %% of the probability is on legal moves without masking; the teacher's move is the most probable in %.1f %%.",
			100*legal, 100*float64(g.First))
	}
	if v := float64(g.Value); !math.IsNaN(v) {
		text += fmt.Sprintf(" The mean squared error of the value, −1 to 1, is %.3f.", v)
	}
	return text
}

// tables returns the experiment's tables, ready to print.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.mateTable, r.moveTable, r.habitTable, r.biasTable, r.judgeTable, r.planeTable, r.matchTable, r.gateTable, r.formulaTable}
}

func (r *Result) mateTable() (*report.Table, error) {
	var rows [][]string
	for _, of := range r.solvers() {
		for _, m := range of.mates {
			rows = append(rows, []string{of.name, m.name(), fmt.Sprint(m.Puzzles), fmt.Sprint(m.Found), share(m.Found, m.Puzzles)})
		}
	}
	if rows == nil {
		return nil, nil // no -mates
	}
	return report.NewTable("Mates in one, by simulations", []string{"network", "simulations", "puzzles", "found", "share"}, rows)
}

func (r *Result) habitTable() (*report.Table, error) {
	var rows [][]string
	for _, h := range r.Habits {
		if h.Legal == 0 {
			continue
		}
		rows = append(rows, []string{h.Name, fmt.Sprint(h.Legal), share(h.Teacher, h.Legal), share(h.Policy, h.Legal)})
	}
	if rows == nil {
		return nil, nil // no moves of a teacher
	}
	return report.NewTable("What the policy's first move is, where such a move is legal", []string{"move", "positions", "teacher", "policy"}, rows)
}

func (r *Result) matchTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Matches {
		m := &r.Matches[i]
		o := &m.Result
		rows = append(rows, []string{m.Opponent, m.Limit, fmt.Sprintf("+%d =%d −%d", o.Wins, o.Draws, o.Losses), plaintext.Percent(o.Estimate.Score), o.Estimate.Elo.String(),
			fmt.Sprintf("%.0f", m.PerMove), fmt.Sprintf("%.0f", m.Theirs)})
	}
	return report.NewTable("Matches: the network's results, and its Elo above the opponent with 95 % intervals",
		[]string{"opponent", "limit", "games", "points", "Elo", "simulations a move", "opponent's"}, rows)
}

func (r *Result) gateTable() (*report.Table, error) {
	var rows [][]string
	for _, g := range r.Gate {
		rows = append(rows, []string{fmt.Sprintf("%+d", g.Elo), percent(g.Paper), percent(g.Code), percent(g.Ours)})
	}
	return report.NewTable(fmt.Sprintf("How often a gate promotes a network that is stronger by a number of Elo, half of the games between equals being drawn: the paper's of six games, calculated, and an SPRT of %g,%g normalised Elo within %d pairs, simulated %d times", sprt.Elo0, sprt.Elo1, gatePairs, gateMatches),
		[]string{"Elo", "paper: three wins or more", "code: as many wins as the other", "SPRT"}, rows)
}

// share prints a share as percent, nothing of nothing.
func share(n, of int) string {
	if of == 0 {
		return ""
	}
	return percent(float64(n) / float64(of))
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// A Result is what was found.
type Result struct {
	Network    string       `json:"network"`
	Parameters int          `json:"parameters"`
	Steps      int          `json:"steps"`
	Grade      lesson.Grade `json:"grade"`
	Mates      []Mate       `json:"mates"`
	Untrained  []Mate       `json:"untrained_mates,omitempty"` // of a new network
	Habits     []Habit      `json:"habits"`
	Bias       *Bias        `json:"color_bias"`
	Judges     []Judgement  `json:"judges"`
	Pictured   *Pictured    `json:"planes"`
	Matches    []Match      `json:"matches"`
	Gate       []Gate       `json:"gate"`
	Formulas   []Formula    `json:"formulas"`
	Warnings   []string     `json:"warnings,omitempty"`
}

// A Match is the network against an opponent.
type Match struct {
	Opponent string       `json:"opponent"`
	Limit    string       `json:"limit"` // of the network's moves
	Result   pool.Outcome `json:"result"`
	PerMove  float64      `json:"simulations_per_move"` // of the network
	Theirs   float64      `json:"opponents_per_move"`   // nodes of the opponent
}
