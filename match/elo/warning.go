package elo

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/plaintext"
)

// MaxFaults is the share of games that did not end by chess, but by the fault of an engine or of a
// program that runs the games, above which they do not measure strength.
const MaxFaults = 0.005

// CheckMaxFaults returns what is wrong with a share of games in place of [MaxFaults], and what to pass.
func CheckMaxFaults(share float64) error {
	if share > 0 && share <= 1 {
		return nil
	}
	return fmt.Errorf("%v: pass a share above 0, at most 1, as %v", share, MaxFaults)
}

// Width says how wide an interval the games leave.
func (e Estimate) Width() string {
	leave := plaintext.Count(e.Games, "game") + " leave"
	if e.Games == 1 {
		leave += "s"
	}
	switch low, high := math.IsInf(e.Elo.Low, -1), math.IsInf(e.Elo.High, 1); {
	case low && high:
		return leave + " no interval: play more"
	case low || high:
		return leave + " an interval that is open to one side: play more"
	}
	return fmt.Sprintf("%s an interval of ±%.0f Elo", leave, (e.Elo.High-e.Elo.Low)/2)
}
