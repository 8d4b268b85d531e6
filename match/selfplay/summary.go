package selfplay

import (
	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
)

// A Summary says what games were played. Its zero value is ready for use.
type Summary struct {
	Games     int            `json:"games"`
	Positions int            `json:"positions"` // that were searched: the half-moves after the openings
	Nodes     uint64         `json:"nodes"`
	White     int            `json:"white"` // games that White has won
	Draws     int            `json:"draws"`
	Black     int            `json:"black"`
	Unique    int            `json:"unique"` // different games
	Ends      map[string]int `json:"ends"`   // games by their end, in words

	seen map[uint64]struct{}
}

// Add counts a game.
func (s *Summary) Add(g *play.Record) {
	if s.seen == nil {
		s.seen, s.Ends = make(map[uint64]struct{}), make(map[string]int)
	}
	s.Games++
	s.Positions += len(g.Moves) - g.Book
	s.Nodes += g.Used[board.White].Nodes + g.Used[board.Black].Nodes
	switch g.Result {
	case pgn.WhiteWins:
		s.White++
	case pgn.BlackWins:
		s.Black++
	case pgn.Draw:
		s.Draws++
	}
	s.Ends[g.End.String()]++
	s.seen[hash(g)] = struct{}{}
	s.Unique = len(s.seen)
}

// hash returns a number that two different games hardly ever share: FNV-1a over
// the start's key and the moves.
func hash(g *play.Record) uint64 {
	const prime = 1099511628211
	h := g.Start.Key()
	for i := range g.Moves {
		h = (h ^ uint64(g.Moves[i].Move)) * prime
	}
	return h
}

// A Report says what [Generate] has done.
type Report struct {
	Summary // of all games of the file
	LeftOut

	Resumed int             `json:"resumed"`         // games that were played already
	Losses  []datasets.Loss `json:"losses"`          // what the file does not say of the games
	Notes   []string        `json:"notes,omitempty"` // what was damaged in the journal
}
