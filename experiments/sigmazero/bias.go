package sigmazero

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural"
)

// A Bias is what a network's values favour a colour by: of a position and of the same with colours reversed
// the values from White's view sum to 0 if it favours none.
type Bias struct {
	Positions int     `json:"positions"`
	White     Mean    `json:"white"`    // mean over both of White's view, −1 to 1: above 0 it says "White wins"
	Apart     Mean    `json:"apart"`    // mean of the same without its sign
	AsTheyAre Mean    `json:"as_is"`    // mean of White's view in the positions as they are
	Teacher   Mean    `json:"teacher"`  // the same of the teacher's values
	Mover     Mean    `json:"mover"`    // mean of the mover's view over both
	Start     float64 `json:"at_start"` // White's view of the start position and its reverse
}

// bias asks for lessons and for the same with colours reversed.
func bias(n *neural.Network, lessons []lesson.Lesson) *Bias {
	e := n.Evaluator()
	var white, apart, asIs, teacher, mover means
	for i := range lessons {
		l := &lessons[i]
		here, there := reversed(e, &l.Position)
		white.add(l.Game, (here+there)/2)
		apart.add(l.Game, math.Abs(here+there)/2)
		asIs.add(l.Game, here)
		mover.add(l.Game, ofMover(&l.Position, here-there)/2)
		if l.Value == l.Value {
			teacher.add(l.Game, ofMover(&l.Position, float64(l.Value)))
		}
	}
	start := board.Start()
	here, there := reversed(e, &start)
	return &Bias{len(lessons), white.mean(), apart.mean(), asIs.mean(), teacher.mean(), mover.mean(), (here + there) / 2}
}

// reversed returns a network's values, White's view, −1 to 1, of a position and of the same with colours reversed.
func reversed(e *neural.Evaluator, p *board.Position) (here, there float64) {
	q := p.Mirror()
	return ofMover(p, e.Value(p)), ofMover(&q, e.Value(&q))
}

// ofMover turns a value of White's view into one of the mover's, or back.
func ofMover(p *board.Position, v float64) float64 {
	if p.SideToMove() == board.Black {
		return -v
	}
	return v
}

// A Judgement is how far from the result what somebody expects of positions is.
type Judgement struct {
	Name      string        `json:"name"`
	Positions int           `json:"positions"`
	Error     Mean          `json:"error"`  // squared, of values from −1 to 1
	Silent    lesson.Number `json:"silent"` // share of the positions that it calls a draw
	Right     lesson.Number `json:"right"`  // share of the decided games, of those for which it is not silent, whose winner it favours
}

// steep turns a value by a teacher's expected score, 1/(1+10^(−s/400)), into tanh(s/100), as the paper's program has it.
const steep = 8 / math.Ln10

// judged compares judges of games that are cut short with the results of the games: the paper's rule by
// material, the project's quiescence, and the teacher's evaluation, as an expected score and as tanh(cp/100).
// Results and evaluations are of the same positions; those without a result of 1, 0 or −1 are left out.
func judged(evaluated, results []lesson.Lesson) (list []Judgement, err error) {
	quiescence, err := sigma.ByQuiescence.Valuer()
	if err != nil {
		return nil, err
	}
	material, err := sigma.ByMaterial.Valuer()
	if err != nil {
		return nil, err
	}
	of := func(expected func(*board.Position) float64) func(l *lesson.Lesson) float64 {
		return func(l *lesson.Lesson) float64 { return ofMover(&l.Position, 2*expected(&l.Position)-1) }
	}
	for _, j := range []struct {
		name  string
		value func(l *lesson.Lesson) float64 // the mover's view
	}{
		{"always a draw", func(*lesson.Lesson) float64 { return 0 }},
		{"material, 0.25 to the side ahead", of(material)},
		{"quiescence", of(quiescence)},
		{"the teacher's evaluation", func(l *lesson.Lesson) float64 { return float64(l.Value) }},
		{"the same as tanh(cp/100)", func(l *lesson.Lesson) float64 { return math.Tanh(steep * math.Atanh(float64(l.Value))) }},
	} {
		list = append(list, judgement(j.name, j.value, evaluated, results))
	}
	return list, nil
}

func judgement(name string, value func(l *lesson.Lesson) float64, evaluated, results []lesson.Lesson) Judgement {
	var wrong means
	silent, spoken, right, n := 0, 0, 0, 0
	for i := range results {
		result := float64(results[i].Value)
		if result != 1 && result != -1 && result != 0 || evaluated[i].Value != evaluated[i].Value {
			continue
		}
		v := value(&evaluated[i])
		n++
		wrong.add(results[i].Game, (v-result)*(v-result))
		silent += truth(v == 0)
		if v != 0 && result != 0 {
			spoken++
			right += truth(v*result > 0)
		}
	}
	return Judgement{name, n, wrong.mean(), lesson.Number(float64(silent) / float64(n)), lesson.Number(float64(right) / float64(spoken))}
}
