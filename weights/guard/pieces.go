package guard

import (
	"strings"

	"example.org/centipawn/weights"
)

// A Piece is what a piece is worth in the old and in the new evaluation, in centipawns: its
// material.* and the mean of its table, over the squares on which it stands in the rows.
type Piece struct {
	Name  string  `json:"name"`
	Stage string  `json:"stage"` // mg, eg, or empty if its weights are not tapered
	Old   float64 `json:"old"`
	New   float64 `json:"new"`
	Ratio float64 `json:"ratio"` // new over old; 0 if the old evaluation does not know the piece
}

// pieces returns the values of the pieces but the king, by name and stage.
func (m *meter) pieces(scale float64) []Piece {
	list := []Piece{}
	for _, name := range weights.PieceNames[:5] {
		for _, stage := range []string{"", "mg", "eg"} {
			p := Piece{Name: name, Stage: stage, Old: m.worth(m.olds, name, stage), New: m.worth(m.news, name, stage) / scale}
			if p.Old == 0 && p.New == 0 {
				continue
			}
			if p.Old > 0 {
				p.Ratio = p.New / p.Old
			}
			list = append(list, p)
		}
	}
	return list
}

// worth is the value of a piece in a stage, 0 if no weight says it: a table alone does if the old
// evaluation's tables hold the values.
func (m *meter) worth(values map[string]weights.Weight, piece, stage string) float64 {
	sum, use, material, named := 0.0, 0.0, 0.0, false
	for c, col := range m.schema.Columns {
		table := strings.HasPrefix(col.Name, "pst."+piece+".")
		if !table && col.Name != "material."+piece {
			continue
		}
		for k, name := range col.Weights() {
			if stageOf(name, col.Tapered) != stage {
				continue
			}
			if table {
				u := m.weights[m.of[c][k]].use
				sum += u * values[name].Value
				use += u
			} else {
				material, named = values[name].Value, true
			}
		}
	}
	if use > 0 && (named || m.tables && !m.elsewhere()) {
		material += sum / use
	}
	return material
}

// elsewhere reports whether what no weight holds is so much of the evaluation that the values of the pieces may be in it:
// the tables' means are then a part of these, and their ratios say nothing.
func (m *meter) elsewhere() bool { return m.offset > heavyOffset*heavyOffset*m.all().old }

func stageOf(weight string, tapered bool) string {
	if !tapered {
		return ""
	}
	return weight[strings.LastIndexByte(weight, '.')+1:]
}
