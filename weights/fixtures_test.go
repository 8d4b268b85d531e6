package weights_test

import (
	"fmt"

	"centipawn/note"
	"centipawn/weights"
)

// plainFile has the shape of a fit of set alphaone. The values are rounded from
// Table 2 of the AlphaOne paper, the rest is invented.
func plainFile() *weights.File {
	return &weights.File{
		Set: "alphaone", SetHash: "8f14e45fceea167a5a36dedd4bea2543", Phase: "alphaone",
		Terms: []weights.Term{
			{Name: "tapered", Value: weights.Weight{Value: 0.8223653557110284, StdErr: 0.004}},
			{Name: "mobility", Value: weights.Weight{Value: 4.2373, StdErr: 0.05}},
			{Name: "king_attack", Value: weights.Weight{Value: 4.9471, StdErr: 0.1}},
			{Name: "pawn_shield", Value: weights.Weight{Value: 1.4605, StdErr: 0.9}},
			{Name: "passed_pawns", Value: weights.Weight{Value: 108.2543, StdErr: 1.5}},
			{Name: "doubled_pawns", Value: weights.Weight{Value: -9.6695, StdErr: 1.1}},
			{Name: "pawn_islands", Value: weights.Weight{Value: -33.9933, StdErr: 1.2}},
			{Name: "side_to_move", Value: weights.Weight{Value: 20}},
		},
		Provenance: provenance(),
	}
}

func provenance() weights.Provenance {
	return weights.Provenance{
		Tool:    "centipawn 0.1.0",
		Sources: []weights.Source{{Name: "games.csv.zst", SHA256: "9e107d9d372bb6826bd81d3542a419d6", Rows: 439655}},
		Funnel:  []weights.Drop{{Filter: "illegal", Rows: 3}, {Filter: "mates", Rows: 19177}},
		Rows:    420475, Games: 3201, Clip: 1500, Mates: "drop",
		Split: weights.Split{Kind: "game", Share: 0.25, Seed: 1},
		Loss:  "squared", Method: "gram", Ridge: 0, Condition: 181.5,
		Intercepts: []weights.Intercept{{Source: "games.csv.zst", Value: 9.87, StdErr: 0.7}},
		Train:      &weights.Metrics{N: 315356, MSE: weights.Interval{Value: 50000}, MAE: weights.Interval{Value: 145.5}, RMSE: weights.Interval{Value: 223.6}, R2: weights.Interval{Value: 0.61}},
		Test:       &weights.Metrics{N: 105119, MSE: weights.Interval{Value: 49982, Low: 49000, High: 51000}, MAE: weights.Interval{Value: 145.6, Low: 145, High: 146.2}, RMSE: weights.Interval{Value: 223.6}, R2: weights.Interval{Value: 0.6}},
		Warnings:   note.List{{Code: note.M07, Text: "passed_pawns 108.3 > pawn 77.3 <= its 95 % interval"}},
	}
}

// taperedFile has material, passers by rank, a full table and one of pawns.
func taperedFile() *weights.File {
	f := &weights.File{Set: "pesto", SetHash: "c9f0f895fb98ab9159f51fd0297e236d", Phase: "pesto", Provenance: provenance()}
	for i, name := range []string{"pawn", "knight", "bishop", "rook", "queen"} {
		mg := []float64{82, 337, 365, 477, 1025}[i]
		eg := []float64{94, 281, 297, 512, 936}[i]
		f.Terms = append(f.Terms, tapered("material."+name, mg, eg))
	}
	f.Terms = append(f.Terms, tapered("passed.r2", -0.5, 2.5), tapered("passed.r7", 12.49, -0.2))
	for sq := range 64 {
		f.Terms = append(f.Terms, tapered(fmt.Sprintf("pst.knight.%c%d", 'a'+sq%8, sq/8+1), float64(sq)-20.4, 31.6-float64(sq)))
	}
	for sq := 8; sq < 56; sq++ {
		f.Terms = append(f.Terms, tapered(fmt.Sprintf("pst.pawn.%c%d", 'a'+sq%8, sq/8+1), float64(sq), -float64(sq)))
	}
	return f
}

// texelFile is a fit of expected scores with everything that it can say of
// itself: a folded table that holds its piece's value, and weights that were held.
func texelFile() *weights.File {
	f := &weights.File{Set: "mine", Phase: "pesto", Provenance: provenance()}
	for sq := range 64 {
		if sq%8 < 4 {
			f.Terms = append(f.Terms, tapered("pst.knight."+string(rune('a'+sq%8))+string(rune('1'+sq/8)), 300+float64(sq), 280-float64(sq)))
		}
	}
	f.Terms[0].MG = weights.Weight{Value: 0, Bound: weights.BoundFrozen}
	f.Terms[1].MG = weights.Weight{Value: 250, Bound: weights.BoundLow}
	f.Terms = append(f.Terms,
		weights.Term{Name: "bishop_pair", Value: weights.Weight{Value: 40, Bound: weights.BoundHigh}},
		weights.Term{Name: "rook_open", Value: weights.Weight{Value: 12.25, StdErr: 1, Bound: weights.BoundTied}})
	p := &f.Provenance
	p.Loss, p.Method, p.Target, p.Lambda, p.Clip, p.Mates = "sigmoid", "lbfgs", "blend", 0.7, 0, ""
	p.Smooth, p.Start, p.Constraints = 0.5, "pesto", []string{"freeze pst.knight.a1.mg", "tie rook_*"}
	p.Prior = &weights.Prior{Name: "old.json", SHA256: "aa", Rows: 20}
	p.Gauge = "the mean of pst.king is 0"
	p.K = &weights.K{Value: 1.46, StdErr: 0.004, Low: 1.4522, High: 1.4678, Fitted: true, At: "pesto",
		ByPhase: []weights.PhaseK{{Low: 0, High: 0.5, K: 1.6, StdErr: 0.01}, {Low: 0.5, High: 1, K: 1.3}}}
	p.LabelK = []weights.SourceK{{Source: "games.csv.zst", K: 1.1, StdErr: 0.02}}
	p.WDL = &weights.WDL{A: [2]float64{90, 120.5}, B: [2]float64{60, 80}}
	p.Scale = &weights.Scale{Policy: "keep", Factor: 0.9876, Slope: 1}
	p.Passes, p.Gap, p.Stopped = 11, 2.1e-11, "tolerance"
	p.Rounding = &weights.RoundingLoss{Weights: 66, TrainChange: 1.2e-5, TestChange: -3e-6, Signs: 0.00125}
	p.Train = &weights.Metrics{N: 725000, MSE: weights.Interval{Value: 0.080308878738}, MAE: weights.Interval{Value: 0.2345678},
		RMSE: weights.Interval{Value: 0.283388}, LogLoss: weights.Interval{Value: 0.65123456, Low: 0.65, High: 0.6525}, R2: weights.Interval{Value: 0.31}}
	p.Test, p.Sealed = p.Train, p.Train
	return f
}

func tapered(name string, mg, eg float64) weights.Term {
	return weights.Term{Name: name, Tapered: true,
		MG: weights.Weight{Value: mg, StdErr: 1.25}, EG: weights.Weight{Value: eg, StdErr: 2.5}}
}
