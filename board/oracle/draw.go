package oracle

import (
	"io"

	"github.com/notnil/chess/image"

	"centipawn/board"
)

// Draw writes a picture of the board as SVG, White below.
func Draw(w io.Writer, p *board.Position) error {
	g, err := newGame(p)
	if err != nil {
		return err
	}
	return image.SVG(w, g.Position().Board())
}
