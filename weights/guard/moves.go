package guard

import (
	"cmp"
	"slices"
	"strings"

	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// moves counts what moved, and lists what moved far without support.
func (m *meter) moves(r *Report) {
	r.Unsupported = []Move{}
	for c, col := range m.schema.Columns {
		if col.Side != matrix.Both {
			continue // of a block: a count of it has no fixed worth
		}
		for k, name := range col.Weights() {
			m.move(r, name, &m.columns[c].support[k])
		}
	}
	slices.SortStableFunc(r.Unsupported, func(a, b Move) int { return cmp.Compare(b.Size(), a.Size()) })
}

func (m *meter) move(r *Report, name string, s *support) {
	after := m.news[name]
	move := Move{
		Name: name, Old: m.olds[name].Value, New: after.Value / r.Scale, Error: after.Interval95() / r.Scale,
		Rows: s.rows, Games: len(s.games),
	}
	r.Weights++
	switch few := s.rows < fewRows || len(s.games) < fewGames; {
	case few && s.use > 0 && move.Size() >= farCentipawns(r.K) && !m.known(move) && !slices.Contains(m.added, family(name)):
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
