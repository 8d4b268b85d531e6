package inspect

import (
	"centipawn/datasets"
	"centipawn/note"
	"centipawn/winprob"
)

// Thresholds of the warnings about games.
const (
	// fewGames of equal length, or what is worth as much, are too few for standard
	// errors that are clustered by game (D12). The question does not arise with
	// fewer than gameRows rows.
	fewGames = 100
	gameRows = 1000

	// openingPly is the half move at which openings are compared, and openingShare
	// the share of games that may have one position there (D12).
	openingPly   = 10
	openingShare = 0.20

	// A game may have meanRows rows on average, and no game more than gameShare of
	// all rows, unless that is less than largeGame times the average (D13).
	meanRows  = 20.0
	gameShare = 0.001
	largeGame = 5.0

	// upsetScore is a number of centipawns that wins nearly every game; in
	// upsetShare of the rows the side that has it may lose (D20).
	upsetScore = 600
	upsetShare = 0.02
)

// addGame counts what a sample says of its game.
func (w *Watch) addGame(s *datasets.Sample, key uint64) {
	w.ends[s.End]++
	w.games.add(uint64(s.Game), s.Line)
	if s.Ply == openingPly {
		w.openings.add(key, s.Line)
	}
	if s.Score != winprob.NoScore && s.Result != datasets.Unknown {
		w.judged++
		if Upset(s) {
			w.upset++
		}
	}
}

// Upset reports whether the side that was more than 600 centipawns ahead, or about to
// mate, lost the game.
func Upset(s *datasets.Sample) bool {
	switch {
	case s.Score == winprob.NoScore:
		return false
	case s.Result == datasets.WhiteWins:
		return s.Score < -upsetScore
	case s.Result == datasets.BlackWins:
		return s.Score > upsetScore
	}
	return false
}

// mergeGames adds what v has seen of games.
func (w *Watch) mergeGames(v *Watch) {
	for i, n := range v.ends {
		w.ends[i] += n
	}
	w.judged += v.judged
	w.upset += v.upset
	w.games.merge(&v.games)
	w.openings.merge(&v.openings)
}

func (w *Watch) warnEnds(warn warnFunc) {
	forfeit, none := w.ends[datasets.EndForfeit], w.ends[datasets.EndUnterminated]
	if forfeit+none > 0 {
		warn(note.D19, "%d of %d rows (%.1f %%) are of games lost on time, by an illegal move or a broken connection, and %d (%.1f %%) of games without a result",
			forfeit, w.rows, percent(forfeit, w.rows), none, percent(none, w.rows))
	}
}

func (w *Watch) warnUpsets(warn warnFunc) {
	if w.judged >= watchRows && float64(w.upset) > upsetShare*float64(w.judged) {
		warn(note.D20, "in %d of the %d rows with score and result (%.1f %%) the side that was more than %d centipawns ahead lost: scores and results are not of the same games, or one of them has the wrong sign",
			w.upset, w.judged, percent(w.upset, w.judged), upsetScore)
	}
}

// GameWarnings returns what gives reason to doubt the division of rows among games,
// if the rows name their games (D12, D13).
func (w *Watch) GameWarnings() note.List {
	var all note.List
	c := w.games.summary()
	if c.Rows >= gameRows && c.Effective < fewGames {
		all.Add(note.D12, "the %d rows are of %d games, worth %.0f of equal length: weights and their errors rest on so many, not on the rows",
			c.Rows, c.Games, c.Effective)
	}
	if o := w.openings.summary(); o.Rows >= watchRows && o.Share() > openingShare {
		all.Add(note.D12, "one opening dominates: of %d rows after %d half moves %d (%.1f %%) have one position",
			o.Rows, openingPly, o.Largest, 100*o.Share())
	}
	if c.Rows >= gameRows && c.Mean() > meanRows {
		all.Add(note.D13, "%.1f rows a game on average, usual are at most %.0f: rows of one game say much the same", c.Mean(), meanRows)
	}
	if c.Rows >= gameRows && c.Share() > gameShare && float64(c.Largest) > largeGame*c.Mean() {
		all.Add(note.D13, "one game has %d rows (%.2f %%), %.0f times the average", c.Largest, 100*c.Share(), float64(c.Largest)/c.Mean()).Kind = OneGame
	}
	return all
}
