package datasets

import (
	"errors"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/game"
)

// ErrHold is wrapped by the faults of samples that the format of a file cannot
// hold.
var ErrHold = errors.New("the format cannot hold it")

// An Encoder makes bytes of samples.
type Encoder interface {
	// Add appends a sample to dst, now or later. It notes what it loses of it.
	Add(dst []byte, s *Sample, lost *Losses) ([]byte, error)
	// Finish appends what Add has kept back.
	Finish(dst []byte, lost *Losses) ([]byte, error)
}

// WholeGames is implemented by an [Encoder] of whole games: all samples of one have to follow
// each other up to its end.
type WholeGames interface{ WholeGames() }

// A Loss is something that samples had and the file has not.
type Loss struct {
	What    string `json:"what"`    // as in "distance of the mate"
	Samples int    `json:"samples"` // that lost it
}

// A Lost is what a format may have no place for.
type Lost uint8

const (
	LostSide Lost = iota
	LostState
	LostDistance
	LostExpected
	LostGame
	LostPly
	LostMove
	LostDepth
	LostEnd
	LostTree
	lossKinds
)

var lossNames = [lossKinds]string{
	LostSide:     "side to move",
	LostState:    "castling rights, en passant square or counters",
	LostDistance: "distance of the mate",
	LostExpected: "that the points are an expected score and no result",
	LostGame:     "game",
	LostPly:      "ply",
	LostMove:     "move",
	LostDepth:    "depth",
	LostEnd:      "length or end of the game, or that the move is from a book",
	LostTree:     "search tree, with its side and offset",
}

// Losses counts the samples that lost something.
type Losses [lossKinds]int

// Note counts a sample if it has lost something.
func (l *Losses) Note(what Lost, lost bool) {
	if lost {
		l[what]++
	}
}

// NoteExtras counts what formats without places for it lose of a sample: all
// but position, score, result and the ply that the position's counters tell.
func (l *Losses) NoteExtras(s *Sample) {
	_, known := s.Score.MateDistance()
	l.Note(LostDistance, known)
	l.Note(LostGame, s.Game != game.Skeleton(&s.Position))
	l.Note(LostMove, s.Move != board.NoMove)
	l.Note(LostDepth, s.Depth != 0)
	l.NoteEnd(s)
	l.NoteTree(s)
}

// NoteTree counts what only EPD has a place for.
func (l *Losses) NoteTree(s *Sample) {
	l.Note(LostTree, s.Tree != 0 || s.Side != SideToMove || s.Offset != 0 || s.Fixed || s.Root != "")
}

// NoteEnd counts what no format has a place for. An expected score of exactly 1,
// ½ or 0 looks like a result.
func (l *Losses) NoteEnd(s *Sample) {
	l.Note(LostEnd, s.Left != NoLeft || s.End != EndUnknown || s.Book)
	l.Note(LostExpected, s.Result == Unknown && (s.Expected == 0 || s.Expected == 0.5 || s.Expected == 1))
}
