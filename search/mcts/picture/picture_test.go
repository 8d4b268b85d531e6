package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// grow returns a random branch after a position: of each position some of its moves.
func grow(rng *rand.Rand, p board.Position, visits, plies int) mcts.Branch {
	b := mcts.Branch{Move: mcts.Move{Visits: visits, Value: rng.Float64(), Prior: rng.Float64(), Score: search.Score(rng.IntN(400) - 200)}}
	moves := p.LegalMoves(nil)
	b.More, b.Rest = len(moves), visits-1
	for i := 0; plies > 0 && i < min(len(moves), rng.IntN(4)) && b.Rest > 1; i++ {
		next, share := p, 1+rng.IntN(b.Rest)
		next.Make(moves[i])
		child := grow(rng, next, share, plies-1)
		child.Move.Move = moves[i]
		b.Next = append(b.Next, child)
		b.More, b.Rest = b.More-1, b.Rest-share
	}
	return b
}

// TestPlaces: cards stand within the picture, in the column of their half-move, and touch neither each
// other nor a line of text; the first after each stands beside it.
func TestPlaces(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		top := grow(rng, board.Start(), 1000, 5)
		root := deal(&top, board.Start(), Options{})
		width, height := place(root)
		var boxes [][4]float64
		root.each(func(c *card) {
			boxes = append(boxes, [4]float64{c.x, c.y, c.x + cardWidth, c.y + c.height()})
			if c.hasMore() {
				boxes = append(boxes, [4]float64{c.next[0].x, c.end - moreTall, c.next[0].x + cardWidth, c.end})
			}
			for i, n := range c.next {
				if n.x != c.x+cardWidth+gapAcross || i == 0 && n.y+n.height()/2 != c.y+c.height()/2 || i > 0 && n.y <= c.next[i-1].y {
					t.Errorf("seed %d: card at %v, %v is after %v, %v", seed, n.x, n.y, c.x, c.y)
				}
			}
		})
		for i, a := range boxes {
			if a[0] < margin || a[1] < margin+header || a[2] > width-margin || a[3] > height-margin {
				t.Errorf("seed %d: %v is outside of %v × %v", seed, a, width, height)
			}
			for _, b := range boxes[:i] {
				if a[0] < b[2] && b[0] < a[2] && a[1] < b[3]+gapDown/2 && b[1] < a[3]+gapDown/2 {
					t.Errorf("seed %d: %v and %v touch", seed, a, b)
				}
			}
		}
	}
}

// TestBoards: there are no more boards than asked for; one is the root's, no other stands within a line
// that does not divide.
func TestBoards(t *testing.T) {
	top := grow(rand.New(rand.NewPCG(3, 1)), board.Start(), 5000, 6)
	for want := 1; want < 6; want++ {
		got := 0
		root := deal(&top, board.Start(), Options{Boards: want})
		root.each(func(c *card) {
			if c.board {
				got++
				if c != root && len(c.next) == 1 {
					t.Error("a board within a line")
				}
			}
		})
		if got != want || !root.board {
			t.Errorf("%d boards, want %d", got, want)
		}
	}
}

// TestWrite: the picture is XML, and says of each move what is known, White's view.
func TestWrite(t *testing.T) {
	p := boardtest.Parse(t, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2")
	move := func(san string) board.Move {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	top := mcts.Branch{
		Move: mcts.Move{Visits: 1234, Value: 0.25}, More: 27, Rest: 33,
		Next: []mcts.Branch{
			{Move: mcts.Move{Move: move("Nc6"), Visits: 1000, Value: 0.3, Prior: 0.123, Score: -55}},
			{Move: mcts.Move{Move: move("Qh4"), Visits: 200, Score: search.MatedIn(2)}},
		},
	}
	var b bytes.Buffer
	if err := Write(&b, p, &top, Options{Title: "a <title> & more", Line: []board.Move{move("Nc6")}}); err != nil {
		t.Fatal(err)
	}
	texts, boards := read(t, b.Bytes())
	for _, want := range []string{
		"a <title> & more", p.FEN(), "Black to move", "1,234 visits, 100 %", "value 0.75", "2... Nc6", "+0.55", "1,000 visits, 81 %",
		"value 0.70", "prior 12 %", "2... Qh4", "#+1", "27 more moves, 33 visits",
	} {
		if !strings.Contains(texts, "\n"+want+"\n") {
			t.Errorf("%q is not in the picture", want)
		}
	}
	if boards != 3 {
		t.Errorf("%d boards, want 3", boards)
	}
	if err := Write(full{}, p, &top, Options{}); err == nil {
		t.Error("a full disk is not an error")
	}
}

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// read returns the texts of a picture, a line each, and how many boards it has.
func read(t *testing.T, picture []byte) (texts string, boards int) {
	t.Helper()
	texts = "\n"
	size := strconv.FormatFloat(boardSide-8, 'f', 1, 64)
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return texts, boards
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.CharData:
			texts += strings.TrimSpace(string(e)) + "\n"
		case xml.StartElement:
			if strings.Contains(fmt.Sprint(e.Attr), "{{ width} "+size+"}") && e.Name.Local == "svg" {
				boards++
			}
		}
	}
}

// TestChess960: a board is drawn whatever castling rights there are.
func TestChess960(t *testing.T) {
	p := boardtest.Parse(t, boardtest.Chess960Inner)
	top := grow(rand.New(rand.NewPCG(1, 1)), p, 100, 2)
	if err := Write(io.Discard, p, &top, Options{}); err != nil {
		t.Error(err)
	}
}
