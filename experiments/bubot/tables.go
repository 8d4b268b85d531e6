package bubot

import (
	"fmt"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/report"
)

// tables are the experiment's.
func (r *Result) tables() []harness.Table {
	return []harness.Table{r.gameTable, r.playerTable, r.costTable, r.timedTable, r.secondsTable, r.costSecondsTable}
}

// timedTable has the players at equal time, whose nodes are iterations of the tree and nodes of the engine; nil
// if they have not played.
func (r *Result) timedTable() (*report.Table, error) {
	var names []string
	var players []pool.Player
	for i := range r.Players {
		if p := &r.Players[i]; timed(p.Name) {
			names, players = append(names, p.Name), append(players, p.Player)
		}
	}
	if names == nil {
		return nil, nil
	}
	return pool.PlayerTable("At equal time: iterations of the tree, nodes of the engine", "nodes", true, names, players)
}

// timed reports whether a player is one of those at equal time.
func timed(name string) bool { return name == timedTree || name == timedOne }

// gameTable has the four games.
func (r *Result) gameTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Games {
		g := &r.Games[i]
		played, points, elo := "not played", "", ""
		if g.Match.Games() > 0 {
			played = fmt.Sprintf("+%d =%d −%d", g.Match.Wins, g.Match.Draws, g.Match.Losses)
			points, elo = plaintext.Percent(g.Match.Estimate.Score), g.Match.Estimate.Elo.String()
		}
		rows = append(rows, []string{fmt.Sprint(g.Number), g.First, g.Second, g.Paper, played, points, elo})
	}
	return report.NewTable("The four games, each as a match: the first player's results, and its Elo above the second with 95 % intervals",
		[]string{"game", "first", "second", "paper", "games", "points", "Elo"}, rows)
}

// paperSeconds are the paper's mean times of a move, of its game of MCTSBot of 10 iterations against MinimaxBot.
var paperSeconds = map[string]string{minimax2: "3.866", mcts10: "17.774"}

// playerTable has what moves cost.
func (r *Result) playerTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Players {
		p := &r.Players[i]
		if timed(p.Name) {
			continue // its nodes are others
		}
		rows = append(rows, []string{p.Name, fmt.Sprint(p.Games), fmt.Sprint(p.Faults), plaintext.Thousands(int(p.PerMove() + 0.5)), paperSeconds[p.Name]})
	}
	return report.NewTable("What a move costs: moves made on the board, those of simulations and of searches within the search too",
		[]string{"player", "games", "forfeits", "moves made", "paper, seconds"}, rows)
}

// costTable compares minimax and alpha-beta.
func (r *Result) costTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Costs {
		c := &r.Costs[i]
		rows = append(rows, []string{
			c.Position, fmt.Sprint(c.Depth), plaintext.Thousands(int(c.Nodes[0])), plaintext.Thousands(int(c.Nodes[1])),
			fmt.Sprintf("%.2f", c.Exponent()), yes(c.Agree), paperTime(paperMinimax[:], c.Depth), paperTime(paperAlphaBeta[:], c.Depth),
		})
	}
	return report.NewTable("Minimax and alpha-beta on material, moves in the order of generation: alpha-beta's nodes are minimax's to the power of e",
		[]string{"position", "depth", "minimax", "alpha-beta", "e", "same move", "paper, minimax s", "paper, alpha-beta s"}, rows)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// paperTime is a time of the paper, "" where it has none.
func paperTime(times []float64, depth int) string {
	if depth >= len(times) || times[depth] == 0 {
		return ""
	}
	return fmt.Sprint(times[depth])
}

// summary says in words what was found.
func (r *Result) summary(opt *Options) string {
	text := []string{fmt.Sprintf("The engine has %s for each move of BUBot's games and as the opponent in game 4, and both have %s a move where nodes are equal. The paper's results are of one game each.",
		plaintext.Count(opt.Inner, "node"), plaintext.Thousands(int(opt.Equal)))}
	return strings.Join(append(text, r.Warnings...), "\n\n")
}
