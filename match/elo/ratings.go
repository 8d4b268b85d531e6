package elo

import (
	"fmt"
	"strings"
)

// A Game is one result of a tournament.
type Game struct {
	White, Black int     // players, counted from 0
	Points       float64 // White's: 0, ½ or 1

	// Pair is the same number for those games of two players that are not independent,
	// as of one opening with colours reversed. Negative: the game stands alone.
	Pair int
}

// RateOptions are the options of [Rate]. The zero value works.
type RateOptions struct {
	Anchors map[int]float64 // players whose Elo is known and not fitted; none: the mean of all is 0
	Names   []string        // of players, for errors and notes; nil: their numbers
}

// A Rating is a player's.
type Rating struct {
	Elo    Interval `json:"elo"`
	Games  int      `json:"games"`
	Points float64  `json:"points"`
	Anchor bool     `json:"anchor"` // its Elo was given

	// Unbounded is +1 of a player whom the pool took no point from and who may be
	// any amount stronger, −1 of one who took none; else 0. Its Elo is what one draw
	// more with each such opponent would make it, an end of its interval is infinite,
	// and the other one that of independent games with that draw.
	Unbounded int `json:"unbounded"`
}

// Ratings are those of a pool of players. Elo is relative to the pool: to its mean, or to
// its anchors.
type Ratings struct {
	Players        []Rating `json:"players"`         // by number
	WhiteAdvantage Interval `json:"white_advantage"` // Elo
	DrawRate       float64  `json:"draw_rate"`       // between equal players, 0 to 1
	Notes          []string `json:"notes,omitempty"` // what must be known with the numbers

	errors  covariance
	model   covariance // of independent games: for differences that the games leave open to one side
	reached [][]bool   // along points, by player
	groups  []group    // of players who hold one another, by player
}

func (opt RateOptions) name(player int) string {
	if player < len(opt.Names) {
		return opt.Names[player]
	}
	return fmt.Sprintf("player %d", player)
}

// names lists players, the first few of them.
func (opt RateOptions) names(players []int) string {
	const few = 8
	var list []string
	for n, i := range players {
		if n == few {
			list = append(list, fmt.Sprintf("%d more", len(players)-few))
			break
		}
		list = append(list, opt.name(i))
	}
	return strings.Join(list, ", ")
}
