package blending

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/variants"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/blend"
)

// damaged are PeSTO's values, of which knights are worth less: what a fit would mend.
func damaged(t *testing.T, good *weights.File) *weights.File {
	t.Helper()
	f := *good
	f.Terms = append([]weights.Term{}, good.Terms...)
	for i := range f.Terms {
		if name, _ := weights.GroupOf(f.Terms[i].Name); name == "pst.knight" {
			f.Terms[i].MG.Value -= 200
			f.Terms[i].EG.Value -= 200
		}
	}
	return &f
}

// search opens a search of an engine whose old weights are damaged, in the direction of the good ones.
func search(t *testing.T, dir string, pairs int) *Blending {
	t.Helper()
	good, ok := weights.Published("pesto")
	if !ok {
		t.Fatal("no published weights")
	}
	old := damaged(t, good)
	path := filepath.Join(dir, "start.json")
	if err := old.Write(path); err != nil {
		t.Fatal(err)
	}
	list, err := blend.Split(old, "good", good, blend.ByPhase, 4)
	if err != nil {
		t.Fatal(err)
	}
	mixed, err := blend.New(old, list)
	if err != nil {
		t.Fatal(err)
	}
	b := &Blending{Blend: mixed}
	spec := entrants.Spec{Weights: path, Search: "base", Limit: play.Limit{Nodes: 60}}
	if b.Engine, err = variants.Open(t.Context(), variants.Config{Spec: spec}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Engine.Close() })
	b.Match.Dir, b.Match.Pairs, b.Match.Seed = dir, pairs, 1
	b.Match.Openings = entrants.Openings{Random: 6}
	b.Match.Rules.MaxPlies = 120
	return b
}

// played plays a search, to its end or until some games are finished.
func played(t *testing.T, b *Blending, until int) *match.Result {
	t.Helper()
	plan, err := b.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m, err := match.Run(ctx, plan, func(p *match.Progress) {
		if until > 0 && p.Finished >= until {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestBlend: a search finds that knights are worth more, is the same after a break, and is proved.
func TestBlend(t *testing.T) {
	long.Skip(t, "some seconds")
	const pairs = 192
	whole := search(t, t.TempDir(), pairs)
	r := whole.Result(played(t, whole, 0))
	if r.Best.Elo <= 0 || !r.Worth() || len(r.Directions) != 2 || r.Stop != match.AllPlayed {
		t.Fatalf("%+v", r)
	}
	dir := t.TempDir()
	if m := played(t, search(t, dir, pairs), 100); m.Stop != match.Interrupted {
		t.Fatal(m.Stop)
	}
	again := search(t, dir, pairs)
	if s := again.Result(played(t, again, 0)); !reflect.DeepEqual(s.Best, r.Best) || !reflect.DeepEqual(s.Path, r.Path) {
		t.Errorf("after a break %+v, in one %+v", s.Best, r.Best)
	}
	plan, err := again.Proof(t.Context(), r.Best.Alpha, &elo.SPRT{Elo0: 0, Elo1: 40}, 400)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.prove(m, 400); !r.Proof.Proven || r.Proof.Smallest <= 0 {
		t.Errorf("%+v, %s", r.Proof, r.Verdict)
	}
}

// TestOther: a folder of other fits is refused.
func TestOther(t *testing.T) {
	dir := t.TempDir()
	played(t, search(t, dir, 64), 10)
	b := search(t, dir, 64)
	b.High = 1
	plan, err := b.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Run(t.Context(), plan, nil); err == nil {
		t.Error("another range is taken")
	}
}

// TestTime: a search whose time is over ends after its block, and ends there again.
func TestTime(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		b := search(t, dir, 5000)
		b.SearchTime = time.Millisecond
		if m := played(t, b, 0); m.Stop != match.Enough || b.Taken() != 64 {
			t.Fatalf("%v after %d pairs", m.Stop, b.Taken())
		}
	}
}
