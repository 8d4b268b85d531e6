package match

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"strconv"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// A Game is a finished game: a line of games.jsonl.
type Game struct {
	Number int    `json:"game"`  // from 1; those of one pair are 2n−1 and 2n
	Round  int    `json:"round"` // the number of its pair within its pairing, from 1
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"` // as in PGN
	End    string `json:"end"`    // "checkmate", "time loss"

	Termination string `json:"termination"`      // as fastchess has it
	Reason      string `json:"reason"`           // the end in words
	Guilty      string `json:"guilty,omitempty"` // the player whose fault the end is and who has lost by it, or [Harness]
	Stack       string `json:"stack,omitempty"`  // of the panic that has ended the game

	Values [2]string `json:"values,omitzero"` // what a [Tuner] has set White's options and Black's to

	Opening string `json:"opening"`       // where it comes from
	FEN     string `json:"fen,omitempty"` // of the start, if it is not that of standard chess
	Book    int    `json:"book"`          // moves of the opening, at the front of Moves
	Moves   string `json:"moves"`         // UCI's notation, with blanks between

	// What the players reported, a value for each move after the opening.
	Scores Scores   `json:"scores"`
	Depths []int    `json:"depths"`
	Nodes  []uint64 `json:"nodes"`
	Times  []int64  `json:"us"`                // microseconds, measured by this program
	Left   []int64  `json:"left_us,omitempty"` // on the mover's clock; none without clocks

	Used    [2]Used   `json:"used"` // White's and Black's
	Began   time.Time `json:"began"`
	Seconds float64   `json:"seconds"`
}

// Scores are the movers' scores in centipawns, a mate n half-moves away ±(32000 − n), and null
// where none was reported.
type Scores []search.Score

// At returns the score of a move after the opening; ok is false where none was reported.
func (s Scores) At(n int) (score search.Score, ok bool) {
	if n < 0 || n >= len(s) || s[n] == noScore {
		return 0, false
	}
	return s[n], true
}

// noScore is outside the range of scores.
const noScore = search.Infinity + 1

// MarshalJSON writes null for no score.
func (s Scores) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, v := range s {
		if i > 0 {
			b = append(b, ',')
		}
		if v == noScore {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Scores) UnmarshalJSON(data []byte) error {
	var list []*search.Score
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*s = make(Scores, len(list))
	for i, v := range list {
		(*s)[i] = noScore
		if v != nil {
			(*s)[i] = *v
		}
	}
	return nil
}

// newGame returns the line of a game that was played.
func newGame(s slot, p *Plan, o *openings.Opening, r *play.Record) *Game {
	g := &Game{
		Number: s.game + 1, Round: s.round + 1,
		White: p.Entrants[s.white].Name, Black: p.Entrants[s.black].Name, Result: r.Result.String(),
		End: r.End.String(), Termination: r.End.Termination(), Reason: r.Reason, Stack: string(r.Stack), Opening: o.Name, Book: r.Book,
		Scores: Scores{}, Depths: []int{}, Nodes: []uint64{}, Times: []int64{},
	}
	g.Guilty = guilty(g, r)
	if fen := r.Start.FEN(); fen != board.StartFEN {
		g.FEN = fen
	}
	clocks := p.Entrants[s.white].Limit.Time > 0 || p.Entrants[s.black].Limit.Time > 0
	at := r.Start
	var text []byte
	for i := range r.Moves {
		m := &r.Moves[i]
		text = append(append(text, at.UCI(m.Move)...), ' ')
		at.Make(m.Move)
		if i >= r.Book {
			g.addThought(m, clocks)
		}
	}
	g.Moves = string(bytes.TrimSuffix(text, []byte{' '}))
	for color := range r.Used {
		g.Used[color] = Used(r.Used[color])
	}
	return g
}

// guilty returns who has broken a game, if anyone.
func guilty(g *Game, r *play.Record) string {
	switch {
	case r.Result == pgn.Unknown:
		return Harness
	case !r.End.Forfeit():
		return ""
	case r.Result == pgn.WhiteWins:
		return g.Black
	}
	return g.White
}

func (g *Game) addThought(m *play.Move, clocks bool) {
	score := m.Score
	if !m.Scored {
		score = noScore
	}
	g.Scores = append(g.Scores, score)
	g.Depths = append(g.Depths, m.Depth)
	g.Nodes = append(g.Nodes, m.Nodes)
	g.Times = append(g.Times, m.Time.Microseconds())
	if clocks {
		g.Left = append(g.Left, m.Left.Microseconds())
	}
}

// key is the same for games that begin alike and have the same moves.
func (g *Game) key() uint64 {
	h := fnv.New64a()
	h.Write([]byte(g.FEN + "\n" + g.Moves))
	return h.Sum64()
}

// whiteHalves are the half points of White, 0 to 2; ok is false of a game without a result.
func (g *Game) whiteHalves() (halves int, ok bool) {
	switch g.Result {
	case pgn.WhiteWins.String():
		return 2, true
	case pgn.Draw.String():
		return 1, true
	case pgn.BlackWins.String():
		return 0, true
	}
	return 0, false
}
