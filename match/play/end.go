package play

import (
	"fmt"

	"example.org/centipawn/search"
)

// End says how a game has ended.
type End uint8

// The ends.
const (
	Unfinished End = iota // broken off
	Checkmate             // by the laws, as the four that follow
	Stalemate
	DeadPosition
	Threefold
	FiftyMoves
	DrawAgreed   // by the scores: Rules.DrawMoves
	Resigned     // by the scores: Rules.ResignMoves
	MateAgreed   // by announced mates: Rules.MateMoves
	MaxPlies     // by its length: Rules.MaxPlies
	TableWin     // by endgame tables: Rules.Tables
	TableDraw    // by the same
	TimeLoss     // a fault of the player who has lost, as the four that follow
	IllegalMove  // or none where there was one
	Crash        // the player has died
	Hang         // the player was silent, and killed
	Garbage      // the player did not speak the protocol, and was killed
	HarnessFault // no player's fault, and no result
	ends
)

// The termination of games in PGN, in fastchess's words.
const (
	normal       = "normal"
	adjudication = "adjudication"
	abandoned    = "abandoned"
	unterminated = "unterminated"
)

var endings = [ends]struct{ words, termination, reason string }{
	Unfinished:   {"unfinished", unterminated, "Game broken off"},
	Checkmate:    {"checkmate", normal, "%s mates"},
	Stalemate:    {"stalemate", normal, "Draw by stalemate"},
	DeadPosition: {"dead position", normal, "Draw by insufficient mating material"},
	Threefold:    {"threefold repetition", normal, "Draw by 3-fold repetition"},
	FiftyMoves:   {"fifty moves", normal, "Draw by fifty moves rule"},
	DrawAgreed:   {"drawn by scores", adjudication, "Draw by adjudication"},
	Resigned:     {"won by scores", adjudication, "%s wins by adjudication"},
	MateAgreed:   {"won by announced mate", adjudication, "%s wins by adjudication: announced mate"},
	MaxPlies:     {"maximum length", adjudication, "Draw by adjudication: maximum length"},
	TableWin:     {"won by tables", adjudication, "%s wins by adjudication: Syzygy tables"},
	TableDraw:    {"drawn by tables", adjudication, "Draw by adjudication: Syzygy tables"},
	TimeLoss:     {"time loss", "time forfeit", "%s loses on time"},
	IllegalMove:  {"illegal move", "illegal move", "%s makes an illegal move"},
	Crash:        {"crash", abandoned, "%s disconnects"},
	Hang:         {"hang", "stalled connection", "%s's connection stalls"},
	Garbage:      {"garbage", abandoned, "%s does not speak the protocol"},
	HarnessFault: {"fault of the harness", unterminated, "Fault of the harness"},
}

// lawful are the ends by search.Outcome.
var lawful = [...]End{
	search.Checkmate: Checkmate, search.Stalemate: Stalemate, search.DeadPosition: DeadPosition,
	search.Threefold: Threefold, search.FiftyMoves: FiftyMoves,
}

// String is the end in words.
func (e End) String() string {
	if e >= ends {
		return fmt.Sprintf("End(%d)", uint8(e))
	}
	return endings[e].words
}

// Forfeit reports whether the end is the fault of a player, who has lost by it.
func (e End) Forfeit() bool { return e >= TimeLoss && e <= Garbage }

// Termination is the value of the tag Termination, in fastchess's words. It knows no garbage, which
// counts as "abandoned" here.
func (e End) Termination() string {
	if e >= ends {
		return unterminated
	}
	return endings[e].termination
}
