package regret

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/tapered"
)

// A Result says how players stand beside the baseline.
type Result struct {
	Teacher  Judge      `json:"teacher"`
	Roots    int        `json:"roots"`   // positions in which each player chose
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

	// Difference is the regret less the baseline's, below 0 if the player is better. Where half of the
	// roots are of the player's own games Own is that at these.
	Difference Mean    `json:"difference"`
	Own        *Mean   `json:"own,omitempty"`
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
	res := &Result{Teacher: Judge{r.Teacher.Name, r.Teacher.Limit, r.K}, Line: line}
	for i := range r.Players {
		m := j.measured(i)
		m.Name, m.Limit = r.Players[i].Name, r.Players[i].Limit
		if r.Full {
			regret := j.regret(i)
			m.Regret = &regret
		}
		m.Elo, m.RootsFor10 = line.Predict(m.Difference), line.RootsFor(matters, m.Difference)
		res.Players = append(res.Players, m)
	}
	res.Roots, res.Games = res.Players[1].Difference.Roots, res.Players[1].Difference.Games
	res.Warnings = r.warnings(res, j)
	return res, nil
}

// measured says how a player stands beside the baseline, at its roots.
func (j *judged) measured(player int) (m Measured) {
	var all, own sample
	var byPhase [len(phaseNames)]sample
	different := 0
	for _, i := range j.at(player) {
		x, mine, theirs := 0.0, j.moves[player][i], j.moves[0][i]
		if mine != theirs {
			x = j.values[i][theirs] - j.values[i][mine]
			different++
		}
		all.add(x, &j.roots[i])
		byPhase[phaseOf(&j.roots[i].Position)].add(x, &j.roots[i])
		if player > 0 && j.owners[i] == player {
			own.add(x, &j.roots[i])
		}
	}
	m.Difference = all.mean()
	m.Different = float64(different) / float64(m.Difference.Roots)
	if mean := own.mean(); mean.Roots > 0 {
		m.Own = &mean
	}
	for k, name := range phaseNames {
		m.Phases = append(m.Phases, Phase{name, byPhase[k].mean()})
	}
	return m
}

// regret is that of a player, all moves being judged.
func (j *judged) regret(player int) Mean {
	var s sample
	for _, i := range j.at(player) {
		best := 0.0
		for _, v := range j.values[i] {
			best = max(best, v)
		}
		s.add(best-j.values[i][j.moves[player][i]], &j.roots[i])
	}
	return s.mean()
}

// A sample is numbers of roots, with the games of these.
type sample struct {
	x    []float64
	game []uint32
}

func (s *sample) add(x float64, root *Root) { s.x, s.game = append(s.x, x), append(s.game, root.Game) }

func (s *sample) mean() Mean { return meanOf(s.x, s.game) }
