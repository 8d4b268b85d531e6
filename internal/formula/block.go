package formula

// QuadraticBlock is the formula of evaluations with the danger to the kings squared, in the sums white
// and black: White's own danger to the enemy king, and Black's.
//
// A sum u of 100 is worth a pawn with all pieces on the board, one of 200 four: the danger that a side
// makes grows faster than its parts. Below 0 it is nothing.
//
// Source: the attack units of king safety, chessprogramming.org, "King Safety"; squared as in
// T. Romstad, M. Costalba and J. Kiiski, Stockfish (from 2016).
const QuadraticBlock = "linear + (square(max(0, white)) - square(max(0, black))) / 100 * mg"
