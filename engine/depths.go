package engine

import (
	"context"
	"fmt"
	"io"
	"math"

	"example.org/centipawn/search"
)

const (
	// fewer is by how much the smaller number of nodes of [Engine.Depths] is smaller.
	fewer = 10
	// fewestNodes is the least number of nodes at which depths say something.
	fewestNodes = 1000
	// deadDepth is a depth that is only reached where nothing can happen any more.
	deadDepth = 60
)

// Depths searches the positions of the bench, each with nodes / 10 and with nodes, and writes how
// deep that went: the last finished iteration. The last line is
//
//	depth 9.31 at 20000 nodes, 13.11 at 200000: branching 1.83
//
// with the means over the positions and the effective branching factor b, the one for which
// b to the difference of the depths is 10. Positions without a move, those searched to the end of
// all lines, and dead draws, which are searched 60 half-moves deep and more, are not in the means.
func (e *Engine) Depths(ctx context.Context, w io.Writer, nodes uint64) error {
	if nodes < fewestNodes {
		return fmt.Errorf("%d nodes are too few for depths: pass %d or more", nodes, fewestNodes)
	}
	var sums [2]float64
	counted := 0.0
	err := e.onBench(ctx, func(b *benched) error {
		depths, ended, err := b.depths(ctx, nodes)
		if err != nil {
			return err
		}
		note := ""
		if ended {
			note = "  nothing to search, not counted"
		} else {
			sums[0], sums[1], counted = sums[0]+float64(depths[0]), sums[1]+float64(depths[1]), counted+1
		}
		_, err = fmt.Fprintf(w, "%2d/%d  depth %3d %3d%s\n", b.number, b.of, depths[0], depths[1], note)
		return err
	})
	if err != nil {
		return err
	}
	small, large := sums[0]/counted, sums[1]/counted
	if !(large > small) {
		return fmt.Errorf("no position is searched deeper with %d nodes than with %d: pass more nodes", nodes, nodes/fewer)
	}
	_, err = fmt.Fprintf(w, "depth %.2f at %d nodes, %.2f at %d: branching %.2f\n",
		small, nodes/fewer, large, nodes, branching(small, large))
	return err
}

// depths searches the position with nodes / 10 and with nodes. ended says that one of the
// searches came to the end of all lines before that, or hardly met any that goes on.
func (b *benched) depths(ctx context.Context, nodes uint64) (depths [2]int, ended bool, err error) {
	for i, budget := range [2]uint64{nodes / fewer, nodes} {
		r, err := b.search(ctx, search.Limits{Nodes: budget})
		if err != nil {
			return depths, false, err
		}
		depths[i] = r.Depth
		ended = ended || r.Nodes < budget || r.Depth >= deadDepth
	}
	return depths, ended, nil
}

// branching returns the factor by which a half-move multiplies the nodes, given the depths with
// nodes / 10 and with nodes.
func branching(small, large float64) float64 { return math.Pow(fewer, 1/(large-small)) }
