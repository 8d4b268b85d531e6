package inspect

import (
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/winprob"
)

// Thresholds of the warnings of a [Watch].
const (
	// wallShare of the evaluations on the largest magnitude are a wall (D05).
	// Of honest data not one in a thousand lies there.
	wallShare = 0.05

	// thousandsShare of the evaluations from 1,000 centipawns on being round
	// thousands, and at least thousandsRows of them, are mates written as
	// N·1000 (D04). One in a thousand is by chance.
	thousandsShare = 0.05
	thousandsRows  = 20

	// duplicateShare of the rows repeating another one's position (D11).
	duplicateShare = 0.01

	// Of games between equals between lowDraws and highDraws are drawn, and one
	// side wins no more than colourGap more often than the other (D14).
	lowDraws, highDraws = 0.15, 0.60
	colourGap           = 0.08

	// moverShare of the rows at least have each side to move (D15).
	moverShare = 0.40
)

// A Watch looks at samples for what spoils a fit without being an error. Its
// size is bounded (under 10 MB), its findings do not depend on the order of the
// samples, and those of two watches merge. The zero value is ready to use, by
// one goroutine.
type Watch struct {
	// Filtered says that the division among games is asked of the rows that are given to Keep alone.
	Filtered bool

	// Names are those of the inputs, by Source, for texts; of one input none is needed.
	Names []string

	rows     int
	scores   [winprob.MaxCentipawns + 1]int // evaluations by magnitude
	finished [board.SeventyFiveMoves + 1]int
	unmarked int // checkmates whose score is not that mate
	distinct distinct
	results  [datasets.WhiteWins + 1]int
	black    int // rows with Black to move
	order    order
	games    gameWatch

	stretches stretches
}

// Add looks at a sample. key is the CanonicalKey of its position and status
// what [Finished] says of it: the caller has use for both.
func (w *Watch) Add(s *datasets.Sample, key uint64, status board.Status) {
	w.rows++
	if magnitude := max(s.Score, -s.Score); s.Score != winprob.NoScore && s.Score.Mate() == 0 {
		w.scores[magnitude]++
	}
	w.finished[status]++
	score := s.Score
	if s.Position.SideToMove() == board.Black {
		score = score.Neg()
	}
	if status == board.Checkmate && score != winprob.NoScore && score.Mate() != -1 {
		w.unmarked++
	}
	w.results[s.Result]++
	if s.Position.SideToMove() == board.Black {
		w.black++
	}
	w.order.add(s)
	w.games.add(s, key, !w.Filtered)
	w.stretches.add(s)
	if score == winprob.NoScore {
		score = resultLabel(s)
	}
	w.distinct.add(key, score)
}

// Keep counts a row that filters have left. From the first one on the division among games is asked
// of those alone.
func (w *Watch) Keep(s *datasets.Sample) { w.games.kept.add(uint64(s.Game), s.Line) }

// Merge implements [shards.Partial]: it adds what v has seen. It has no error.
func (w *Watch) Merge(v *Watch) error {
	w.rows += v.rows
	w.unmarked += v.unmarked
	for i, n := range v.scores {
		w.scores[i] += n
	}
	for i, n := range v.finished {
		w.finished[i] += n
	}
	for i, n := range v.results {
		w.results[i] += n
	}
	w.black += v.black
	w.order.merge(&v.order)
	w.games.merge(&v.games)
	w.stretches.merge(&v.stretches)
	w.distinct.merge(&v.distinct)
	return nil
}

// Warnings returns what gives reason to doubt, in the order of the codes; c
// are the counts of the same rows.
func (w *Watch) Warnings(c datasets.Counts) note.List {
	var all note.List
	warn := all.Add
	w.warnMates(c, warn)
	warnRights(c, warn)
	w.warnWall(warn)
	w.warnFinished(warn)
	w.warnDuplicates(warn)
	w.warnResults(warn)
	w.warnMover(warn)
	w.games.warnEnds(w.rows, warn)
	w.games.warnUpsets(warn)
	w.order.warn(warn)
	warnGames(c, warn)
	w.stretches.warn(w, warn)
	return all
}

// warnRights speaks of castling rights that were dropped (D07).
func warnRights(c datasets.Counts, warn warnFunc) {
	what, n := "lines", c.Lines
	if c.Games > 0 { // of PGN, whose tags have them
		what, n = "games", c.Games
	}
	if c.Castling > 0 {
		warn(note.D07, "%d of %d %s have castling rights that the board cannot have, as a constant KQkq has: these rights are dropped", c.Castling, n, what).Kind = ImpossibleRights
	}
}

func (w *Watch) warnMates(c datasets.Counts, warn warnFunc) {
	if c.Codes > 0 {
		warn(note.D04, "%d of %d scores (%.1f %%) are %d centipawns and more without a mark: they are taken as mates at an unknown distance",
			c.Codes, c.Samples-c.Unscored, plaintext.PercentOf(c.Codes, c.Samples-c.Unscored), winprob.MaxCentipawns+1).Kind = UnmarkedMates
	}
	if n, of := w.thousands(); n >= thousandsRows && float64(n) > thousandsShare*float64(of) {
		warn(note.D04, "%d of the %d evaluations from 1000 centipawns on are round thousands: mates in N written as N·1000?", n, of).Kind = RoundThousands
	}
	if w.unmarked > 0 {
		warn(note.D04, "%d of %d checkmates on the board have a score that is not the winner's mate", w.unmarked, w.finished[board.Checkmate])
	}
	if c.Signs > 0 {
		warn(note.D04, "%d mates on the board were written with the wrong sign: the board was believed", c.Signs)
	}
}

// warnGames speaks of what stands in games and is not understood.
func warnGames(c datasets.Counts, warn warnFunc) {
	if c.Unread > 0 {
		warn(note.D26, "%d of %d comments look like evaluations and are not read; the first is at %v", c.Unread, c.Comments, c.FirstUnread)
	}
	if c.Skipped > 0 {
		warn(note.D27, "%d words among the moves are neither moves nor known signs, and were passed over; the first is at %v", c.Skipped, c.FirstSkipped)
	}
}

// thousands counts the evaluations from 1,000 centipawns on, and the round
// thousands among them.
func (w *Watch) thousands() (round, all int) {
	for i := 1000; i < len(w.scores); i++ {
		all += w.scores[i]
		if i%1000 == 0 {
			round += w.scores[i]
		}
	}
	return round, all
}

// wall returns the largest magnitude of an evaluation, how many evaluations have
// it, and how many there are.
func (w *Watch) wall() (largest, n, total int) {
	for i, m := range w.scores {
		total += m
		if m > 0 {
			largest = i
		}
	}
	return largest, w.scores[largest], total
}

func (w *Watch) warnWall(warn warnFunc) {
	largest, n, total := w.wall()
	if total >= watchRows && float64(n) > wallShare*float64(total) {
		warn(note.D05, "%d of %d evaluations (%.1f %%) are exactly ±%d, the largest: the scores have been clipped there",
			n, total, plaintext.PercentOf(n, total), largest)
	}
}

func (w *Watch) warnFinished(warn warnFunc) {
	over := w.rows - w.finished[board.Ongoing]
	if over == 0 {
		return
	}
	warn(note.D06, "%d of %d positions (%.1f %%) end the game: %d checkmates, %d stalemates, %d dead positions, %d by the seventy-five-move rule",
		over, w.rows, plaintext.PercentOf(over, w.rows), w.finished[board.Checkmate], w.finished[board.Stalemate],
		w.finished[board.DeadPosition], w.finished[board.SeventyFiveMoves])
}

// repetition returns what the sample says of all rows: what is not a repetition is
// distinct.
func (w *Watch) repetition() (positions, repeated, contradicted int, exact bool) {
	_, repeated, contradicted, exact = w.distinct.duplication()
	return w.rows - repeated, repeated, contradicted, exact
}

func (w *Watch) warnDuplicates(warn warnFunc) {
	positions, repeated, contradicted, exact := w.repetition()
	if float64(repeated) <= duplicateShare*float64(w.rows) {
		return
	}
	about := "about "
	if exact {
		about = ""
	}
	warn(note.D11, "%s%d of %d rows (%.1f %%) repeat a position or its mirror, %s%d are distinct; %s%d rows (%.1f %%) have a position whose labels differ",
		about, repeated, w.rows, plaintext.PercentOf(repeated, w.rows), about, positions, about, contradicted, plaintext.PercentOf(contradicted, w.rows))
}

func (w *Watch) warnResults(warn warnFunc) {
	black, draws, white := w.results[datasets.BlackWins], w.results[datasets.Draw], w.results[datasets.WhiteWins]
	n := black + draws + white
	if n < watchRows {
		return
	}
	mix := fmt.Sprintf("of %d results %.1f %% are won by White, %.1f %% drawn, %.1f %% won by Black",
		n, plaintext.PercentOf(white, n), plaintext.PercentOf(draws, n), plaintext.PercentOf(black, n))
	switch gap, drawn := float64(white-black)/float64(n), float64(draws)/float64(n); {
	case max(black, draws, white) == n:
		warn(note.D14, "%s: results that are all equal say nothing of a position", mix)
	case drawn < lowDraws || drawn > highDraws:
		warn(note.D14, "%s: usual are %.0f to %.0f %% of draws", mix, 100*lowDraws, 100*highDraws)
	case gap > colourGap || gap < -colourGap:
		warn(note.D14, "%s: the weights must not learn which colour won: fit an intercept, or take as many games of either", mix)
	}
}

func (w *Watch) warnMover(warn warnFunc) {
	share := float64(w.black) / float64(max(w.rows, 1))
	if w.rows >= watchRows && (share < moverShare || share > 1-moverShare) {
		warn(note.D15, "in %.1f %% of %d rows it is White's move, in %.1f %% Black's: tempo cannot be told from the colour",
			plaintext.PercentOf(w.rows-w.black, w.rows), w.rows, plaintext.PercentOf(w.black, w.rows))
	}
}

// GameWarnings returns what gives reason to doubt the division of rows among games,
// if the rows name their games (D12, D13): of the rows that were kept, if any were ([Watch.Keep]).
func (w *Watch) GameWarnings() note.List { return w.games.warnings() }

// resultLabel returns the mover's points in hundredths, as a label to compare
// where there is no score; none if they are not known.
func resultLabel(s *datasets.Sample) winprob.Score {
	points := s.Points()
	switch {
	case math.IsNaN(points):
		return winprob.NoScore
	case s.Position.SideToMove() == board.Black:
		points = 1 - points
	}
	return winprob.Score(math.Round(100 * points))
}
