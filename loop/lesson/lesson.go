// Package lesson is what a network with a policy and a value is taught: positions with the moves that
// a teacher prefers and the score that it expects. [Read] takes them from data files and puzzles, a
// [Class] makes batches of them.
package lesson

import (
	"encoding/json"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// A Lesson is a position with what a network should say of it.
type Lesson struct {
	Position board.Position
	Moves    []Share // of the policy, above 0; nil: not known, it teaches the value alone
	Value    float32 // −1 to 1, the mover's view; NaN: not known, it teaches the policy alone
	Game     uint32  // lessons that are not independent share it
	Before   uint8   // how often the position has been on the board before; of data files it is not known: 0
}

// A Share is how probable a move should be.
type Share struct {
	Move  board.Move
	Share float32
}

// Options say how lessons are made of rows.
type Options struct {
	// Result is the share of the game's result in the value, 0 to 1; the rest is the expected score by
	// the teacher's evaluation. Where one of them is not known the other is all.
	Result float64 `resume:"result_share"`

	// K turns the evaluation into expected scores, see winprob.Expected. Zero means 1.
	K float64 `resume:"k"`

	// Temperature, in centipawns, makes shares of a teacher's values of all moves: the softmax of value
	// over temperature. Zero gives the best moves all.
	Temperature float64 `resume:"temperature"`

	// Except are files whose positions are left out.
	Except []string `resume:"-"`

	// Most is the number of lessons that are taken of each file at most, drawn by a hash of the position.
	// Zero means all.
	Most int `resume:"positions"`

	// Mates takes every lesson whose move is checkmate, in addition to those that are drawn.
	Mates bool `resume:"mates"`

	Seed uint64 `resume:"-"` // of the draw
}

// value returns the value of a row by its labels, the mover's view.
func (o *Options) value(s *datasets.Sample, mover board.Color) float32 {
	result, score := s.Points(), o.expected(s.Score)
	value := o.Result*result + (1-o.Result)*score
	switch {
	case math.IsNaN(score):
		value = result
	case math.IsNaN(result):
		value = score
	}
	return ofWhite(value, mover)
}

// ofWhite turns White's expected score into a value of the mover's view.
func ofWhite(expected float64, mover board.Color) float32 {
	if mover == board.Black {
		expected = 1 - expected
	}
	return float32(2*expected - 1)
}

// expected returns White's expected score by an evaluation, NaN if there is none.
func (o *Options) expected(s winprob.Score) float64 {
	if s == winprob.NoScore {
		return math.NaN()
	}
	if sign := s.Mate(); sign != 0 {
		return float64(sign+1) / 2
	}
	k := o.K
	if k == 0 {
		k = 1
	}
	return winprob.Expected(k, float64(s))
}

// mates is what a mate counts among a teacher's values, in centipawns, less one for each move.
const mates = 30_000

// centipawns returns a teacher's value of a move, the mover's view.
func centipawns(s winprob.Score, mover board.Color) float64 {
	value := float64(s)
	if sign := s.Mate(); sign != 0 {
		distance, _ := s.MateDistance()
		value = float64(sign) * float64(mates-max(distance, -distance))
	}
	if mover == board.Black {
		return -value
	}
	return value
}

// shares turns a teacher's values of moves into shares.
func (o *Options) shares(moves []board.Move, values []float64) (list []Share) {
	top, sum := math.Inf(-1), 0.0
	for _, v := range values {
		top = max(top, v)
	}
	chance := make([]float64, len(values))
	for i, v := range values {
		if o.Temperature > 0 {
			chance[i] = math.Exp((v - top) / o.Temperature)
		} else if v == top {
			chance[i] = 1
		}
		sum += chance[i]
	}
	for i, c := range chance {
		if share := float32(c / sum); share > 0 {
			list = append(list, Share{moves[i], share})
		}
	}
	return list
}

// equally gives every move the same share.
func equally(moves []board.Move) (list []Share) {
	for _, m := range moves {
		list = append(list, Share{m, 1 / float32(len(moves))})
	}
	return list
}

// A Number is a float64 that may not be known: NaN, in JSON null.
type Number float64

// MarshalJSON writes null for NaN.
func (n Number) MarshalJSON() ([]byte, error) {
	if n != n {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads null as NaN.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}
