package verdict

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	games "example.org/centipawn/datasets/pgn"
	"example.org/centipawn/pgn"
)

// Games are games that were played, as far as a verdict needs them: some sixty
// bytes each. The zero value holds none.
type Games struct {
	names      []string       // of the players, in the order in which they appear
	numbers    map[string]int // by name
	games      []game
	unfinished int
	itself     int    // games of a player against himself
	same       string // his name, of the first of them
	tell       SameName
	turns      map[turn]int // games of one name, by what their pair has in common
	faults     []error      // of reading, the first few
	faulty     int
}

// A game is one that is finished.
type game struct {
	white, black int
	halves       int    // White's points, doubled
	opening      uint64 // a hash of the start and the book's moves; 0: not known
	round        string // up to the first dot; "": not known
	whole        uint64 // a hash of the start and all moves
	forfeit      string // how the loser has lost it beside the board; "": not so
}

// mostFaults is how many faults of reading are kept in words.
const mostFaults = 10

// Read reads the games of a stream; name stands in errors. Games that cannot be
// read are counted, see [Games.Faults]; the error is that of the stream.
func (s *Games) Read(name string, r io.Reader) error {
	reader := pgn.NewReader(name, r)
	var g pgn.Game
	for {
		err := reader.Next(&g)
		var fault *pgn.Error
		switch {
		case err == nil:
			s.Add(&g)
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &fault):
			if s.faulty++; s.faulty <= mostFaults {
				s.faults = append(s.faults, err)
			}
		default:
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

// Faults returns the first ten faults of games that could not be read, and how many
// there were in all.
func (s *Games) Faults() (first []error, n int) { return s.faults, s.faulty }

// Add adds a game, of which nothing is kept. One without a result, and one of a player
// against himself, is counted and stays out of the statistics.
func (s *Games) Add(g *pgn.Game) {
	result, end := games.EndOf(g)
	if result == datasets.Unknown || end == datasets.EndUnterminated {
		s.unfinished++
		return
	}
	white, _ := g.Tag("White")
	black, _ := g.Tag("Black")
	round, _ := g.Tag("Round")
	if white == black {
		var ok bool
		if white, black, ok = s.apart(g, white, round); !ok {
			s.itself++
			s.same = white
			return
		}
	}
	one := game{white: s.player(white), black: s.player(black), halves: int(result) - 1, round: roundOf(round)}
	one.opening, one.whole = hashes(g)
	if end == datasets.EndForfeit && result != datasets.Draw {
		one.forfeit = "forfeit"
		if how, ok := g.Tag("Termination"); ok && how != "" {
			one.forfeit = strings.ToLower(how)
		}
	}
	s.games = append(s.games, one)
}

// player returns the number of a player.
func (s *Games) player(name string) int {
	if n, ok := s.numbers[name]; ok {
		return n
	}
	if s.numbers == nil {
		s.numbers = make(map[string]int)
	}
	s.numbers[name] = len(s.names)
	s.names = append(s.names, name)
	return len(s.names) - 1
}

// roundOf returns the part of a round that games of a pair share: cutechess writes
// 3.1 and 3.2, or 3 twice as fastchess does. "" is a round that is not known.
func roundOf(tag string) string {
	round, _, _ := strings.Cut(tag, ".")
	if round == "?" || round == "-" {
		return ""
	}
	return round
}

// hashes returns a hash of where the game begins, the moves of the book included, and
// one of the whole game. The first is 0 for the start of every game of chess: whether
// moves that are not marked came from a book is not known.
func hashes(g *pgn.Game) (opening, whole uint64) {
	start := board.Start()
	h := fnv.New64a()
	h.Write(g.Start.AppendFEN(nil)) // a hash does not fail
	book := true
	if g.Start.Key() != start.Key() {
		opening = h.Sum64()
	}
	for i := range g.Moves {
		m := &g.Moves[i]
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(m.Move)))
		if book = book && m.Note.Book; book {
			opening = h.Sum64()
		}
	}
	return opening, h.Sum64()
}

// points returns the points of a player in his game, doubled.
func (g *game) points(player int) int {
	if g.white == player {
		return g.halves
	}
	return 2 - g.halves
}

// loser returns who has lost a decided game.
func (g *game) loser() int {
	if g.halves == 0 {
		return g.white
	}
	return g.black
}
