package lesson

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// A Grade is how well a network knows lessons. What no lesson asks for is NaN.
type Grade struct {
	Lessons int    `json:"lessons"` // that were asked for
	Policy  Number `json:"policy"`  // cross entropy of the moves among the legal ones
	Value   Number `json:"value"`   // mean squared error of the value, −1 to 1
	Legal   Number `json:"legal"`   // share of the probability that is on legal moves, of the softmax over all moves there are
	First   Number `json:"first"`   // share of the lessons whose best moves hold the move that is most probable, of the legal ones
	Mates   Number `json:"mates"`   // share of the positions with a mate in one in which that move mates
}

// A mean is a sum and its number.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

func (m *mean) value() Number { return Number(m.sum / float64(m.n)) } // 0/0 is NaN

// asked is how many positions are asked for at once.
const asked = 64

// Measure asks a network for lessons.
func Measure(net *nn.Network[float32], lessons []Lesson, encoding planes.Encoding) Grade {
	c := &Class{lessons: lessons, encoding: encoding}
	var policy, value, legal, first, mates mean
	for from := 0; from < len(lessons); from += asked {
		n := min(asked, len(lessons)-from)
		out := net.Forward(c.part(from, n).Planes, false)
		for i := range n {
			l := &lessons[from+i]
			if l.Value == l.Value {
				d := float64(out.Values[i] - l.Value)
				value.add(d * d)
			}
			if l.Moves == nil {
				continue
			}
			a := answered(out, i, &l.Position)
			legal.add(a.legal())
			policy.add(a.entropy(l.Moves))
			first.add(truth(right(l.Moves, a.best())))
			if able := mating(&l.Position, a.moves); able != nil {
				mates.add(truth(Mates(&l.Position, a.best())))
			}
		}
	}
	return Grade{len(lessons), policy.value(), value.value(), legal.value(), first.value(), mates.value()}
}

// mating returns the moves that are checkmate.
func mating(p *board.Position, moves []board.Move) (list []board.Move) {
	for _, m := range moves {
		if Mates(p, m) {
			list = append(list, m)
		}
	}
	return list
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// right reports whether a move has the largest share.
func right(moves []Share, m board.Move) bool {
	top, its := float32(0), float32(-1)
	for _, s := range moves {
		top = max(top, s.Share)
		if s.Move == m {
			its = s.Share
		}
	}
	return its == top
}

// An answer is the logits of a position.
type answer struct {
	moves  []board.Move // the legal ones
	logits []float64    // of these
	all    float64      // logarithm of the sum of the exponentials of all logits
}

func answered(out nn.Output[float32], i int, p *board.Position) *answer {
	a := &answer{moves: p.LegalMoves(nil)}
	us := p.SideToMove()
	for _, m := range a.moves {
		a.logits = append(a.logits, float64(out.Logit(i, int(planes.Move(us, m)))))
	}
	top, sum := math.Inf(-1), 0.0
	for m := range planes.MovePlanes * nn.Squares {
		top = max(top, float64(out.Logit(i, m)))
	}
	for m := range planes.MovePlanes * nn.Squares {
		sum += math.Exp(float64(out.Logit(i, m)) - top)
	}
	a.all = top + math.Log(sum)
	return a
}

// legal returns the share of the legal moves.
func (a *answer) legal() (share float64) {
	for _, v := range a.logits {
		share += math.Exp(v - a.all)
	}
	return share
}

// entropy returns the cross entropy of shares of moves.
func (a *answer) entropy(moves []Share) (sum float64) {
	among := a.all + math.Log(a.legal())
	for _, s := range moves {
		for i, m := range a.moves {
			if m == s.Move {
				sum -= float64(s.Share) * (a.logits[i] - among)
			}
		}
	}
	return sum
}

// best returns the legal move that is most probable.
func (a *answer) best() board.Move {
	best := 0
	for i, v := range a.logits {
		if v > a.logits[best] {
			best = i
		}
	}
	return a.moves[best]
}
