package texel

import (
	"context"

	"example.org/centipawn/internal/shards"
)

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
