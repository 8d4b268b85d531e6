package weights

import "example.org/centipawn/pst"

// Published returns weights of a set as they were published, to start a fit from
// or to compare with, and whether there are any:
//
//	alphaone         PeSTO's evaluation alone: tapered 1, every other term 0
//	pesto            PeSTO's values: a square's is the piece's material plus its table's
//	pesto_mirrored   the same; a square of files a to d has the mean of its own and its mirror image's
//	lishex           PeSTO's material and, apart, its tables
//	standard         PeSTO's values for the piece-square tables; the other terms are left out, which is 0
//	standard_nonlinear, standard_safety
//	                 the same, and 0 for what their formulas read
//
// The hash of the set is left empty: the values are known by name, whatever is
// counted. There are no standard errors.
//
// Source: R. Friederich, "PeSTO's Evaluation Function",
// https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function.
func Published(set string) (*File, bool) {
	f := &File{Set: set, Phase: "pesto", Provenance: Provenance{Tool: "R. Friederich, PeSTO's Evaluation Function"}}
	switch set {
	case "alphaone":
		f.Phase = "alphaone"
		for _, name := range alphaOne {
			f.Terms = append(f.Terms, Term{Name: name})
		}
		f.Terms[0].Value.Value = 1
	case "pesto":
		f.Terms = pestoTerms(8)
	case "pesto_mirrored":
		f.Terms = pestoTerms(4)
	case "lishex":
		f.Terms = materialBesideTables()
	case "standard", "standard_safety", "standard_nonlinear":
		f.Terms, f.EndgameScale = pestoTerms(8), "endgame"
	default:
		return nil, false
	}
	return f, true
}

// PublishedSets returns the sets that have published weights.
func PublishedSets() []string {
	return []string{"alphaone", "lishex", "pesto", "pesto_mirrored", "standard", "standard_nonlinear", "standard_safety"}
}

// alphaOne names the terms of that set.
var alphaOne = [...]string{
	"tapered", "mobility", "king_attack", "pawn_shield", "passed_pawns", "doubled_pawns", "pawn_islands", "side_to_move",
}

// PieceNames are the pieces of tables, in the order of board.PieceType.
var PieceNames = [...]string{"pawn", "knight", "bishop", "rook", "queen", "king"}

// pestoTerms returns PeSTO's tables with the material inside, of all eight files
// or of the first four.
func pestoTerms(files int) []Term {
	var terms []Term
	for piece, name := range PieceNames {
		material, table := pst.PeSTO.Material[piece], &pst.PeSTO.Squares[piece]
		for sq := range 64 {
			if sq%8 >= files {
				continue
			}
			own, other := table[sq], table[sq]
			if files == 4 {
				other = table[sq^7]
			}
			terms = append(terms, Term{
				Name: "pst." + name + "." + SquareName(sq), Tapered: true,
				MG: Weight{Value: float64(material.MG) + float64(own.MG+other.MG)/2},
				EG: Weight{Value: float64(material.EG) + float64(own.EG+other.EG)/2},
			})
		}
	}
	return terms
}

// materialBesideTables returns PeSTO's material and its tables without it.
func materialBesideTables() []Term {
	material, tables := []Term(nil), pestoTerms(8)
	for piece, name := range PieceNames {
		value := pst.PeSTO.Material[piece]
		mg, eg := Weight{Value: float64(value.MG)}, Weight{Value: float64(value.EG)}
		for sq := range 64 {
			table := &tables[64*piece+sq]
			table.MG.Value -= mg.Value
			table.EG.Value -= eg.Value
		}
		if name != "king" {
			material = append(material, Term{Name: "material." + name, Tapered: true, MG: mg, EG: eg})
		}
	}
	return append(material, tables...)
}

// SquareName returns a1 for 0, b1 for 1 and so on to h8 for 63.
func SquareName(sq int) string { return string([]byte{'a' + byte(sq%8), '1' + byte(sq/8)}) }
