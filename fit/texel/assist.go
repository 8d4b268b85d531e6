package texel

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/shards"
)

// assist makes this process's share of the passes that the one that leads asks for, until it ends: then the
// error is [shards.ErrPart]. What a process that leads does between passes is done once: K, the
// search's steps, factors, error bars.
func (t *Scaled) assist(ctx context.Context) error {
	x := t.Opt.Exchange
	packed := map[int]*Packed{0: t.Rows}
	for {
		o, err := sparse.NextOrder(ctx, x)
		if err != nil {
			return err
		}
		switch o.Pass {
		case sparse.PassEnd:
			return shards.ErrPart
		case sparse.PassPack:
			share := t.fold(rows.Train, 0, t.Watched())
			if o.Flag { // it takes the place of the natural mix
				clear(packed)
				share.balancer = rows.NewBalancer(t.Opt.Balance.By, t.Split.Seed, t.Design.Factors)
				for i, v := range o.W {
					share.balancer.Factors[i/len(share.balancer.Factors[0])][i%len(share.balancer.Factors[0])] = v
				}
			}
			packed[o.Number], err = t.pack(ctx, share, 0)
		default:
			p := packed[o.Number]
			if p == nil {
				return fmt.Errorf("fit: an order for rows %d, which are not packed", o.Number)
			}
			err = p.Obey(ctx, o)
		}
		if err != nil {
			return err
		}
	}
}
