package sigmazero

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// pictured is the position of which the paper's program draws the planes of moves.
const pictured = "4r2k/8/3PP3/P1P5/p3N3/p4P2/2ppp3/K2n1B2 w - - 0 1"

// A Pictured is what four players say of the moves of a position, as the paper's figures 8 and 9 show it: shares
// of all moves there are, plane·64 + square.
type Pictured struct {
	FEN         string   `json:"fen"`
	Simulations int      `json:"simulations"`
	Players     []string `json:"players"`
	// Legal is the share of legal moves of each player; Moves are the legal ones with the most of the last player.
	Legal  []float64    `json:"legal"`
	Moves  []MoveShares `json:"moves"`
	shares [][]float64  // by player
	us     board.Color
}

// MoveShares are a move's shares by player.
type MoveShares struct {
	Move   string    `json:"move"`
	Shares []float64 `json:"shares"`
}

// picture asks a new network and the trained one, each without and with a tree.
func picture(f *flags, trained, fresh *nn.File) (*Pictured, error) {
	p, err := board.ParseFEN(f.fen)
	if err != nil {
		return nil, fmt.Errorf("-fen: %w", err)
	}
	c := &Pictured{FEN: f.fen, Simulations: f.simulations, us: p.SideToMove()}
	for _, of := range []struct {
		name string
		file *nn.File
	}{{"new", fresh}, {"trained", trained}} {
		n, err := neural.New(of.file)
		if err != nil {
			return nil, err
		}
		c.add(of.name, logitShares(of.file, n.Encoding(), &p))
		c.add(of.name+", in a tree", visitShares(n, f.tree(), f.simulations, &p))
	}
	c.rank(&p)
	return c, nil
}

func (c *Pictured) add(name string, shares []float64) {
	c.Players, c.shares = append(c.Players, name), append(c.shares, shares)
}

// rank fills in the shares of legal moves.
func (c *Pictured) rank(p *board.Position) {
	c.Legal = make([]float64, len(c.shares))
	for _, m := range p.LegalMoves(nil) {
		row := MoveShares{Move: p.SAN(m)}
		for i, shares := range c.shares {
			v := shares[planes.Move(c.us, m)]
			row.Shares = append(row.Shares, v)
			c.Legal[i] += v
		}
		c.Moves = append(c.Moves, row)
	}
	last := len(c.shares) - 1
	slices.SortStableFunc(c.Moves, func(a, b MoveShares) int { return cmp.Compare(b.Shares[last], a.Shares[last]) })
}

// logitShares returns the softmax over all moves there are.
func logitShares(f *nn.File, encoding planes.Encoding, p *board.Position) []float64 {
	in := make([]float32, encoding.Size())
	encoding.Encode(p, 0, in)
	out := f.Network.Share().Forward(in, false)
	shares, top, sum := make([]float64, planes.MovePlanes*nn.Squares), math.Inf(-1), 0.0
	for m := range shares {
		shares[m] = float64(out.Logit(0, m))
		top = max(top, shares[m])
	}
	for m, v := range shares {
		shares[m] = math.Exp(v - top)
		sum += shares[m]
	}
	for m := range shares {
		shares[m] /= sum
	}
	return shares
}

// visitShares returns the shares of a tree's visits.
func visitShares(n *neural.Network, tree mcts.Options, simulations int, p *board.Position) []float64 {
	s := sigma.Player(n, tree)
	defer s.Close()
	s.Search(search.NewGame(*p), search.NewControl(search.Limits{Nodes: uint64(simulations)}, p.SideToMove(), 0), nil)
	shares, sum := make([]float64, planes.MovePlanes*nn.Squares), 0.0
	for _, m := range s.Root() {
		sum += float64(m.Visits)
	}
	for _, m := range s.Root() {
		shares[planes.Move(p.SideToMove(), m.Move)] = float64(m.Visits) / max(sum, 1)
	}
	return shares
}

// shownPlanes is how many planes of moves the picture has.
const shownPlanes = 6

// figure draws the planes with the largest sums over all players, a row for each, as the mover sees them.
func (c *Pictured) figure() (*report.Figure, error) {
	sums := make([]float64, planes.MovePlanes)
	order := make([]int, planes.MovePlanes)
	for plane := range order {
		order[plane] = plane
		for _, shares := range c.shares {
			for _, v := range shares[plane*nn.Squares:][:nn.Squares] {
				sums[plane] += v
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	var boards []report.Board
	for _, plane := range order[:shownPlanes] {
		for i, shares := range c.shares {
			b := report.Board{Title: fmt.Sprintf("%s, plane %d", c.Players[i], plane)}
			copy(b.Values[:], shares[plane*nn.Squares:])
			boards = append(boards, b)
		}
	}
	return report.ShareHeatMap(boards, len(c.shares), report.Options{
		Title: "Planes of moves by the square they begin from, as the mover sees them",
		Note:  fmt.Sprintf("%s; %d simulations", c.FEN, c.Simulations),
	})
}
