package alphaone

// The numbers that the paper prints, to stand beside ours.
//
// Source: AlphaOne, tables 1 and 2. The data were 200,000 positions of the
// Kaggle set "Chess Evaluations", labelled by Stockfish 11, clipped to ±1500,
// split 75:25 by position.

// paperErrors are table 1, test set; mean absolute error in centipawns, mean
// squared error in their squares.
var paperErrors = []struct {
	model    string
	mae, mse float64
}{
	{"raw tapered", 225.253, 142318.623},
	{"six features", 225.935, 131985.780},
}

// paperWeights are table 2, in centipawns a count, of the terms as the paper's program counts them.
var paperWeights = map[string]float64{
	"tapered":            0.822,
	"published_mobility": 4.237,
	"king_attack":        4.947,
	"published_shield":   1.461,
	"passed_pawns":       108.254,
	"doubled_pawns":      -9.669,
	"pawn_islands":       -33.993,
}
