package pgn

import (
	"fmt"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// A Game is one game: its tags, where it starts, and the moves of its main line.
// [Parse] reuses the memory of the Game that it fills.
type Game struct {
	Tags     []Tag          // in the order of the text
	Start    board.Position // by the tag FEN, or that of standard chess
	Chess960 bool           // the tag Variant says so
	Comments []Comment      // before the first move
	Moves    []Move
	Result   Result

	// Ended says that a result, or *, follows the moves. A game without one
	// may have been cut off.
	Ended bool

	// Centipawns says that numbers in comments are centipawns, not pawns. It is the caller's: [Parse]
	// leaves it as it is.
	Centipawns bool

	// ReadFEN reads the tag FEN. Nil is [board.ParseFEN]. It is the caller's, too.
	ReadFEN func(fen string) (board.Position, error)

	// Unread counts the comments of moves that look like evaluations and are not understood;
	// UnreadAt is where the first begins in the text.
	Unread, UnreadAt int

	// Skipped counts the words among the moves that are neither moves nor known signs, and were
	// passed over; SkippedAt is where the first begins in the text.
	Skipped, SkippedAt int

	comments []Comment // backing memory of Comments and of the moves' comments
	nags     []byte    // backing memory of the moves' NAGs
	values   []byte    // text of the tags before it becomes a string
	spans    []tagSpan // of values
}

// A tagSpan says where a tag stands in the text, and where its name and its value
// end in Game.values.
type tagSpan struct{ at, name, value int }

// A Tag is a name and a value, unescaped and in UTF-8: a value that is not UTF-8 is
// read as Latin-1.
type Tag struct{ Name, Value string }

// A Comment is the text between { and }, or from ; up to the end of the line,
// byte by byte as in the file; it may contain the ends of lines. [Parse] does
// not copy it: it is valid as long as the text that was parsed.
type Comment []byte

// A Move is a move of the main line with what is written to it.
type Move struct {
	Move     board.Move // NoMove is the null move: the other side is to move
	NAGs     []byte     // numeric annotation glyphs, ! and ? among them as $1 to $6
	Comments []Comment  // after the move
	Note     Annotation // what the comments say of score, depth and time
}

// An Annotation is what the comments of a move say of the search that chose it. Of
// two comments that say the same thing the first counts. These are understood:
//
//	{+0.31/12 0.5s}  {-M3/20 1.2s}       cutechess
//	{+4.57/15 0.057s, n=42103}           fastchess
//	{(Nb1-c3 e7-e5) +0.31/12 4}          programs of the WinBoard family
//	{(+0.31/12 5)}  {+0.31 d12 5s}  {+0.31|d12|0:05}
//	{+0.3/12 2424 1511177}               Banksia (time in milliseconds, nodes)
//	{+1.21 15/32 130 325610}             OpenBench (time in milliseconds)
//	{d=12, sd=40, mt=1000, wv=-0.31,}    TCEC (White's view; ev= is the mover's)
//	{book}  {book, mb=+0+0+0+0+0,}  {Book move}  {o.b.}
//	{[%eval 0.25] [%clk 0:01:00]}  {[%eval #-3,18]}  {[%emt 0:00:07]}
//
// Decimals may follow a comma. But for TCEC's the scores of engines are the mover's, and they were
// found before the move; the score of %eval is White's and judges the position after it. A number of
// %eval without decimals is pawns up to 99, and not understood beyond; where [Game].Centipawns is
// set, all numbers but TCEC's are centipawns.
type Annotation struct {
	// Score is White-relative; NoScore if there is none. The distance of a mate is
	// the number that the comment gives: Lichess and WinBoard count moves, cutechess
	// and fastchess half moves.
	Score winprob.Score
	After bool  // Score judges the position after the move, not before it
	Depth uint8 // of the search that gave Score, in plies, at most 255; 0 if not known
	Book  bool  // the move was played from an opening book

	Clock   time.Duration // left on the mover's clock after the move; NoTime if not known
	Elapsed time.Duration // used for the move; NoTime if not known
}

// NoTime is a time that is not known.
const NoTime time.Duration = -1

// NoAnnotation is the annotation of a move without comments.
func NoAnnotation() Annotation {
	return Annotation{Score: winprob.NoScore, Clock: NoTime, Elapsed: NoTime}
}

// Tag returns the value of the first tag of a name, and whether there is one.
func (g *Game) Tag(name string) (value string, ok bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// Make plays a move of a game: a legal one, or the null move NoMove. The null
// move is an error, and p unchanged, if the side to move is in check.
func Make(p *board.Position, m board.Move) error {
	if m != board.NoMove {
		p.Make(m)
		return nil
	}
	s := board.NewSetup()
	for sq := board.A1; sq <= board.H8; sq++ {
		s.Pieces[sq] = p.PieceAt(sq)
	}
	s.SideToMove = p.SideToMove().Other()
	s.Castling = p.CastlingRooks()
	s.Halfmoves = min(p.HalfmoveClock()+1, maxCounter)
	s.Fullmoves = min(p.FullmoveNumber()+int(p.SideToMove()), maxCounter)
	next, err := s.Position()
	if err != nil {
		return fmt.Errorf("null move: %w", err)
	}
	*p = next
	return nil
}

// maxCounter bounds the counters of a position.
const maxCounter = 9999

// A Result is the result of a game.
type Result uint8

// The results.
const (
	Unknown   Result = iota // not finished, or unknown
	BlackWins               // 0-1
	Draw                    // 1/2-1/2
	WhiteWins               // 1-0
)

// String returns the result as PGN writes it; an unknown one is "*".
func (r Result) String() string {
	names := [...]string{Unknown: "*", BlackWins: "0-1", Draw: "1/2-1/2", WhiteWins: "1-0"}
	if int(r) >= len(names) {
		return "*"
	}
	return names[r]
}

// parseResult reads the result of a tag or the end of the moves.
func parseResult(s string) (r Result, ok bool) {
	switch s {
	case "1-0", "1:0", "1–0", "1−0":
		return WhiteWins, true
	case "0-1", "0:1", "0–1", "0−1":
		return BlackWins, true
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "1/2−1/2", "½-½", "½:½", "½–½", "½−½", "½", "0.5-0.5", "\xbd-\xbd", "\xbd:\xbd", "\xbd":
		return Draw, true
	case "*":
		return Unknown, true
	}
	return Unknown, false
}
