package shown

import (
	"time"

	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// A Pace is how fast a match is played, and how long it may go on.
type Pace struct {
	PerSecond float64  `json:"per_second"`      // games a second, of the last ones
	Games     *float64 `json:"games,omitempty"` // still to come: of a test those it takes on average, if the pairs to come are like those that were played; absent: not known, or the match has ended
	Seconds   *float64 `json:"seconds,omitempty"`
}

// lastGames are those whose times make a pace.
const lastGames = 100

// paceOf returns the pace of a match; nil before there are games with times.
func paceOf(f *match.Follower, r *match.Result) *Pace {
	list := f.Games()
	list = list[max(0, len(list)-lastGames):]
	if len(list) == 0 || list[0].Began.IsZero() {
		return nil
	}
	list = sincePause(list)
	from, to := list[0].Began, list[0].Ended
	for _, g := range list {
		if g.Began.Before(from) {
			from = g.Began
		}
		if g.Ended.After(to) {
			to = g.Ended
		}
	}
	seconds := to.Sub(from).Seconds()
	if !(seconds > 0) {
		return nil
	}
	p := &Pace{PerSecond: float64(len(list)) / seconds}
	if f.Ended() {
		return p
	}
	left, known := float64(r.Planned-r.Finished), true
	if test := f.Test(); test != nil {
		var more float64
		if more, known = testLeft(test, r); known {
			left = min(left, more)
		}
	}
	if known {
		time := left / p.PerSecond
		p.Games, p.Seconds = &left, &time
	}
	return p
}

// testLeft returns how many games a test still takes on average.
func testLeft(t *elo.SPRT, r *match.Result) (games float64, known bool) {
	if len(r.Pairings) != 1 {
		return 0, false
	}
	return t.Left(r.Pairings[0].Pentanomial)
}

// pause is the time without a game after which a match was stopped and has gone on.
const pause = time.Minute

// sincePause returns the games since the last pause: in it no time was spent on them.
func sincePause(list []match.Line) []match.Line {
	first, ended := 0, list[0].Ended
	for i, g := range list {
		if g.Began.After(ended.Add(pause)) {
			first = i
		}
		if g.Ended.After(ended) {
			ended = g.Ended
		}
	}
	return list[first:]
}
