package records_test

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// unhex returns the bytes of hexadecimal digits with blanks between.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// record returns 32 bytes given in hexadecimal.
func record(t testing.TB, s string) [records.Size]byte {
	t.Helper()
	return [records.Size]byte(unhex(t, s))
}

// layoutTests are records written down by hand from the descriptions.
var layoutTests = []struct {
	name    string
	layout  records.Layout
	fen     string
	score   winprob.Score
	wdl     uint8
	bytes   string
	decoded string // the position that is read, if it is another one
}{
	{
		"start", records.Marlin, board.StartFEN, 35, 2,
		"ffff0000 0000ffff  16422561 00000000 88888888 9ecaade9  40 00 0100 2300 02 00", "",
	},
	{
		"rooks that have moved", records.Marlin, "4k2r/8/8/8/8/8/8/R3K2R b Kk - 7 300", -200, 0,
		"91000000 00000090  53d60e00 00000000 00000000 00000000  c0 07 2c01 38ff 00 00",
		"",
	},
	{
		"en passant", records.Marlin, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 0, 1,
		"10000018 00000010  85d00000 00000000 00000000 00000000  94 00 0100 0000 01 00",
		"",
	},
	{
		"Chess960", records.Marlin, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 9", 9998, 2,
		"52000000 00000052  56e6ed00 00000000 00000000 00000000  40 00 0900 0e27 02 00", "",
	},
	{
		"White to move", records.Bullet, "6k1/8/8/8/8/8/4P3/4K3 w - - 0 1", 150, 2,
		"10100000 00000040  050d0000 00000000 00000000 00000000  9600 02 04 06 000000", "",
	},
	{
		"Black to move", records.Bullet, "6k1/4p3/8/8/8/8/8/4K3 b - - 12 34", -150, 0,
		"40100000 00000010  050d0000 00000000 00000000 00000000  9600 02 06 04 000000",
		"4k3/8/8/8/8/8/4P3/6K1 w - - 0 1",
	},
}

func TestLayouts(t *testing.T) {
	for _, tt := range layoutTests {
		t.Run(tt.layout.String()+"/"+tt.name, func(t *testing.T) {
			want := record(t, tt.bytes)
			in := records.Record{Position: boardtest.Parse(t, tt.fen), Score: tt.score, WDL: tt.wdl}
			var b [records.Size]byte
			if err := tt.layout.Encode(&in, &b); err != nil || b != want {
				t.Errorf("encoded %x, %v\n   want %x", b, err, want)
			}
			if tt.layout == records.Bullet && in.Position.SideToMove() == board.Black {
				in.Score, in.WDL = in.Score.Neg(), 2-in.WDL
			}
			if tt.decoded != "" {
				in.Position = boardtest.Parse(t, tt.decoded)
			}
			var out records.Record
			if err := tt.layout.Decode(&want, &out); err != nil || out != in {
				t.Errorf("decoded %s %v %d, %v; want %s %v %d", out.Position.FEN(), out.Score, out.WDL, err, in.Position.FEN(), in.Score, in.WDL)
			}
		})
	}
}

// kings is a record of two kings, e1 and e8, with White to move.
const kings = "10000000 00000010  d5000000 00000000 00000000 00000000"

func TestDecodeFaults(t *testing.T) {
	const marlin, bullet = "40 00 0100 0000 01 00", "0000 01 04 04 000000"
	tests := []struct {
		name   string
		layout records.Layout
		bytes  string
		want   error
	}{
		{"33 squares", records.Marlin, "ffffffff 01000000 00000000 00000000 00000000 00000000" + marlin, records.ErrPieces},
		{"no pieces at all", records.Marlin, "00000000 00000000 00000000 00000000 00000000 00000000" + marlin, board.ErrNoKing},
		{"seventh kind", records.Marlin, "11000000 00000010 57d00000 00000000 00000000 00000000" + marlin, records.ErrPieces},
		{"two kings of one side", records.Marlin, "11000000 00000010 55d00000 00000000 00000000 00000000" + marlin, board.ErrManyKings},
		{"kings' halves changed", records.Marlin, "10000000 00000010 55000000 00000000 00000000 00000000" + marlin, board.ErrManyKings},
		{"a castling rook in the middle", records.Marlin, "10000001 00000010 65d00000 00000000 00000000 00000000" + marlin, board.ErrCastling},
		{"a castling rook of the other side", records.Marlin, "11000000 00000010 5e0d0000 00000000 00000000 00000000" + marlin, board.ErrCastling},
		{"en passant 65", records.Marlin, kings + "41 00 0100 0000 01 00", board.ErrEnPassant},
		{"en passant without pawns", records.Marlin, kings + "2c 00 0100 0000 01 00", board.ErrEnPassant},
		{"move 10,000", records.Marlin, kings + "40 00 1027 0000 01 00", board.ErrSyntax},
		{"score -32768", records.Marlin, kings + "40 00 0100 0080 01 00", records.ErrScore},
		{"result 3", records.Marlin, kings + "40 00 0100 0000 03 00", records.ErrResult},
		{"check to the side that has moved", records.Marlin, "11000000 00000001 530d0000 00000000 00000000 00000000" + marlin, board.ErrOppositeCheck},
		{"a rook that may castle", records.Bullet, "11000000 00000010 560d0000 00000000 00000000 00000000" + bullet, records.ErrPieces},
		{"result 255", records.Bullet, kings + "0000 ff 04 04 000000", records.ErrResult},
		{"score -32768", records.Bullet, kings + "0080 01 04 04 000000", records.ErrScore},
		{"the king elsewhere", records.Bullet, kings + "0000 01 05 04 000000", records.ErrKing},
		{"the other king elsewhere", records.Bullet, kings + "0000 01 04 3c 000000", records.ErrKing},
		{"pawn on the last rank", records.Bullet, "10000000 00000030 050d0000 00000000 00000000 00000000" + bullet, board.ErrPawnRank},
	}
	for _, tt := range tests {
		t.Run(tt.layout.String()+"/"+tt.name, func(t *testing.T) {
			b := record(t, tt.bytes)
			r := records.Record{WDL: 77}
			if err := tt.layout.Decode(&b, &r); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if r != (records.Record{WDL: 77}) {
				t.Errorf("the record is changed: %+v", r)
			}
		})
	}
}

func TestEncodeFaults(t *testing.T) {
	start := board.Start()
	tests := []struct {
		name   string
		layout records.Layout
		record records.Record
		want   error
	}{
		{"no score", records.Marlin, records.Record{Position: start, Score: winprob.NoScore}, records.ErrScore},
		{"no score", records.Bullet, records.Record{Position: start, Score: winprob.NoScore}, records.ErrScore},
		{"result 3", records.Marlin, records.Record{Position: start, WDL: 3}, records.ErrResult},
		{"result 3", records.Bullet, records.Record{Position: start, WDL: 3}, records.ErrResult},
		{"clock 256", records.Marlin, records.Record{Position: boardtest.Parse(t, "4k3/8/8/8/8/8/8/R3K3 w - - 256 200")}, records.ErrClock},
	}
	for _, tt := range tests {
		t.Run(tt.layout.String()+"/"+tt.name, func(t *testing.T) {
			var b [records.Size]byte
			if err := tt.layout.Encode(&tt.record, &b); !errors.Is(err, tt.want) || b != [records.Size]byte{} {
				t.Errorf("%v, want %v; %x", err, tt.want, b)
			}
		})
	}
}

// TestScores: centipawns stay, and a mate is a mate, at an unknown distance,
// whatever program wrote it.
func TestScores(t *testing.T) {
	tests := []struct{ score, written, read winprob.Score }{
		{0, 0, 0},
		{-1, -1, -1},
		{9998, 9998, 9998},
		{-9998, -9998, -9998},
		{winprob.MateIn(1, 3), 32000, winprob.MateIn(1, -1)},
		{winprob.MateIn(-1, 0), -32000, winprob.MateIn(-1, -1)},
		{winprob.MateIn(1, -1), 32000, winprob.MateIn(1, -1)},
	}
	for _, tt := range tests {
		n, err := records.Centipawns(tt.score)
		if err != nil || n != int16(tt.written) {
			t.Errorf("%v is written as %d, %v; want %d", tt.score, n, err, tt.written)
		}
		for _, layout := range []records.Layout{records.Marlin, records.Bullet} {
			in := records.Record{Position: boardtest.Parse(t, boardtest.Kiwipete), Score: tt.score}
			var b [records.Size]byte
			var out records.Record
			if err := errors.Join(layout.Encode(&in, &b), layout.Decode(&b, &out)); err != nil || out.Score != tt.read {
				t.Errorf("%v: %v is read as %v, %v", layout, tt.score, out.Score, err)
			}
		}
	}
	foreign := record(t, kings+"40 00 0100 0f27 01 00") // 9,999
	var r records.Record
	if err := records.Marlin.Decode(&foreign, &r); err != nil || r.Score != winprob.MateIn(1, -1) {
		t.Errorf("9999 is read as %v, %v", r.Score, err)
	}
}

// labelled gives a position labels that depend on it.
func labelled(p board.Position) records.Record {
	key := p.Key()
	return records.Record{Position: p, Score: winprob.Score(key%19_997) - 9998, WDL: uint8(key >> 32 % 3)}
}

// checkRoundTrip writes a record in both layouts and reads it again.
func checkRoundTrip(t *testing.T, in records.Record) {
	t.Helper()
	var b [records.Size]byte
	var out records.Record
	if err := errors.Join(records.Marlin.Encode(&in, &b), records.Marlin.Decode(&b, &out)); err != nil || out != in {
		t.Fatalf("marlinformat: %s %v %d is read as %s %v %d, %v", in.Position.FEN(), in.Score, in.WDL, out.Position.FEN(), out.Score, out.WDL, err)
	}
	if err := errors.Join(records.Bullet.Encode(&in, &b), records.Bullet.Decode(&b, &out)); err != nil {
		t.Fatalf("bulletformat: %s: %v", in.Position.FEN(), err)
	}
	if want := seenByMover(t, in); out != want {
		t.Fatalf("bulletformat: %s %v %d is read as %s %v %d", in.Position.FEN(), in.Score, in.WDL, out.Position.FEN(), out.Score, out.WDL)
	}
}

// seenByMover is what bulletformat leaves of a record.
func seenByMover(t testing.TB, r records.Record) records.Record {
	t.Helper()
	if r.Position.SideToMove() == board.Black {
		r = records.Record{Position: r.Position.Mirror(), Score: r.Score.Neg(), WDL: 2 - r.WDL}
	}
	pieces, _, _ := strings.Cut(r.Position.FEN(), " ")
	r.Position = boardtest.Parse(t, pieces+" w - - 0 1")
	return r
}

func TestRoundTrip(t *testing.T) {
	for _, c := range boardtest.Cases() {
		checkRoundTrip(t, labelled(boardtest.Parse(t, c.FEN)))
	}
	for p := range boardtest.RandomPositions(11, 20_000) {
		checkRoundTrip(t, labelled(p))
	}
}

// TestBulletBatch reads records that another program wrote, and writes them
// again as they were.
func TestBulletBatch(t *testing.T) {
	data, err := os.ReadFile("../../../shared/data/formats/bullet_batch.bf")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no shared data here")
	}
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; len(data) >= records.Size; data = data[records.Size:] {
		n++
		in := [records.Size]byte(data)
		var r records.Record
		if err := records.Bullet.Decode(&in, &r); err != nil {
			t.Errorf("record %d: %v", n, err)
			continue
		}
		var out [records.Size]byte
		if err := records.Bullet.Encode(&r, &out); err != nil || out != in {
			t.Errorf("record %d: %v\nread  %x\nwrote %x", n, err, in, out)
		}
	}
	if len(data) != 0 || n != 16_273 {
		t.Errorf("%d records and %d bytes", n, len(data))
	}
}

// TestDoubleChess960 sends positions of double Fischer random chess through
// marlinformat: they have castling rooks on every file.
func TestDoubleChess960(t *testing.T) {
	f, err := os.Open("../../../shared/data/formats/viriformat_valid.sfens.zst")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no shared data here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	n := 0
	lines := bufio.NewScanner(io.Reader(z))
	for ; lines.Scan(); n++ {
		checkRoundTrip(t, labelled(boardtest.Parse(t, lines.Text())))
	}
	if err := lines.Err(); err != nil || n != 10_000 {
		t.Errorf("%d positions, %v", n, err)
	}
}
