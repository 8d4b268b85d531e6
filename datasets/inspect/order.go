package inspect

import (
	"math"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/winprob"
)

// An order compares the first rows of the inputs with the others: the first
// rows of a sorted file, or batches of it, are a biased part. Which
// rows are first is told by their lines, so that it does not matter who saw them.
type order struct {
	first, rest rowSums
}

// orderLines is how many lines of every input count as its first.
const orderLines = 20_000

// Differences between the first rows and the others that are too large for an accident of a
// few games: of the mean of White's points, and of the pieces on the board.
const (
	orderPoints = 0.15
	orderPieces = 4.0
)

// watchRows is how many rows there must be before shares and means mean anything.
const watchRows = 100

// A warnFunc takes a note.
type warnFunc func(code note.Code, format string, args ...any) *note.Note

// rowSums are sums of what an order compares.
type rowSums struct {
	rows, known    int
	points, pieces int // points in millionths: sums do not depend on the order
}

func (m *rowSums) merge(o *rowSums) {
	m.rows += o.rows
	m.known += o.known
	m.points += o.points
	m.pieces += o.pieces
}

// pointUnit is what one point counts in sums.
const pointUnit = 1e6

// mean returns White's points on average.
func (m *rowSums) mean() float64 { return float64(m.points) / float64(m.known) / pointUnit }

// add counts a sample. Without a result, the sign of the score is one.
func (o *order) add(s *datasets.Sample) {
	m := &o.rest
	if s.Line <= orderLines {
		m = &o.first
	}
	m.rows++
	m.pieces += s.Position.Occupied().Count()
	points := s.Points()
	if math.IsNaN(points) {
		points = signPoints(s.Score)
	}
	if !math.IsNaN(points) {
		m.known++
		m.points += int(math.Round(points * pointUnit))
	}
}

// signPoints returns the points that the side with the better score would get;
// NaN without a score.
func signPoints(s winprob.Score) float64 {
	switch {
	case s == winprob.NoScore:
		return math.NaN()
	case s > 0:
		return 1
	case s < 0:
		return 0
	}
	return 0.5
}

func (o *order) merge(p *order) {
	o.first.merge(&p.first)
	o.rest.merge(&p.rest)
}

// warn compares the means (S06).
func (o *order) warn(warn warnFunc) {
	a, b := &o.first, &o.rest
	const advice = "the rows are sorted, and -limit would take a biased part: shuffle them, or take one in n with -sample"
	if min(a.known, b.known) >= watchRows {
		if x, y := a.mean(), b.mean(); math.Abs(x-y) > orderPoints {
			warn(note.S06, "White has %.2f points on average in the first %d lines of a file and %.2f in the others: %s", x, orderLines, y, advice)
		}
	}
	if min(a.rows, b.rows) >= watchRows {
		if x, y := float64(a.pieces)/float64(a.rows), float64(b.pieces)/float64(b.rows); math.Abs(x-y) > orderPieces {
			warn(note.S06, "%.1f pieces are on the board on average in the first %d lines of a file and %.1f in the others: %s", x, orderLines, y, advice)
		}
	}
}
