package regret

import (
	"encoding/binary"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/search"
)

// A question is a position to be searched: a root, or what a move leads to from there.
type question struct {
	root *Root
	move board.Move // NoMove: the root itself
}

// An answer is what a player finds: its move and the score of the side to move.
type answer struct {
	move   board.Move
	score  search.Score
	scored bool
	failed bool // there is none: the player crashed, hung or said nonsense
}

// An answer in a cache: move and score, 2 bytes each, little-endian.
const unscored = math.MinInt16

func (a answer) encode() string {
	score := int16(unscored)
	if a.scored {
		score = int16(a.score)
	}
	b := binary.LittleEndian.AppendUint16(nil, uint16(a.move))
	return string(binary.LittleEndian.AppendUint16(b, uint16(score)))
}

func decode(text string) (a answer, ok bool) {
	if len(text) != 4 {
		return a, false
	}
	b := []byte(text)
	a.move = board.Move(binary.LittleEndian.Uint16(b))
	if score := int16(binary.LittleEndian.Uint16(b[2:])); score != unscored {
		a.score, a.scored = search.Score(score), true
	}
	return a, true
}

// key is that of the answer of a player.
func (q question) key(id string) resume.Key {
	return resume.KeyOf("answer", id, q.root.Position.FEN(), q.move.String())
}

// game is the root, with the move if there is one.
func (q question) game() *search.Game {
	g := search.NewGame(q.root.Position)
	if q.move != board.NoMove {
		g.Make(q.move)
	}
	return g
}
