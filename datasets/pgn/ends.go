package pgn

import (
	"strings"

	"example.org/centipawn/datasets"
)

// What the tags Termination and TerminationDetails say, and the comment after
// the last move, is prose. These are the words of the standard and of cutechess,
// fastchess, lichess, chess.com and TCEC, by what they mean for the result; the
// first that is found counts.
//
// Source: Portable Game Notation Specification and Implementation Guide (1994),
// section 9.8.1, for the tag's values.
var terminations = []ending{
	{datasets.EndUnterminated, []string{"unterminated", "interrupted", "no result", "in progress"}},
	{datasets.EndForfeit, []string{
		"forfeit", "on time", "time out", "timeout", "illegal", "infraction", "abandon", "disconnect", "stall", "crash",
		"emergency", "death",
	}},
	{datasets.EndAdjudicated, []string{"adjudicat", "tcec win rule", "tcec draw rule", "syzygy", "tablebase"}},
	{datasets.EndNormal, []string{
		"normal", "mate", "repetition", "threefold", "fivefold", "3-fold", "fifty", "50", "75", "seventy-five", "insufficient",
		"agree", "resign", "dead position",
	}},
}

// remarks are what programs write after the last move. A commentator's prose
// says many of the words above.
var remarks = []ending{
	{datasets.EndUnterminated, []string{"game interrupted", "no result"}},
	{datasets.EndForfeit, []string{
		"loses on time", "forfeits on time", "wins on time", "makes an illegal move", "connection stalls", "disconnects", "terminates",
	}},
	{datasets.EndAdjudicated, []string{"by adjudication", "adjudicated"}},
	{datasets.EndNormal, []string{
		"white mates", "black mates", "draw by stalemate", "draw by 3-fold repetition", "draw by fifty moves rule",
		"draw by insufficient", "white resigns", "black resigns", "draw by agreement",
	}},
}

// endOf returns how a game ended by its tags and its last comment. Normal gives
// way to what is said after it: programs write it for every game with a result.
func endOf(termination, details, comment string) (end datasets.End) {
	for _, said := range []datasets.End{endIn(terminations, termination), endIn(terminations, details), endIn(remarks, comment)} {
		if end == datasets.EndUnknown || end == datasets.EndNormal && said != datasets.EndUnknown {
			end = said
		}
	}
	return end
}

// An ending is the words for an end, in lower case.
type ending struct {
	end   datasets.End
	words []string
}

// endIn returns the end that a text speaks of.
func endIn(table []ending, text string) datasets.End {
	if text == "" {
		return datasets.EndUnknown
	}
	text = strings.ToLower(text)
	for _, row := range table {
		for _, w := range row.words {
			if strings.Contains(text, w) {
				return row.end
			}
		}
	}
	return datasets.EndUnknown
}
