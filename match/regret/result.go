package regret

import (
	"fmt"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights/predict"
)

// A Result says how players stand beside the baseline.
type Result struct {
	Teacher  Judge      `json:"teacher"`
	Roots    int        `json:"roots"`            // positions in which each player chose
	Games    int        `json:"games"`            // that the roots are of; they are the clusters of the errors
	Line     *Line      `json:"line"`             // of the Elo that is predicted
	Players  []Measured `json:"players"`          // the first is the baseline
	Faults   []Fault    `json:"faults,omitempty"` // answers that are missing, by player
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

	// Forecast is what that comes to, with what is known of lines and of steps of that size from matches of other
	// engines; nil of the baseline.
	Forecast *predict.Forecast `json:"forecast,omitempty"`

	// RootsFor10 is how many such roots leave an error of ±10 Elo, the line's own aside; 0 where no
	// move differs.
	RootsFor10 int `json:"roots_for_10_elo"`
}

// A Phase is the difference at the roots of a phase.
type Phase struct {
	Name string `json:"name"`
	Mean
	Worse bool `json:"worse,omitempty"` // than the baseline, by more than the 95 % error
}

// words says in which phases a player is worse than the baseline by more than the error; "" if in none.
func (m *Measured) words() string {
	var list []string
	for _, p := range m.Phases {
		if p.Worse {
			list = append(list, fmt.Sprintf("the %s (%s points a move more are lost than by the baseline)", p.Name, p.Mean))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%s is worse in %s, beyond the error", m.Name, strings.Join(list, " and in "))
}
