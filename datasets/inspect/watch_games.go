package inspect

import (
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/winprob"
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

// What a note of one code is about, for those who give advice.
const (
	AboutScores      note.Kind = 1 + iota // D02, D03
	AboutResults                          // D02
	UnmarkedMates                         // D04: mates are known by their size
	RoundThousands                        // D04: mates in N may be N·1000
	OneGame                               // D13: a single game has too many rows
	AboutCodes                            // D02: results mean something else; the third argument is the datasets.ResultCodes
	ImpossibleRights                      // D07: castling rights were dropped; the first argument counts them
	JoinedScores                          // D02: the view of scores changes within the input
	JoinedResults                         // D02: that of results
	JoinedUnits                           // D03: the unit of scores changes
)

// A gameWatch is what a [Watch] sees of games.
type gameWatch struct {
	ends     [datasets.EndUnterminated + 1]int
	judged   int // rows with a score and a result
	upset    int // rows in which the side that was far ahead lost
	clusters clusters
	kept     clusters // rows that filters have left
	openings clusters // positions after openingPly half moves
}

// add counts what a sample says of its game, and the sample among the rows of its game if these are asked for.
func (w *gameWatch) add(s *datasets.Sample, key uint64, rows bool) {
	w.ends[s.End]++
	if rows {
		w.clusters.add(uint64(s.Game), s.Line)
	}
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

// merge adds what v has seen.
func (w *gameWatch) merge(v *gameWatch) {
	for i, n := range v.ends {
		w.ends[i] += n
	}
	w.judged += v.judged
	w.upset += v.upset
	w.clusters.merge(&v.clusters)
	w.kept.merge(&v.kept)
	w.openings.merge(&v.openings)
}

func (w *gameWatch) warnEnds(rows int, warn warnFunc) {
	forfeit, none := w.ends[datasets.EndForfeit], w.ends[datasets.EndUnterminated]
	if forfeit+none > 0 {
		warn(note.D19, "%d of %d rows (%.1f %%) are of games lost on time, by an illegal move or a broken connection, and %d (%.1f %%) of games without a result",
			forfeit, rows, plaintext.PercentOf(forfeit, rows), none, plaintext.PercentOf(none, rows))
	}
}

func (w *gameWatch) warnUpsets(warn warnFunc) {
	if w.judged >= watchRows && float64(w.upset) > upsetShare*float64(w.judged) {
		warn(note.D20, "in %d of the %d rows with score and result (%.1f %%) the side that was more than %d centipawns ahead lost: scores and results are not of the same games, or one of them has the wrong sign",
			w.upset, w.judged, plaintext.PercentOf(w.upset, w.judged), upsetScore)
	}
}

// warnings returns what gives reason to doubt the division of rows among games (D12, D13).
func (w *gameWatch) warnings() note.List {
	var all note.List
	c := w.clusters.summary()
	if w.kept.rows > 0 {
		c = w.kept.summary()
	}
	if c.Rows >= gameRows && c.Effective < fewGames {
		all.Add(note.D12, "the %d rows are of %d games: the effective sample is %.0f games of equal length",
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
