package filter

import (
	"errors"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/tapered"
	"example.org/centipawn/winprob"
)

// DigestBytes bounds what a [Survey] and its [Selection] take for each sample: 24
// bytes of what is known of it, 4 to put it into order, 1 for what becomes of it.
const DigestBytes = 29

// A Digest is what a [Survey] remembers of a sample. Labels are the mover's view,
// in which a position and its mirror image have the same.
type Digest struct {
	key      uint64 // canonical
	game     uint32
	expected float32 // NaN: none, or the result says it
	score    winprob.Score
	result   datasets.Result
	bin      uint8 // of the phase
	black    bool  // Black is to move
}

// NewDigest returns the digest of a sample whose position has the canonical key
// given.
func NewDigest(s *datasets.Sample, key uint64) Digest {
	d := Digest{
		key: key, game: s.Game, expected: s.Expected, score: s.Score, result: s.Result,
		bin: uint8(winprob.PhaseBin(tapered.PeSTO.Of(&s.Position))),
	}
	if d.black = s.Position.SideToMove() == board.Black; d.black {
		d.turn()
	}
	return d
}

// whites returns the result as White's.
func (d *Digest) whites() datasets.Result {
	if d.black {
		return reversed(d.result)
	}
	return d.result
}

// turn exchanges the colours of the labels.
func (d *Digest) turn() {
	d.score, d.result, d.expected = d.score.Neg(), reversed(d.result), 1-d.expected
}

// label gives a sample the labels of the digest.
func (d Digest) label(s *datasets.Sample) {
	if d.black {
		d.turn()
	}
	s.Score, s.Result, s.Expected = d.score, d.result, d.expected
}

// points returns the mover's points, NaN if they are not known.
func (d *Digest) points() float64 {
	if d.result == datasets.Unknown {
		return float64(d.expected)
	}
	return float64(d.result-datasets.BlackWins) / 2
}

// pageRows is the number of digests that are allocated at a time.
const pageRows = 1 << 16

// A Survey gathers the digests of all samples that the stream has kept, in their
// order. The zero value is empty. It is for one goroutine.
type Survey struct {
	pages [][]Digest
	rows  int
}

// Rows returns the number of digests.
func (v *Survey) Rows() int { return v.rows }

// ErrTooMany is the error of a survey of more samples than it can number.
var ErrTooMany = errors.New("more than 4,294,967,295 samples: their duplicates and games cannot be surveyed")

// Append adds digests.
func (v *Survey) Append(digests []Digest) error {
	if v.rows+len(digests) > math.MaxUint32 {
		return ErrTooMany
	}
	for _, d := range digests {
		if v.rows%pageRows == 0 {
			v.pages = append(v.pages, make([]Digest, 0, pageRows))
		}
		page := &v.pages[v.rows/pageRows]
		*page = append(*page, d)
		v.rows++
	}
	return nil
}

// at returns digest i.
func (v *Survey) at(i uint32) *Digest { return &v.pages[i/pageRows][i%pageRows] }
