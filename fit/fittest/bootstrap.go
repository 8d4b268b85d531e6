package fittest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Drawn is data in which a game counts as often as it was drawn.
type Drawn struct {
	fit.Data
	Games []uint32
	Times map[uint32]float32
	Rng   *rand.Rand
}

// NewDrawn returns data of which each game counts once.
func NewDrawn(t *testing.T, set fit.Data) *Drawn {
	t.Helper()
	d := &Drawn{Data: set, Times: make(map[uint32]float32), Rng: rand.New(rand.NewPCG(1, 1000))}
	for b := range set.Blocks() {
		var block matrix.Block
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		for _, g := range block.Game {
			if _, seen := d.Times[g]; !seen {
				d.Times[g] = 1
				d.Games = append(d.Games, g)
			}
		}
	}
	return d
}

// Draw draws as many games as there are, with replacement.
func (d *Drawn) Draw() {
	clear(d.Times)
	for range d.Games {
		d.Times[d.Games[d.Rng.IntN(len(d.Games))]]++
	}
}

// BootstrapAgrees compares the standard errors of weights with how they scatter in quick fits to drawn games.
func BootstrapAgrees(t *testing.T, set fit.Data, opt fit.Options, draws int) {
	t.Helper()
	whole := MustFit(t, set, opt)
	data, found := NewDrawn(t, set), make([][]float64, len(whole.Weights))
	opt.Texel.Quick = true
	for range draws {
		data.Draw()
		for j, v := range Values(MustFit(t, data, opt)) {
			found[j] = append(found[j], v)
		}
	}
	var ratios []float64
	for j, w := range whole.Weights {
		if w.StdErr > 0 {
			ratios = append(ratios, w.StdErr/stat.StdDev(found[j], nil))
		}
	}
	t.Logf("standard errors over those of the bootstrap: %.3f", ratios)
	slices.Sort(ratios)
	noise := 1 / math.Sqrt(2*float64(draws)) // of a standard deviation from that many draws
	if n := len(ratios); n < 4 || math.Abs(ratios[n/2]-1) > 1.7*noise || ratios[0] < 1-4*noise || ratios[n-1] > 1+4*noise {
		t.Errorf("%v: standard errors over those of the bootstrap: %.3f", opt.Loss, ratios)
	}
}

func (d *Drawn) Schema() matrix.Schema {
	s := d.Data.Schema()
	s.Optional |= matrix.WithWeight
	return s
}

func (d *Drawn) ReadBlock(b int, into *matrix.Block) error {
	if err := d.Data.ReadBlock(b, into); err != nil {
		return err
	}
	into.Weight = make([]float32, into.Rows())
	for i, g := range into.Game {
		into.Weight[i] = d.Times[g]
	}
	return nil
}
