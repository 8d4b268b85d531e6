package regret

import (
	"math"

	"centipawn/board"
	"centipawn/confidence"
	"centipawn/match/elo"
	"centipawn/match/play"
	"centipawn/note"
	"centipawn/tapered"
)

// A Result says how players stand beside the baseline.
type Result struct {
	Teacher  Judge      `json:"teacher"`
	Roots    int        `json:"roots"`   // positions in which players chose
	Games    int        `json:"games"`   // that the roots are of; they are the clusters of the errors
	Line     *Line      `json:"line"`    // of the Elo that is predicted
	Players  []Measured `json:"players"` // the first is the baseline
	Warnings note.List  `json:"warnings"`
}

// A Judge is the teacher.
type Judge struct {
	Name  string     `json:"name"`
	Limit play.Limit `json:"limit"` // of each move that it judges
	K     float64    `json:"k"`     // turns its centipawns into expected scores
}

// Measured is what was found of a player.
type Measured struct {
	Name  string     `json:"name"`
	Limit play.Limit `json:"limit"`

	// Regret is the teacher's expected score of its best move less that of the player's; only if
	// every move was judged.
	Regret *Mean `json:"regret,omitempty"`

	// Difference is the regret less the baseline's, below 0 if the player is better.
	Difference Mean    `json:"difference"`
	Different  float64 `json:"different"` // share of the roots with another move than the baseline's
	Phases     []Phase `json:"phases"`    // the difference in opening, middlegame and endgame

	// Elo is the difference to the baseline that the line predicts.
	Elo elo.Interval `json:"elo"`

	// RootsFor10 is how many such roots leave an error of ±10 Elo, the line's own aside; 0 where no
	// move differs.
	RootsFor10 int `json:"roots_for_10_elo"`
}

// A Phase is the difference at the roots of a phase.
type Phase struct {
	Name string `json:"name"`
	Mean
}

// A Mean is one over roots, in points a move, with an error that takes games as the unit.
type Mean struct {
	Value  float64 `json:"value"`
	StdErr float64 `json:"stderr"`
	Roots  int     `json:"roots"` // that the mean is over
	Games  int     `json:"games"` // that they are of
}

// Half95 returns half the width of the 95 % interval; infinite of one game.
func (m Mean) Half95() float64 {
	switch {
	case m.Games > 1:
		return confidence.Error{StdErr: m.StdErr, Freedom: float64(m.Games - 1)}.Half95()
	case m.Roots == 0:
		return 0
	}
	return math.Inf(1)
}

// meanOf returns the mean of x. Of n numbers in G games, the sums u of whose residuals are those of
// the games, its variance is G/(G−1)·Σu²/n².
//
// Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized Linear Models" (1986).
func meanOf(x []float64, game []uint32) Mean {
	m := Mean{Roots: len(x)}
	if len(x) == 0 {
		return m
	}
	n := float64(len(x))
	for _, v := range x {
		m.Value += v / n
	}
	number := map[uint32]int{}
	var sums []float64 // in the order of the games, so that rounding does not depend on the map
	for i, v := range x {
		k, seen := number[game[i]]
		if !seen {
			k = len(sums)
			number[game[i]], sums = k, append(sums, 0)
		}
		sums[k] += v - m.Value
	}
	if m.Games = len(sums); m.Games < 2 {
		return m
	}
	square := 0.0
	for _, u := range sums {
		square += u * u
	}
	g := float64(m.Games)
	m.StdErr = math.Sqrt(g/(g-1)*square) / n
	return m
}

// The middlegame's factor at which opening and endgame begin, as in weights/guard.
const (
	openingFrom = 0.75
	endgameTo   = 0.25
)

var phaseNames = [...]string{"opening", "middlegame", "endgame"}

func phaseOf(p *board.Position) int {
	switch phi := tapered.PeSTO.Of(p); {
	case phi >= openingFrom:
		return 0
	case phi > endgameTo:
		return 1
	}
	return 2
}

// result makes the figures.
func (r *run) result(j *judged) (*Result, error) {
	line, err := LineOf(r.Points, r.Conditions)
	if err != nil {
		return nil, err
	}
	res := &Result{Teacher: Judge{r.Teacher.Name, r.Teacher.Limit, r.K}, Roots: len(j.roots), Line: line}
	games := make([]uint32, len(j.roots))
	for i := range j.roots {
		games[i] = j.roots[i].Game
	}
	for i := range r.Players {
		m := j.measured(i, games)
		m.Name, m.Limit = r.Players[i].Name, r.Players[i].Limit
		if r.Full {
			regret := meanOf(j.regrets(i), games)
			m.Regret = &regret
		}
		m.Elo, m.RootsFor10 = line.Predict(m.Difference), line.RootsFor(matters, m.Difference)
		res.Players = append(res.Players, m)
	}
	res.Games = res.Players[0].Difference.Games
	res.Warnings = r.warnings(res)
	return res, nil
}

// measured says how a player stands beside the baseline.
func (j *judged) measured(player int, games []uint32) (m Measured) {
	x := make([]float64, len(j.roots))
	byPhase, gamesOf := [len(phaseNames)][]float64{}, [len(phaseNames)][]uint32{}
	different := 0
	for i := range j.roots {
		mine, theirs := j.moves[player][i], j.moves[0][i]
		if mine != theirs {
			x[i] = j.values[i][theirs] - j.values[i][mine]
			different++
		}
		k := phaseOf(&j.roots[i].Position)
		byPhase[k], gamesOf[k] = append(byPhase[k], x[i]), append(gamesOf[k], games[i])
	}
	m.Difference = meanOf(x, games)
	m.Different = float64(different) / float64(len(x))
	for k, name := range phaseNames {
		m.Phases = append(m.Phases, Phase{name, meanOf(byPhase[k], gamesOf[k])})
	}
	return m
}

// regrets are those of a player by root, all moves being judged.
func (j *judged) regrets(player int) (list []float64) {
	for i, values := range j.values {
		best := 0.0
		for _, v := range values {
			best = max(best, v)
		}
		list = append(list, best-values[j.moves[player][i]])
	}
	return list
}
