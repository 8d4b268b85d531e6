package web

import (
	"fmt"
	"strings"

	"example.org/centipawn/board"
)

// parsePosition reads a FEN of which fields at the end may be missing: White is to move, nobody may castle or take en
// passant.
func parsePosition(text string) (board.Position, error) {
	if text == "startpos" {
		return board.Start(), nil
	}
	if !strings.Contains(text, "/") {
		return board.Position{}, fmt.Errorf("%q is not a FEN: that begins with the pieces of the eight ranks, apart by slashes", text)
	}
	fields := strings.Fields(text)
	for i, usual := range []string{1: "w", 2: "-", 3: "-"} {
		if len(fields) == i {
			fields = append(fields, usual)
		}
	}
	return board.ParseFEN(strings.Join(fields, " "))
}
