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

// tellPack tells the other processes to pack rows, if this is the one that leads.
func (t *Prepared) tellPack(ctx context.Context, number int, l *rows.Balancer) error {
	x := t.Opt.Exchange
	if x == nil || !x.Leads() {
		return nil
	}
	o := &sparse.Order{Number: number, Pass: sparse.PassPack, Flag: l != nil}
	if l != nil {
		for _, factors := range l.Factors {
			o.W = append(o.W, factors[:]...)
		}
	}
	return o.Tell(ctx, x)
}

const lookKind = "sources and label scales of a fit"

// tellLook tells the other processes what look has found, or hears it.
func (p *Prepared) tellLook(ctx context.Context, x shards.Exchange) error {
	code := func(c *shards.Coder) {
		some := p.sources != nil
		c.Bool(&some)
		shards.Numbers(c, &p.sources)
		if some && p.sources == nil {
			p.sources = []uint8{}
		}
		shards.List(c, &p.LabelKs, func(k *LabelK) {
			source := int(k.Source)
			c.Int(&source, &k.Rows)
			c.Float(&k.K, &k.StdErr)
			k.Source = uint8(source)
		})
	}
	text, err := shards.Marshal(lookKind, code)
	if err == nil {
		text, err = x.Tell(ctx, "look", text)
	}
	if err != nil || x.Leads() {
		return err
	}
	if err := shards.Unmarshal(lookKind, text, code); err != nil || p.LabelKs == nil {
		return err
	}
	p.Job = p.withLabelK(kBySource(p.LabelKs))
	return nil
}
