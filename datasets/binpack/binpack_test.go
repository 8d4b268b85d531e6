package binpack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
)

func init() { datasets.Register(Format) }

// A link is a position of a game with what is written of it, the mover's.
type link struct {
	pos    board.Position
	move   board.Move
	score  int16
	result int
}

// A bitWriter puts bits together, as text.
type bitWriter struct{ bits strings.Builder }

func (w *bitWriter) put(v, n int) {
	if n > 0 {
		fmt.Fprintf(&w.bits, "%0*b", n, v)
	}
}

// number puts a number below n.
func (w *bitWriter) number(v, n int) { w.put(v, bits.Len(uint(n-1))) }

// score puts a change of score.
func (w *bitWriter) score(change int16) {
	v := unsigned(change)
	for {
		more := 0
		if v > 15 {
			more = 1
		}
		w.put(more<<4|int(v&15), 5)
		if v >>= 4; more == 0 {
			return
		}
	}
}

func (w *bitWriter) bytes() (all []byte) {
	text := w.bits.String()
	for text += strings.Repeat("0", (8-len(text)%8)%8); text != ""; text = text[8:] {
		var b byte
		fmt.Sscanf(text[:8], "%b", &b)
		all = append(all, b)
	}
	return all
}

func unsigned(v int16) uint16 {
	if v < 0 {
		return uint16(-2*int(v) - 1)
	}
	return uint16(2 * v)
}

// appendChain writes links that follow each other, by the description of the format: destinations are
// looked for square by square.
func appendChain(dst []byte, links []link, ply int) []byte {
	dst = appendStem(dst, &links[0], ply)
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(links)-1))
	var w bitWriter
	last := links[0].score
	for _, l := range links[1:] {
		putMove(&w, &l.pos, l.move)
		w.score(l.score - -last)
		last = l.score
	}
	return append(dst, w.bytes()...)
}

func appendStem(dst []byte, l *link, ply int) []byte {
	var occupied uint64
	var codes []byte
	p := &l.pos
	for sq := board.A1; sq <= board.H8; sq++ {
		pc := p.PieceAt(sq)
		if pc == board.NoPiece {
			continue
		}
		code := byte(2*int(pc.Type()) + int(pc.Color()))
		switch ep := p.EnPassant(); {
		case pc.Type() == board.Pawn && ep != board.NoSquare && ep == sq^8 && pc.Color() != p.SideToMove():
			code = 12
		case p.CastlingRooks().Has(sq):
			code = 13 + byte(pc.Color())
		case pc == board.NewPiece(board.Black, board.King) && p.SideToMove() == board.Black:
			code = 15
		}
		occupied |= 1 << sq
		codes = append(codes, code)
	}
	dst = binary.BigEndian.AppendUint64(dst, occupied)
	var halves [16]byte
	for i, c := range codes {
		halves[i/2] |= c << (4 * (i & 1))
	}
	dst = append(dst, halves[:]...)
	m := l.move
	v := uint16(m.From())<<8 | uint16(square(m))<<2
	switch {
	case m.IsCastle():
		v |= 2 << 14
	case m.IsEnPassant():
		v |= 3 << 14
	case m.Promotion() != board.NoPieceType:
		v |= 1<<14 | uint16(m.Promotion()-board.Knight)
	}
	dst = binary.BigEndian.AppendUint16(dst, v)
	dst = binary.BigEndian.AppendUint16(dst, unsigned(l.score))
	dst = binary.BigEndian.AppendUint16(dst, uint16(ply)|unsigned(int16(l.result))<<14)
	return binary.BigEndian.AppendUint16(dst, uint16(p.HalfmoveClock()))
}

// square is the target of a move; of castling the rook's.
func square(m board.Move) board.Square {
	if m.IsCastle() {
		return m.To()
	}
	return m.To()
}

func putMove(w *bitWriter, p *board.Position, m board.Move) {
	us := p.SideToMove()
	own := p.ByColor(us)
	w.number((own & (board.SquareBB(m.From()) - 1)).Count(), own.Count())
	pt := p.PieceAt(m.From()).Type()
	var targets []board.Square
	for sq := board.A1; sq <= board.H8; sq++ {
		if reaches(p, m.From(), sq) {
			targets = append(targets, sq)
		}
	}
	at := func(to board.Square) int {
		for i, sq := range targets {
			if sq == to {
				return i
			}
		}
		panic("no target")
	}
	rooks := p.CastlingRooks() & own
	switch {
	case m.IsCastle():
		w.number(len(targets)+(rooks&(board.SquareBB(m.To())-1)).Count(), len(targets)+rooks.Count())
	case pt == board.King:
		w.number(at(m.To()), len(targets)+rooks.Count())
	case m.Promotion() != board.NoPieceType:
		w.number(4*at(m.To())+int(m.Promotion()-board.Knight), 4*len(targets))
	default:
		w.number(at(m.To()), len(targets))
	}
}

// reaches reports whether a piece attacks a square that is not its own side's, or a pawn moves or takes there.
func reaches(p *board.Position, from, to board.Square) bool {
	us, there := p.SideToMove(), p.PieceAt(to)
	if there != board.NoPiece && there.Color() == us {
		return false
	}
	pt := p.PieceAt(from).Type()
	if pt == board.King {
		df, dr := from.File()-to.File(), from.Rank()-to.Rank()
		return from != to && df*df <= 1 && dr*dr <= 1
	}
	if pt != board.Pawn {
		return board.Attacks(pt, from, p.Occupied()).Has(to)
	}
	up := 1 - 2*int(us)
	df, dr := to.File()-from.File(), (to.Rank()-from.Rank())*up
	switch {
	case df*df == 1 && dr == 1:
		return there != board.NoPiece || to == p.EnPassant()
	case df != 0 || there != board.NoPiece:
		return false
	case dr == 2:
		return from.Rank() == 7*int(us)+up && p.PieceAt(board.NewSquare(from.File(), from.Rank()+up)) == board.NoPiece
	}
	return dr == 1
}

// game returns a random game with random scores.
func game(rng *rand.Rand, fen string, most int) (links []link) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	result := rng.IntN(3) - 1
	for range most {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		links = append(links, link{p, m, int16(rng.IntN(8000) - 4000), result})
		p.Make(m)
		result = -result
	}
	if len(links) > 2 {
		links[1].score, links[2].score = noScore, -32767
	}
	return links
}

// block puts chains into a block.
func block(chains ...[]byte) []byte {
	body := bytes.Join(chains, nil)
	return append(binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(body))), body...)
}

// describe says what a link is as a sample.
func describe(l *link, ply int) string {
	result, score := datasets.Draw+datasets.Result(l.result), fmt.Sprint(l.score)
	if l.pos.SideToMove() == board.Black {
		result = result.Reversed()
	}
	if l.score == noScore {
		score = "?"
	}
	return fmt.Sprintf("%s %s %s %v %d", l.pos.FEN(), l.pos.UCI(l.move), score, result, ply)
}

// read returns what a reader makes of a file, games apart.
func read(r io.Reader) (all []string, games map[uint32]int, bad []string) {
	games = map[uint32]int{}
	for s, err := range datasets.NewReader("t.binpack", r, datasets.Options{}).All() {
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		games[s.Game]++
		score := s.Score
		if s.Position.SideToMove() == board.Black {
			score = score.Neg()
		}
		text := fmt.Sprint(int(score))
		if score.Mate() < 0 {
			text = "-32767"
		} else if score == -32768 || score.String() == "?" {
			text = "?"
		}
		all = append(all, fmt.Sprintf("%s %s %s %v %d", s.Position.FEN(), s.Position.UCI(s.Move), text, s.Result, s.Ply))
	}
	return all, games, bad
}

// TestRoundTrip: random games come back position by position, whatever is in them: castling, promotions,
// en passant, scores without end.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var blocks, chains [][]byte
	var want []string
	fens := append([]string{"8/PPPPPPPP/8/k6K/8/8/pppppppp/8 w - - 0 1", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 9", board.StartFEN}, boardtest.FENs()...)
	n := 0
	for i, fen := range fens {
		p, err := board.ParseFEN(fen)
		if err != nil || !standard(&p) {
			continue
		}
		for range 8 {
			ply := 2*(p.FullmoveNumber()-1) + int(p.SideToMove())
			links := game(rng, fen, 1+rng.IntN(120))
			if len(links) == 0 || ply > 8000 {
				continue
			}
			n++
			chains = append(chains, appendChain(nil, links, ply))
			for j := range links {
				want = append(want, describe(&links[j], ply+j))
			}
		}
		if i%3 == 0 {
			blocks, chains = append(blocks, block(chains...)), nil
		}
	}
	file := bytes.Join(append(blocks, block(chains...), block()), nil)
	got, _, bad := read(bytes.NewReader(file))
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(bad) > 0 || n < 100 {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("position %d: %s, want %s; %v", i, got[i], want[i], bad)
			}
		}
		t.Fatalf("%d positions of %d chains, want %d; %v", len(got), n, len(want), bad)
	}
	piped, _, _ := read(iotest.OneByteReader(bytes.NewReader(file)))
	if strings.Join(piped, "\n") != strings.Join(want, "\n") {
		t.Error("read byte by byte it is another file")
	}
}

// standard reports whether castling rights are those of standard chess, the only ones that the format has.
func standard(p *board.Position) bool {
	for c, home := range []board.Square{board.E1, board.E8} {
		rooks := p.CastlingRooks() & p.ByColor(board.Color(c))
		if rooks&^(board.SquareBB(board.A1)|board.SquareBB(board.H1)|board.SquareBB(board.A8)|board.SquareBB(board.H8)) != 0 || rooks != 0 && p.King(board.Color(c)) != home {
			return false
		}
	}
	return true
}

// TestFirstMove: the example of the description: 1. e4 is C8.
func TestFirstMove(t *testing.T) {
	var w bitWriter
	p := board.Start()
	putMove(&w, &p, board.NewMove(board.E2, board.E4))
	if got := w.bytes(); len(got) != 1 || got[0] != 0xc8 {
		t.Errorf("%x, want c8", got)
	}
}

// TestGames: chains go on with a game while the ply rises and the result stays.
func TestGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	links := game(rng, board.StartFEN, 40)
	for i := range links {
		links[i].result = 1 - 2*(i&1)
	}
	lost := link{links[0].pos, links[0].move, 3, -1}
	file := block(appendChain(nil, links[:4], 0), appendChain(nil, links[6:9], 6), appendChain(nil, links[20:21], 20),
		appendChain(nil, links[:2], 0), appendChain(nil, []link{lost}, 9))
	_, games, bad := read(bytes.NewReader(file))
	if fmt.Sprint(len(games), bad) != "3 []" {
		t.Errorf("games %v, bad %v; want 3", games, bad)
	}
}

// TestFaults: a bad chain is named with its byte, and what can be read after it is read.
func TestFaults(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	links := game(rng, board.StartFEN, 40)
	good, one := appendChain(nil, links, 0), appendChain(nil, links[:1], 0)
	at := func(b []byte, i int, v byte) []byte {
		b = bytes.Clone(b)
		b[i] = v
		return b
	}
	whole := string(block(good))
	for _, tt := range []struct {
		name, file string
		positions  int
		bad        string // what the first fault begins with
	}{
		{"a bad position, alone", string(block(at(one, 0, 0), one)), 1, "t.binpack:1: byte 8: bad chain: half move 1: "},
		{"a bad move, alone", string(block(one, at(one, 24, 63), one)), 2, "t.binpack:2: byte 42: bad chain: half move 1: "},
		{"a bad move, and the next block", string(block(at(good, 24, 63), one)) + string(block(one)), 1, "t.binpack:1: byte 8: bad chain: half move 1: illegal move"},
		{"a bad result", string(block(at(one, 28, 0xc0))), 0, "t.binpack:1: byte 8: bad chain: half move 1: bad result -2"},
		{"no move, and more after it", string(block(at(at(good, 24, 0), 25, 0))), 0, "t.binpack:1: byte 8: bad chain: half move 1: half moves after"},
		{"longer than its block", string(block(good[:50])) + string(block(one)), 1, "t.binpack:1: byte 8: bad chain: half move "},
		{"cut off", whole[:len(whole)-3], 0, "t.binpack:1: cannot read: incomplete"},
		{"cut off in the head", whole + "BINP\x01", 40, "t.binpack:2: cannot read: incomplete"},
		{"no block", whole + "12345678", 40, `t.binpack:2: cannot read: byte `},
	} {
		got, _, bad := read(strings.NewReader(tt.file))
		if len(got) != tt.positions || len(bad) != 1 || !strings.HasPrefix(bad[0], tt.bad) {
			t.Errorf("%s: %d positions, %v; want %d, %s", tt.name, len(got), bad, tt.positions, tt.bad)
		}
	}
	noMove := at(at(one, 24, 0), 25, 0)
	if got, _, bad := read(bytes.NewReader(block(noMove))); len(got) != 1 || len(bad) > 0 {
		t.Errorf("a position without a move: %v, %v", got, bad)
	}
}

// TestLong: a chain of as many positions as a chunk holds is read, a longer one is a fault.
func TestLong(t *testing.T) {
	for _, n := range []int{datasets.ChunkLines, datasets.ChunkLines + 1} {
		p := board.Start()
		var links []link
		for i := range n {
			m, _ := p.ParseUCI([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
			links = append(links, link{p, m, 30000, 0})
			p.Make(m)
		}
		got, _, bad := read(bytes.NewReader(block(appendChain(nil, links, 0))))
		if n > datasets.ChunkLines && (len(got) > 0 || len(bad) != 1) || n <= datasets.ChunkLines && (len(got) != n || len(bad) > 0) {
			t.Errorf("%d half moves: %d read, %v", n, len(got), bad)
		}
	}
}

// FuzzBinpack: no bytes panic, and every chain is counted.
func FuzzBinpack(f *testing.F) {
	rng := rand.New(rand.NewPCG(2, 2))
	links := game(rng, board.StartFEN, 30)
	f.Add(block(appendChain(nil, links, 0), appendChain(nil, links[:1], 0)))
	f.Add([]byte(magic + "\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		r := datasets.NewReader("t.binpack", bytes.NewReader(file), datasets.Options{Format: name})
		var c datasets.Chunk
		var p datasets.Parsed
		var err error
		for err = r.Next(&c); err == nil; err = r.Next(&c) {
			c.Parse(&p)
			if n := p.Counts; len(p.Samples) > datasets.ChunkLines || n.Lines != n.Bad+n.Samples {
				t.Fatalf("%+v", n)
			}
		}
		var fault *datasets.LineError
		if err != io.EOF && !errors.As(err, &fault) {
			t.Fatal(err)
		}
	})
}
