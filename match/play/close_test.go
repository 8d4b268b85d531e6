package play

import (
	"testing"

	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/search/alphabeta"
)

// TestCloseFrees: engines that are closed, or given another search, hold no memory.
func TestCloseFrees(t *testing.T) {
	const hash = 128 // MiB
	if memory.Largest() < hash<<20 {
		t.Skip("needs 128 MiB of memory")
	}
	var engines []*engine.Engine // reachable: the collector frees none of them
	before := memory.InUse()
	freed := func(how string) {
		t.Helper()
		if got := memory.InUse(); got > before {
			t.Fatalf("%d engines, the last one %s: %d MiB are held", len(engines), how, (got-before)>>20)
		}
	}
	for range 20 {
		e, err := engine.New(engine.Options{Base: alphabeta.Options{Hash: hash}})
		if err != nil {
			t.Fatal(err)
		}
		engines = append(engines, e)
		p := Ours(e)
		if err := p.NewGame(); err != nil || memory.InUse() != before+hash<<20 {
			t.Fatalf("a new game: %v, %d bytes are held, %d before", err, memory.InUse(), before)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		freed("closed")
	}
	for _, o := range [][2]string{{"Search", "alphaone-v1"}, {"EvalFile", ""}} {
		e := engines[0]
		e.NewGame()
		if err := e.SetOption(o[0], o[1]); err != nil {
			t.Error(err)
		}
		freed("with another " + o[0])
		if err := e.SetOption("Search", engine.DefaultSearch); err != nil {
			t.Error(err)
		}
	}
}
