package shown

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match"
)

// mostPlayed is how many games a file has to play through, the last ones: some three kilobytes each.
const mostPlayed = 300

// Page returns the page of a match as a file, with the course of every pairing and the last games to play through.
// Text is what the command printed.
func Page(f *match.Follower, title, text string) (*pages.File, error) {
	var curves Curves
	games := slices.Clone(f.Games())
	slices.Reverse(games)
	file := &pages.File{
		Name: "match", Title: title, Text: text,
		Answers: map[string]any{"/api/items": pages.Items(title, "match"), "/api/match": StandingOf(f, title, curves.Of(f, 0))},
		Packed:  map[string]any{"/api/games": map[string]any{"games": games}},
	}
	for i := 1; i < len(f.Result().Pairings); i++ {
		file.Packed[fmt.Sprintf("/api/match?pairing=%d", i)] = curves.Of(f, i)
	}
	for _, line := range games[:min(len(games), mostPlayed)] {
		g, err := f.Game(line)
		if err != nil {
			return nil, err
		}
		played, err := PlayThrough(g)
		if err != nil {
			return nil, err
		}
		file.Packed[fmt.Sprintf("/api/game?game=%d", line.Number)] = played
	}
	return file, nil
}
