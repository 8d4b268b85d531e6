package board

// Status says whether the game is over by the position alone. Draws by
// repetition need the history: see [Repetitions].
type Status uint8

// The statuses, in the order in which they are looked for: checkmate counts
// even if the seventy-five moves are full.
const (
	Ongoing          Status = iota
	Checkmate               // the side to move has lost
	Stalemate               // the side to move has no move and is not in check
	DeadPosition            // neither side has the material to mate
	SeventyFiveMoves        // 150 half-moves without capture or pawn move
)

// String returns the status in words.
func (s Status) String() string {
	names := [...]string{"ongoing", "checkmate", "stalemate", "dead position", "seventy-five moves"}
	if int(s) >= len(names) {
		return "unknown"
	}
	return names[s]
}

// IsDraw reports whether the game is over without a winner.
func (s Status) IsDraw() bool { return s >= Stalemate }

// seventyFiveMoves is the limit of the half-move clock.
const seventyFiveMoves = 150

// Status returns whether and why the game is over.
//
// Source: FIDE Laws of Chess (2023), articles 5.1, 5.2 and 9.6.2. Of dead
// positions (5.2.2) those are recognised in which the material decides; blocked
// ones are not.
func (p *Position) Status() Status {
	switch noMove := p.CountMoves() == 0; {
	case noMove && p.InCheck():
		return Checkmate
	case noMove:
		return Stalemate
	case p.insufficientMaterial():
		return DeadPosition
	case p.halfmoves >= seventyFiveMoves:
		return SeventyFiveMoves
	}
	return Ongoing
}

// insufficientMaterial reports whether no sequence of moves can lead to mate:
// two bare kings, a single knight, or any number of bishops on one colour.
func (p *Position) insufficientMaterial() bool {
	if p.byType[Pawn]|p.byType[Rook]|p.byType[Queen] != 0 {
		return false
	}
	bishops := p.byType[Bishop]
	if p.byType[Knight] != 0 {
		return bishops == 0 && !p.byType[Knight].Several()
	}
	return bishops&LightSquares == 0 || bishops&DarkSquares == 0
}

// Repetitions returns how often the last key stands in keys, itself included: 3
// allows a claim, 5 ends the game (FIDE 9.2, 9.6.1). keys are [Position.Key] of
// the game's positions in order; those before the last capture or pawn move may
// be omitted.
func Repetitions(keys []uint64) (n int) {
	for _, key := range keys {
		if key == keys[len(keys)-1] {
			n++
		}
	}
	return n
}
