package oracle

import (
	"image/color"
	"io"
	"strings"

	"github.com/notnil/chess"
	"github.com/notnil/chess/image"

	"example.org/centipawn/board"
)

// Side is the width, and the height, of a picture of the board.
const Side = 360

// Inside returns the elements of a picture of the board, for an SVG that holds it beside other things:
// White below, some squares marked, of a position of Chess960, too.
func Inside(p *board.Position, marked ...board.Square) (elements string, err error) {
	pieces, _, _ := strings.Cut(p.FEN(), " ")
	option, err := chess.FEN(pieces + " w - - 0 1")
	if err != nil {
		return "", err
	}
	squares := make([]chess.Square, len(marked))
	for i, sq := range marked {
		squares[i] = chess.Square(sq)
	}
	var b strings.Builder
	if err := image.SVG(&b, chess.NewGame(option).Position().Board(), image.MarkSquares(markColor, squares...)); err != nil {
		return "", err
	}
	_, elements, _ = strings.Cut(b.String(), "xlink\">\n")
	return strings.TrimSuffix(strings.TrimSpace(elements), "</svg>"), nil
}

// markColor is that of marked squares.
var markColor = color.RGBA{0x9c, 0xc2, 0x50, 0xd0}

// Draw writes a picture of the board as SVG, White below.
func Draw(w io.Writer, p *board.Position) error {
	g, err := newGame(p)
	if err != nil {
		return err
	}
	return image.SVG(w, g.Position().Board())
}
