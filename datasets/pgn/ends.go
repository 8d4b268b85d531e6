package pgn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/centipawn/datasets"
)

// What the tags Termination and TerminationDetails say, and the comment after
// the last move, is prose. These are the words of the standard and of cutechess,
// fastchess, lichess, chess.com and TCEC, by what they mean for the result; the
// first that is found counts. They are found as words, never within others: players
// are called Stallion and deathstar77.
//
// Source: Portable Game Notation Specification and Implementation Guide (1994),
// section 9.8.1, for the tag's values.
var terminations = []ending{
	{datasets.EndUnterminated, []string{"unterminated", "interrupted", "no result", "in progress"}},
	{datasets.EndForfeit, []string{
		"forfeit", "forfeits", "forfeited", "forfeiture", "on time", "time out", "times out", "timed out", "timeout", "time loss", "flag",
		"flagged", "illegal", "infraction", "abandon", "abandons", "abandoned", "abandonment", "disconnect", "disconnects", "disconnected",
		"disconnection", "connection lost", "lost connection", "loses connection", "stall", "stalls", "stalled", "stalling", "crash",
		"crashes", "crashed", "emergency", "death", "walkover", "no show",
	}},
	{datasets.EndAdjudicated, []string{
		"adjudicate", "adjudicated", "adjudicates", "adjudication", "adjudications", "tcec win rule", "tcec draw rule", "syzygy", "syzygytb",
		"tablebase", "tablebases", "tb position",
	}},
	{datasets.EndNormal, []string{
		"normal", "mate", "mates", "mated", "checkmate", "checkmated", "checkmates", "stalemate", "stalemated", "repetition", "repetitions",
		"threefold", "fivefold", "3-fold", "fifty", "50", "75", "seventy-five", "50-move", "75-move", "insufficient", "agree", "agreed",
		"agreement", "resign", "resigns", "resigned", "resignation", "dead position",
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

// verbs tell a sentence about a player, "NAME won by resignation", from a phrase.
var verbs = []string{"won", "wins", "win", "lost", "loses", "drew", "drawn", "draws", "beat", "resigns", "resigned"}

// endOf returns how a game ended by its tags and its last comment, in a text that may
// name the players. Normal gives way to what is said after it: programs write it for
// every game with a result.
func endOf(termination, details, comment string, players ...string) (end datasets.End) {
	for _, said := range []datasets.End{endInTag(termination, players), endInTag(details, players), endIn(remarks, strings.ToLower(comment))} {
		if end == datasets.EndUnknown || end == datasets.EndNormal && said != datasets.EndUnknown {
			end = said
		}
	}
	return end
}

// endInTag returns the end that a tag speaks of. Names say nothing: those of the players
// are cut out, and before "won" there is nothing but a name. "time" alone is that of the clock.
func endInTag(text string, players []string) datasets.End {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "time" {
		return datasets.EndForfeit
	}
	if _, after, found := strings.Cut(text, " won "); found {
		if end := endIn(terminations, after); end != datasets.EndUnknown {
			return end
		}
	}
	left := text
	for _, name := range players {
		left = cutWord(left, strings.ToLower(strings.TrimSpace(name)))
	}
	end := endIn(terminations, left)
	if end == datasets.EndUnknown && left != text && !slices.ContainsFunc(verbs, func(v string) bool { return hasWord(left, v) }) {
		return endIn(terminations, text) // a phrase, and a player who is called like a word of it
	}
	return end
}

// An ending is the words for an end, in lower case.
type ending struct {
	end   datasets.End
	words []string
}

// endIn returns the end that a text in lower case speaks of.
func endIn(table []ending, text string) datasets.End {
	if text == "" {
		return datasets.EndUnknown
	}
	for _, row := range table {
		for _, w := range row.words {
			if hasWord(text, w) {
				return row.end
			}
		}
	}
	return datasets.EndUnknown
}

// hasWord reports whether a word, or several, stands in a text and not within others.
func hasWord(text, word string) bool { return findWord(text, word) >= 0 }

// findWord returns where a word stands in a text; -1 if it does not.
func findWord(text, word string) int {
	for from := 0; ; {
		n := strings.Index(text[from:], word)
		if n < 0 {
			return -1
		}
		at := from + n
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if (at == 0 || !inWord(before)) && (at+len(word) == len(text) || !inWord(after)) {
			return at
		}
		from = at + 1
	}
}

// inWord reports whether a sign belongs to a word or a name.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// cutWord replaces every occurrence of a name by a blank.
func cutWord(text, name string) string {
	if name == "" || name == "?" {
		return text
	}
	for {
		at := findWord(text, name)
		if at < 0 {
			return text
		}
		text = text[:at] + " " + text[at+len(name):]
	}
}
