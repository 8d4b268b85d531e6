package guard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/weights"
)

// moves counts what moved, and lists what moved far without support.
func (m *meter) moves(r *Report) {
	r.Unsupported = []Move{}
	for i := range m.weights {
		m.move(r, &m.weights[i])
	}
	slices.SortStableFunc(r.Unsupported, func(a, b Move) int { return cmp.Compare(b.Worth(), a.Worth()) })
}

// each is what a count of a formed weight adds on average of the rows, centipawns; of a parameter what one of it does.
func (w *weight) each() float64 {
	if w.count == 0 {
		return w.use / float64(w.rows)
	}
	return w.use / w.count
}

func (m *meter) move(r *Report, s *weight) {
	name, after, scale := s.name, m.news[s.name], r.Scale
	if s.formed {
		scale = 1 // a formula need not go with the scale of a weight
	}
	move := Move{
		Name: name, Old: m.olds[name].Value, New: after.Value / scale, Error: after.Interval95() / scale,
		Rows: s.rows, Games: len(s.games),
	}
	if s.formed && s.rows > 0 {
		move.Each = s.each() / math.Abs(r.Scale)
	}
	r.Weights++
	switch few := s.rows < fewRows || len(s.games) < fewGames; {
	case few && s.use > 0 && move.Worth() >= farCentipawns(r.K) && !m.known(move) && !slices.Contains(m.added, family(name)):
		r.Unsupported = append(r.Unsupported, move)
	case move.Error > 0 && move.Size() > move.Error:
		r.Supported++
	}
}

// known reports whether the file says how sure a move is: enough on rows of others, and on those of
// the fit if the move is larger than its error.
func (m *meter) known(move Move) bool {
	return move.Error > 0 && (!m.fitted || move.Size() > move.Error)
}

// family is the group of a weight's term, or the term without one.
func family(weight string) string {
	term := strings.TrimSuffix(strings.TrimSuffix(weight, ".mg"), ".eg")
	name, _ := weights.GroupOf(term)
	return cmp.Or(name, term)
}
