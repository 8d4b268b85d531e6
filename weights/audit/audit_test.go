package audit_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"centipawn/weights"
	"centipawn/weights/audit"
)

func plain(name string, value, stdErr float64) weights.Term {
	return weights.Term{Name: name, Value: weights.Weight{Value: value, StdErr: stdErr}}
}

func tapered(name string, mg, eg float64) weights.Term {
	return weights.Term{Name: name, Tapered: true, MG: weights.Weight{Value: mg}, EG: weights.Weight{Value: eg}}
}

func table(piece string, mg, eg float64, squares ...string) []weights.Term {
	var terms []weights.Term
	for _, sq := range squares {
		terms = append(terms, tapered("pst."+piece+"."+sq, mg, eg))
	}
	return terms
}

// pesto is PeSTO's material.
func pesto() []weights.Term {
	return []weights.Term{
		tapered("material.pawn", 82, 94), tapered("material.knight", 337, 281),
		tapered("material.bishop", 365, 297), tapered("material.rook", 477, 512),
		tapered("material.queen", 1025, 936),
	}
}

// replaced is pesto with one value changed.
func replaced(t weights.Term) []weights.Term {
	terms := pesto()
	for i := range terms {
		if terms[i].Name == t.Name {
			terms[i] = t
		}
	}
	return terms
}

func with(terms []weights.Term, more ...weights.Term) []weights.Term { return append(terms, more...) }

func TestCheck(t *testing.T) {
	tests := []struct {
		name  string
		terms []weights.Term
		want  []string
	}{
		{"PeSTO's material", pesto(), nil},
		{"unknown names", []weights.Term{plain("x", -500, 1), tapered("y", 1, -100)}, nil},

		{"ratio too small", replaced(tapered("material.queen", 1500, 599)), []string{
			"M04 material.queen: mg 1500.0 against eg 599.0 is outside a ratio of 0.4 to 2.5"}},
		{"ratio at the limit", replaced(tapered("material.queen", 1500, 600)), nil},
		{"ratio too large", replaced(tapered("material.pawn", 40, 101)), []string{
			"M04 material.pawn: mg 40.00 against eg 101.0 is outside a ratio of 0.4 to 2.5"}},
		{"no middle-game value", replaced(tapered("material.pawn", 0, 90)), []string{
			"M04 material.pawn: mg 0 against eg 90.00 is outside a ratio of 0.4 to 2.5"}},
		{"signs of mg and eg", replaced(tapered("material.pawn", -40, 60)), []string{
			"M04 material.pawn: mg -40.00 and eg 60.00 differ in sign"}},

		{"bishop below knight in the endgame", replaced(tapered("material.bishop", 365, 280.5)), []string{
			"M05 material.knight.eg 281.0 is not below material.bishop.eg 280.5"}},
		{"bishop equal to knight", replaced(tapered("material.bishop", 337, 281)), nil},
		{"rook equal to bishop", replaced(tapered("material.rook", 365, 512)), []string{
			"M05 material.bishop.mg 365.0 is not below material.rook.mg 365.0"}},
		{"plain terms, once", []weights.Term{plain("material.rook", 500, 3), plain("material.queen", 490, 4)}, []string{
			"M05 material.rook 500.0 ±5.88 is not below material.queen 490.0 ±7.84, by 2.0 standard errors"}},
		{"the table holds a part of the value", with(replaced(tapered("material.bishop", 335, 297)), table("bishop", 5, 0, "a1", "b1")...), nil},

		{"passers rise", []weights.Term{tapered("passed.r2", 1, 2), tapered("passed.r3", 1, 2), tapered("passed.r5", 9, 30)}, nil},
		{"a passer falls", []weights.Term{tapered("passed.r6", 20, 40), tapered("passed.r4", 7, 30), tapered("passed.r5", 5, 35)}, []string{
			"M05 passed.r4.mg 7.00 is above passed.r5.mg 5.00: a passed pawn should gain by advancing"}},
		{"families apart", []weights.Term{plain("passed.r4", 7, 0), plain("passed_pawns_blocked.r5", 5, 0)}, nil},

		{"a square beyond the piece", with(pesto(), append(table("knight", -340, 0, "a8"), table("knight", 340, 0, "e5")...)...), []string{
			"M05 pst.knight.a8.mg -340.0 is beyond the piece's own value 337.0, as the farthest of 2 such squares"}},
		{"squares beyond the pawn", with(pesto(), append(table("pawn", 90, -95, "e5"), table("pawn", -90, 95, "a2")...)...), []string{
			"M05 pst.pawn.e5.mg 90.00 is beyond the piece's own value 82.00, as the farthest of 2 such squares",
			"M05 pst.pawn.e5.eg -95.00 is beyond the piece's own value 94.00, as the farthest of 2 such squares"}},
		{"a table that takes the value", with(pesto(), table("knight", -260, 0, "e5")...), []string{
			"M05 material.pawn.mg 82.00 is not below material.knight.mg with its table's mean 77.00",
			"M05 pst.knight.e5.mg -260.0 is beyond the piece's own value 77.00, as the farthest of 1 such squares"}},
		{"pawns about to promote", with(pesto(), append(table("pawn", 134, 178, "a7", "b6"), table("pawn", -134, -178, "a6", "h7")...)...), nil},

		{"large and within noise", []weights.Term{plain("x", 21, 11)}, []string{"M06 x 21.00 ±21.56: t = 1.9: the data do not support it"}},
		{"small and within noise", []weights.Term{plain("x", 20, 11)}, nil},
		{"large and significant", []weights.Term{plain("x", -22, 11)}, nil},
		{"large and not fitted", []weights.Term{plain("x", 300, 0)}, nil},

		{"AlphaOne's passer", []weights.Term{plain("tapered", 0.822, 0.004), plain("passed_pawns", 108.254, 1.5)}, []string{
			"M07 passed_pawns 108.3 ±2.94 is more than a pawn, 77.27 cp (94 × tapered); the tables within tapered already reward advanced pawns"}},
		{"a passer just below a pawn of tapered", []weights.Term{plain("tapered", 1, 0), plain("passed_pawns", 94, 0)}, nil},
		{"a passer against material", with(pesto(), tapered("passed.r7", 82, 95)), []string{
			"M07 passed.r7.eg 95.00 is more than a pawn, 94.00 cp (material.pawn.eg)"}},
		{"a passer without a pawn", []weights.Term{plain("passed_pawns", 100.5, 0)}, []string{
			"M07 passed_pawns 100.5 is more than a pawn, 100.0 cp (by definition)"}},
		{"a passer on top of a table", with(pesto(), append(table("pawn", 0, 0, "e5"), plain("passed_pawns", 90, 0))...), []string{
			"M07 passed_pawns 90.00 is more than a pawn, 82.00 cp (material.pawn.mg); pst.pawn already rewards advanced pawns"}},

		{"a move too dear", []weights.Term{plain("side_to_move", 40.5, 1)}, []string{
			"M11 side_to_move 40.50 ±1.96: the move is worth more than 40 cp: noisy positions, or labels in the mover's view"}},
		{"a move", []weights.Term{plain("side_to_move", 40, 1)}, nil},

		{"doubled pawns liked", []weights.Term{plain("doubled_pawns", 5, 1)}, []string{
			"A01 doubled_pawns 5.00 ±1.96: a player would expect the other sign"}},
		{"doubled pawns liked, within noise", []weights.Term{plain("doubled_pawns", 5, 3)}, nil},
		{"doubled pawns disliked", []weights.Term{plain("doubled_pawns", -5, 1)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, w := range audit.Check(&weights.File{Set: "s", Terms: tt.terms}) {
				got = append(got, w.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func ExampleCheck() {
	f := &weights.File{Set: "example", Terms: []weights.Term{
		{Name: "material.pawn", Value: weights.Weight{Value: 88, StdErr: 1}},
		{Name: "passed_pawns", Value: weights.Weight{Value: 120, StdErr: 2}},
	}}
	for _, w := range audit.Check(f) {
		fmt.Println(w)
	}
	// Output:
	// M07 passed_pawns 120.0 ±3.92 is more than a pawn, 88.00 cp (material.pawn)
}
