package elo

import (
	"fmt"
	"math"
	"strconv"
)

// MaxFaults is the share of games that did not end by chess, but by the fault of an engine or of a program that runs the
// games, above which they are no measurement of strength.
const MaxFaults = 0.005

// Width says how wide an interval the games leave.
func (e Estimate) Width() string {
	leave := Number(e.Games, "game") + " leave"
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

// Number is a number of things, of which one has this name: "1 game", "2,000 games".
func Number(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Thousands(n) + " " + thing
}

// Thousands is a whole number with commas: "12,345".
func Thousands(n int) string {
	if n > -1000 && n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), max(n%1000, -(n%1000)))
}
