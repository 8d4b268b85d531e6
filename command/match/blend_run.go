package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/blending"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/standing"
	"example.org/centipawn/match/variants"
)

// run searches and proves. The result is nil if nothing was played.
func (b *blendRun) run(ctx context.Context, std cli.Streams, cfg variants.Config) (r *blending.Result, err error) {
	bl := &b.blending
	if bl.Engine, err = openVariant(ctx, std, cfg); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bl.Engine.Close()) }()
	if err := bl.Check(ctx); err != nil {
		return nil, err
	}
	follow := &blending.Follower{Blending: bl}
	m, err := b.search(ctx, std, follow)
	if m == nil {
		return nil, err
	}
	r = bl.Result(m)
	defer func() { err = errors.Join(err, follow.End(r)) }()
	if err != nil || !blending.Complete(m) {
		return r, cmp.Or(err, ended(m.Stop, nil, m))
	}
	if r.Found, err = bl.WriteFound(r); err != nil {
		return r, err
	}
	if !r.Worth() || b.only {
		return r, b.left(r)
	}
	return r, b.prove(ctx, std, r, follow)
}

// left is the exit status of a search without a proof.
func (b *blendRun) left(r *blending.Result) error {
	if !r.Worth() {
		return cli.ErrRejected
	}
	r.Next = "A search proves nothing: run it again without -search-only."
	return cli.ErrUndecided
}

// search plays the match of the search.
func (b *blendRun) search(ctx context.Context, std cli.Streams, follow *blending.Follower) (*match.Result, error) {
	plan, err := b.blending.Plan(ctx)
	if err != nil {
		return nil, err
	}
	b.announce(std.Err, &plan)
	return watched(ctx, std, plan, goesOn(std.Err), func(c *standing.Clock, p *match.Progress) string {
		var text strings.Builder
		if limit := b.blending.SearchTime; limit > 0 {
			fmt.Fprintf(&text, "search    %s%s, of %v\n", plaintext.Count(p.Finished, "game"), c.Rate(p), limit)
		} else {
			fmt.Fprintf(&text, "search    %s of %s games%s\n", plaintext.Thousands(p.Finished), plaintext.Thousands(p.Planned), c.Pace(p))
		}
		_ = b.blending.Table(&text) // a Builder takes all
		_ = follow.Search(p)        // the page at the end says what is wrong
		return text.String()
	})
}

// goesOn says how many games an earlier run has played.
func goesOn(w io.Writer) func(*match.Progress) {
	return func(p *match.Progress) {
		if p.Finished > 0 {
			fmt.Fprintf(w, "goes on   after %s of an earlier run\n", plaintext.Count(p.Finished, "game"))
		}
	}
}

// announce says before the first game what is going to be played.
func (b *blendRun) announce(w io.Writer, plan *match.Plan) {
	e := b.blending.Engine
	cli.Printf(w, "player    %s: %s, weights %s\n", e.Name, standing.Player(&e.Spec, e.Spec.Limit), e.Kind)
	standing.AnnounceConditions(w, &b.blending.Match, plan)
	for i, d := range b.blending.Blend.Directions {
		cli.Printf(w, "direction %s: moves %s\n", d.Name, plaintext.Count(b.blending.Blend.Moved(i), "weight"))
	}
	if limit := b.blending.SearchTime; limit > 0 {
		fmt.Fprintf(w, "games     for %v, at most %s, in pairs\n", limit, plaintext.Thousands(2*plan.Pairs))
		return
	}
	fmt.Fprintf(w, "games     %s in pairs\n", plaintext.Thousands(2*plan.Pairs))
}

// prove plays the proof.
func (b *blendRun) prove(ctx context.Context, std cli.Streams, r *blending.Result, follow *blending.Follower) error {
	test := blending.Test
	if b.test != nil {
		test = *b.test
	}
	pairs := cmp.Or(b.proofPairs, b.blending.Match.Pairs)
	plan, err := b.blending.Proof(ctx, r.Best.Alpha, &test, pairs)
	if err != nil {
		return err
	}
	cli.Printf(std.Err, "proof     found against old, at most %s\n", plaintext.Count(2*pairs, "game"))
	m, err := watched(ctx, std, plan, goesOn(std.Err), func(c *standing.Clock, p *match.Progress) string {
		_ = follow.Proof(r, p)
		return c.Standing(p)
	})
	if m == nil {
		return err
	}
	if err = errors.Join(err, b.blending.Prove(r, m, pairs)); err == nil {
		err = proofStatus(r.Proof, m)
	}
	return err
}

// proofStatus is the exit status of a proof.
func proofStatus(p *blending.Proof, m *match.Result) error {
	switch {
	case p.Proven:
		return nil
	case m.Stop == match.Interrupted || m.Stop == match.Faulty:
		return ended(m.Stop, nil, m)
	case p.Test != nil && p.Test.Decision == elo.AcceptH0:
		return cli.ErrRejected
	}
	return cli.ErrUndecided
}
