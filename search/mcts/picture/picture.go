// Package picture draws the top of a search tree as SVG: a card for each position, with the move that
// leads there, its visits, value and prior, and boards where the tree divides or the picture ends.
//
// The tree grows to the right. A line is the thicker the more of the root's visits went along it; the
// line that is played is blue. Values, scores and the bars below them are White's.
package picture

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/board/oracle"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/search/mcts"
)

// Options say what stands on a picture. The zero value works.
type Options struct {
	Title  string       // in the first line, above the position's FEN; of some 60 letters at most
	Line   []board.Move // that is played, from the root on
	Boards int          // at most, the root's included; 0: 8
}

// Sizes and colours of a picture, in pixels.
const (
	margin    = 24.0
	header    = 60.0  // of the title, the FEN and the legend
	least     = 620.0 // as wide as these
	cardWidth = 172.0
	textTall  = 66.0
	boardSide = 172.0
	gapAcross = 72.0
	gapDown   = 12.0
	moreTall  = 18.0 // of a line on moves that are not cards

	ink, dim, frame = "#222222", "#666666", "#b8b8b8"
	played, other   = "#0072b2", "#c4c4c4"
	white, black    = "#ffffff", "#404040"

	legend = "Values, scores (in pawns) and bars are White's. The thicker a line, the more visits; what is played is blue."
)

// card is a position of the picture.
type card struct {
	*mcts.Branch
	before, at board.Position // the move, and after it
	played     bool
	board      bool // has a picture of the board
	next       []*card
	x, y       float64 // of the upper left corner
	end        float64 // where the line on moves after it without a card ends
}

// Write draws the top of the tree of a position.
func Write(w io.Writer, start board.Position, top *mcts.Branch, opt Options) error {
	root := deal(top, start, opt)
	width, height := place(root)
	out := &canvas{w: bufio.NewWriter(w), visits: float64(max(top.Visits, 1))}
	out.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, sans-serif">`, width, height, width, height)
	out.print(`<rect width="100%%" height="100%%" fill="white"/>`)
	out.text(margin, margin+10, 15, "bold", ink, opt.Title)
	out.text(margin, margin+28, 11, "normal", ink, start.FEN())
	out.text(margin, margin+45, 11, "normal", dim, legend)
	out.lines(root)
	out.cards(root)
	out.print(`</svg>`)
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// deal makes the cards of a branch, and chooses those with a board: the root, and of those where the
// tree divides or ends the ones that are played, then the most visited.
func deal(top *mcts.Branch, start board.Position, opt Options) *card {
	root := newCard(top, start, start, opt.Line)
	root.played, root.board = true, true
	var places []*card
	root.each(func(c *card) {
		if c != root && len(c.next) != 1 {
			places = append(places, c)
		}
	})
	slices.SortStableFunc(places, func(a, b *card) int {
		if a.played != b.played {
			return map[bool]int{true: -1, false: 1}[a.played]
		}
		return b.Visits - a.Visits
	})
	boards := opt.Boards
	if boards == 0 {
		boards = 8
	}
	for _, c := range places[:min(len(places), max(boards-1, 0))] {
		c.board = true
	}
	return root
}

func newCard(b *mcts.Branch, before, at board.Position, line []board.Move) *card {
	c := &card{Branch: b, before: before, at: at}
	for i := range b.Next {
		m := b.Next[i].Move.Move
		next := at
		next.Make(m)
		var rest []board.Move
		played := len(line) > 0 && line[0] == m
		if played {
			rest = line[1:]
		}
		child := newCard(&b.Next[i], at, next, rest)
		child.played = played
		if played {
			c.next = slices.Insert(c.next, 0, child)
		} else {
			c.next = append(c.next, child)
		}
	}
	return c
}

// each calls f with the card and those after it.
func (c *card) each(f func(*card)) {
	f(c)
	for _, n := range c.next {
		n.each(f)
	}
}

// height returns how tall the card alone is.
func (c *card) height() float64 {
	if c.board {
		return textTall + boardSide
	}
	return textTall
}

// place gives the cards their places, and returns the size of the picture.
func place(root *card) (width, height float64) {
	c := &columns{}
	c.put(root, 0)
	root.each(func(c *card) { width = max(width, c.x+cardWidth+margin) })
	for _, end := range c.ends {
		height = max(height, end)
	}
	return max(width, 2*margin+least), height + margin
}

// columns are how far down the half-moves from the root are in use.
type columns struct{ ends []float64 }

// put places a card and those after it as high as they fit. The first card after it stands beside it,
// and so on, so that the line that is played is straight; the others stand below, those of the last
// position first, so that no lines cross.
func (c *columns) put(first *card, ply int) {
	middle := margin + header
	depth := ply
	for line := first; line != nil; line, depth = line.main(), depth+1 {
		if depth == len(c.ends) {
			c.ends = append(c.ends, margin+header-gapDown)
		}
		middle = max(middle, c.ends[depth]+gapDown+line.height()/2)
	}
	var cards []*card
	for line := first; line != nil; line = line.main() {
		at := ply + len(cards)
		line.x, line.y = margin+float64(at)*(cardWidth+gapAcross), middle-line.height()/2
		c.ends[at] = middle + line.height()/2
		cards = append(cards, line)
	}
	for k, line := range slices.Backward(cards) {
		if len(line.next) == 0 {
			continue
		}
		for _, n := range line.next[1:] {
			c.put(n, ply+k+1)
		}
		if line.hasMore() {
			c.ends[ply+k+1] += gapDown + moreTall
			line.end = c.ends[ply+k+1]
		}
	}
}

// main returns the first card after one, nil if there is none.
func (c *card) main() *card {
	if len(c.next) == 0 {
		return nil
	}
	return c.next[0]
}

// hasMore reports whether a line says how many of the moves after a card have none.
func (c *card) hasMore() bool { return len(c.next) > 0 && c.Rest > 0 }

// canvas writes elements of a picture until an error.
type canvas struct {
	w      *bufio.Writer
	err    error
	visits float64 // of the root
}

func (o *canvas) print(format string, args ...any) {
	if o.err == nil {
		_, o.err = fmt.Fprintf(o.w, format+"\n", args...)
	}
}

// text writes a text from x on, or to the left of it if x is below 0.
func (o *canvas) text(x, y, size float64, weight, color, text string) {
	anchor := "start"
	if x < 0 {
		x, anchor = -x, "end"
	}
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes all
	o.print(`<text x="%.1f" y="%.1f" font-size="%g" font-weight="%s" fill="%s" text-anchor="%s">%s</text>`, x, y, size, weight, color, anchor, b.String())
}

// lines draws the lines from a card to those after it, and so on; what is played last, above the others.
func (o *canvas) lines(root *card) {
	for _, blue := range []bool{false, true} {
		root.each(func(c *card) {
			for _, n := range c.next {
				if n.played == blue {
					o.line(c, n)
				}
			}
		})
	}
	root.each(o.more)
}

func (o *canvas) line(from, to *card) {
	x1, y1, x2, y2 := from.x+cardWidth, from.y+from.height()/2, to.x, to.y+to.height()/2
	color := other
	if to.played {
		color = played
	}
	middle := (x1 + x2) / 2
	o.print(`<path d="M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="none" stroke="%s" stroke-width="%.1f"/>`,
		x1, y1, middle, y1, middle, y2, x2, y2, color, 1+9*math.Sqrt(float64(to.Visits)/o.visits))
}

// more writes how many moves after a card have none.
func (o *canvas) more(c *card) {
	if c.hasMore() {
		o.text(c.next[0].x, c.end-7, 11, "normal", dim, fmt.Sprintf("%s, %s", plaintext.Count(c.More, "more move"), plaintext.Count(c.Rest, "visit")))
	}
}

func (o *canvas) cards(root *card) { root.each(o.card) }

// card draws a card.
func (o *canvas) card(c *card) {
	color, width := frame, 1.0
	if c.played {
		color, width = played, 1.6
	}
	o.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4" fill="white" stroke="%s" stroke-width="%g"/>`, c.x, c.y, cardWidth, c.height(), color, width)
	y := c.y
	if c.board {
		o.board(c)
		y += boardSide
	}
	o.text(c.x+8, y+18, 14, "bold", ink, c.name())
	o.text(-(c.x + cardWidth - 8), y+18, 13, "normal", ink, c.score())
	o.text(c.x+8, y+34, 11, "normal", dim, fmt.Sprintf("%s, %s", plaintext.Count(c.Visits, "visit"), percent(float64(c.Visits)/o.visits)))
	value := c.white()
	o.text(c.x+8, y+49, 11, "normal", dim, fmt.Sprintf("value %.2f", value))
	if c.Prior > 0 {
		o.text(-(c.x + cardWidth - 8), y+49, 11, "normal", dim, "prior "+percent(c.Prior))
	}
	const across = cardWidth - 16
	o.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="6" fill="%s" stroke="%s" stroke-width="0.8"/>`, c.x+8, y+55, across, black, black)
	o.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="6" fill="%s"/>`, c.x+8, y+55, across*min(max(value, 0), 1), white)
}

// board draws the board of a card, with the squares of the move marked.
func (o *canvas) board(c *card) {
	var marked []board.Square
	if m := c.Move.Move; m != board.NoMove {
		marked = []board.Square{m.From(), m.To()}
		if m.IsCastle() {
			marked[1] = c.at.King(c.before.SideToMove())
		}
	}
	elements, err := oracle.Inside(&c.at, marked...)
	if o.err == nil {
		o.err = err
	}
	o.print(`<svg x="%.1f" y="%.1f" width="%.1f" height="%.1f" viewBox="0 0 %d %d">`, c.x+4, c.y+4, boardSide-8, boardSide-8, oracle.Side, oracle.Side)
	o.print("%s</svg>", elements)
}

// name is the move with its number, or whose move it is at the root.
func (c *card) name() string {
	m := c.Move.Move
	switch {
	case m == board.NoMove:
		return fmt.Sprintf("%v to move", c.at.SideToMove())
	case c.before.SideToMove() == board.White:
		return fmt.Sprintf("%d. %s", c.before.FullmoveNumber(), c.before.SAN(m))
	}
	return fmt.Sprintf("%d... %s", c.before.FullmoveNumber(), c.before.SAN(m))
}

// score is White's score in words; the root has none.
func (c *card) score() string {
	if c.Move.Move == board.NoMove {
		return ""
	}
	return c.Score.WhiteText(c.before.SideToMove())
}

// white is the expected score of White.
func (c *card) white() float64 {
	if c.before.SideToMove() == board.Black {
		return 1 - c.Value
	}
	return c.Value
}

// percent writes a share with as many digits as a small card needs.
func percent(share float64) string {
	if share < 0.0995 {
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
