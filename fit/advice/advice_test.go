package advice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/winprob"
)

// A world is rows that were made with known weights.
type world struct {
	Rows
	list  []Candidate
	truth []float64 // by column, the weights of both phases
}

// make draws rows of games: results drawn from the expected score of an evaluation, of which the one that is known
// lacks the columns with a weight other than 0.
func draw(seed uint64, games, rows, columns int, truth map[int]float64) *world {
	r := rand.New(rand.NewPCG(seed, 7))
	w := &world{truth: make([]float64, columns)}
	made := make([]Column, columns)
	for j, x := range truth {
		w.truth[j] = x
	}
	for j := range made {
		made[j].Name = fmt.Sprintf("c%d", j)
	}
	for g := range games {
		w.game(r, g, rows, made)
	}
	for j := range made {
		w.list = append(w.list, Candidate{Name: made[j].Name, Kind: "term", Columns: func() []Column { return made[j : j+1] }})
	}
	return w
}

// game adds the rows of a game, whose labels are drawn from their evaluations, two rows with the same luck.
func (w *world) game(r *rand.Rand, g, rows int, made []Column) {
	var shared float64
	level := 150 * r.NormFloat64()
	lean := make([]float64, len(made)) // what a game has of each column
	for j := range lean {
		lean[j] = r.Float64()
	}
	for n := range rows {
		i := uint32(len(w.Eval))
		eval, full := level+80*r.NormFloat64(), 0.0
		for j := range made {
			white, black := float32(0), float32(0)
			if r.Float64() < 0.5 {
				white = min(1, float32(math.Floor(lean[j]+r.Float64())))
				black = min(1, float32(math.Floor(1-lean[j]+r.Float64())))
			}
			if white+black > 0 {
				made[j].Rows, made[j].White, made[j].Black = append(made[j].Rows, i), append(made[j].White, white), append(made[j].Black, black)
				full += w.truth[j] * float64(white-black)
			}
		}
		w.Eval, w.Phase = append(w.Eval, float32(eval)), append(w.Phase, float32(r.Float64()))
		if n%2 == 0 {
			shared = r.Float64()
		}
		label := float32(0)
		if shared < winprob.Expected(1, eval+full) {
			label = 1
		}
		w.Game, w.Label = append(w.Game, uint32(g)*2654435761), append(w.Label, label)
	}
}

func rank(t *testing.T, w *world, opt Options) *Ranking {
	t.Helper()
	s, err := NewStudy(&w.Rows, opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Rank(context.Background(), w.list)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPlanted: the column that is lacking comes first, its weights are inside their errors.
func TestPlanted(t *testing.T) {
	w := draw(1, 3000, 10, 20, map[int]float64{7: 60})
	r := rank(t, w, Options{})
	f := r.Findings[0]
	if f.Name != "c7" || !f.Recommended || f.Low <= 0 {
		t.Errorf("first is %s, gain %.4f [%.4f, %.4f], adjusted %.2g", f.Name, f.Gain, f.Low, f.High, f.Adjusted)
	}
	if second := r.Findings[1]; second.Recommended {
		t.Errorf("%s is recommended, too: gain %.5f, adjusted %.3g", second.Name, second.Gain, second.Adjusted)
	}
	t.Log(f.Gain, f.Low, f.High, f.Weights)
}

// TestNothing: of evaluations that lack nothing, nothing is recommended but in Level of the cases; nor where the
// labels of games are exchanged.
func TestNothing(t *testing.T) {
	const cases = 100
	found := 0
	for k := range cases {
		w := draw(uint64(k), 300, 6, 20, nil)
		if r := rank(t, w, Options{Keep: 1}); r.Findings[0].Recommended || hasRecommended(r) {
			found++
		}
	}
	if found > cases/20 {
		t.Errorf("in %d of %d cases something is recommended", found, cases)
	}
	t.Log(found)
}

// TestNoColumn: a candidate without columns counts nowhere.
func TestNoColumn(t *testing.T) {
	w := draw(4, 60, 6, 1, nil)
	w.list = append(w.list, Candidate{Name: "empty", Columns: func() []Column { return nil }})
	if r := rank(t, w, Options{Few: 1}); r.Tried != 1 || r.Few != 1 {
		t.Errorf("%d tried, %d with too few games; want 1 and 1", r.Tried, r.Few)
	}
}

func hasRecommended(r *Ranking) bool {
	for _, f := range r.Findings {
		if f.Recommended {
			return true
		}
	}
	return false
}

// TestShuffled: labels that were exchanged between games do not follow the evaluation.
func TestShuffled(t *testing.T) {
	for k := range uint64(20) {
		w := draw(100+k, 300, 8, 5, nil)
		r := rand.New(rand.NewPCG(k, 1))
		for g, from := range r.Perm(300) {
			for i := range 8 {
				w.Label[8*g+i], w.Label[8*from+i] = w.Label[8*from+i], w.Label[8*g+i]
			}
		}
		s, err := NewStudy(&w.Rows, Options{})
		if errors.Is(err, ErrUnrelated) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if ranking, err := s.Rank(context.Background(), w.list); err != nil || hasRecommended(ranking) {
			t.Error("something is recommended of shuffled labels", err)
		}
	}
}

func BenchmarkRank(b *testing.B) {
	w := draw(3, 10000, 20, 100, map[int]float64{3: 20})
	for b.Loop() {
		s, err := NewStudy(&w.Rows, Options{Threads: 1})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Rank(context.Background(), w.list); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/100, "ms/candidate")
}
