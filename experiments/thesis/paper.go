package thesis

// A Claim is a line of a table of the thesis: what a player made of its games. Tables of several
// players have their points against all of them; the Elo is that of the player less that of the one
// it is set against here, as BayesElo had them.
type Claim struct {
	Table   int     `json:"table"` // 0: [Beside]
	Player  string  `json:"player"`
	Against string  `json:"against"`
	Points  float64 `json:"paper_points"` // percent
	Draws   float64 `json:"paper_draws"`  // percent
	Elo     float64 `json:"paper_elo"`
	Margin  float64 `json:"paper_margin,omitempty"` // its ±; 0: not printed
}

// Beside is the table of what the thesis has not: the other variants against MCC-Solver.
const Beside = 0

// lastTable is the number of the last one.
const lastTable = 16

// claims are tables 1 to 15. Those of several players have each set against MCC-SR (2, 4, 5, 7) or
// MCC-Solver (12).
//
// Source: the thesis, tables 1 to 15; 100 games a pair in most of them, Elo by BayesElo.
var claims = []Claim{
	{1, baseline, reference, 69, 47, 112, 28},
	{6, "MCC-SR-32-25-R", baseline, 100, 0, 722, 127},
	{8, "MCC-SR-EG", baseline, 99, 0, 656, 100},
	{9, withTables, baseline, 62, 50, 72, 0},
	{10, "MCC-SSE", baseline, 100, 0, 722, 0},
	{12, "MCC-SR-EG", baseline, 87, 1, 858 - 201, 0},
	{12, "MCC-SR-32-25-R", baseline, 86, 0, 849 - 201, 0},
	{12, "MCC-SSE", baseline, 86, 1, 840 - 201, 0},
	{12, reference, baseline, 29, 20, 172 - 201, 0},
	{12, "MCC-SR-1000", baseline, 32, 25, 149 - 201, 0},
	{12, "MCC-SR-PR-80", baseline, 26, 26, 98 - 201, 0},
	{12, withTables, baseline, 17, 19, 0 - 201, 0},
	{Beside, "MCC-SR-MG", baseline, 0, 0, 0, 0},
	{Beside, "MCC-SR-15-R", baseline, 0, 0, 0, 0},
	{Beside, "MCC-SR-25-15-R", baseline, 0, 0, 0, 0},
	{Beside, "MCC-SR-PR-60", baseline, 0, 0, 0, 0},
	{Beside, "MCC-SR-PR-40", baseline, 0, 0, 0, 0},
	{Beside, "MCC-SR-PR-20", baseline, 0, 0, 0, 0},
	{11, "MCC-SSE", reference, 100, 0, 722, 0},
	{5, "MCC-SR-32-25-R", reference, 83, 2, 828, 63},
	{5, "MCC-SR-15-R", reference, 68, 1, 704, 0},
	{5, "MCC-SR-25-15-R", reference, 49, 0, 547, 0},
	{7, "MCC-SR-EG", reference, 77, 5, 670, 55},
	{7, "MCC-SR-MG", reference, 73, 4, 644, 0},
	{4, "MCC-SR-PR-80", reference, 52, 40, 47 - 104, 0},
	{4, "MCC-SR-PR-60", reference, 46, 38, 16 - 104, 0},
	{4, "MCC-SR-PR-40", reference, 45, 46, 18 - 104, 0},
	{4, "MCC-SR-PR-20", reference, 43, 33, 0 - 104, 0},
	{2, "MCC-SR-1000", reference, 55, 60, 42 - 21, 42},
	{2, "MCC-SR-2000", reference, 53, 60, 36 - 21, 42},
	{2, "MCC-SR-5000", reference, 47, 64, 9 - 21, 42},
	{2, "MCC-SR-500", reference, 45, 54, 0 - 21, 42},
	{3, "MCC-Solver-5000", "MCC-SR-5000", 64, 37, 84, 28},
	{13, stockfish, "MCC-SR-32-25-R", 72, 0, 192, 36},
	{14, stockfish, "MCC-SR-EG", 79, 0, 264, 39},
	{15, stockfish, "MCC-SSE", 79, 0, 264, 0},
}

// trapFEN is the position of table 16, in which Black is to see that 5...Bh5 loses to 6.Nxe5
// (Legal's trap), and trapMove what the thesis calls the only move; it is the best of several.
const (
	trapFEN  = "r2qkbnr/ppp2ppp/2np4/4p3/2B1P1b1/2N2N1P/PPPP1PP1/R1BQK2R b KQkq - 0 5"
	trapMove = "Bxf3"
)

// paperSpeeds are table 16: iterations and nodes in ten seconds.
var paperSpeeds = map[string][2]int{
	baseline: {7838, 1982366}, "MCC-SR-PR-20": {345, 40532}, "MCC-SR-PR-40": {303, 27647},
	"MCC-SR-PR-60": {259, 19668}, "MCC-SR-PR-80": {208, 14152}, reference: {165, 12967},
}
