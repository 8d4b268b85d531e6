package standard

import (
	"runtime"
	"time"

	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// rounds is how often the positions are counted for a cost: the shortest time is
// the one that nothing disturbed.
const rounds = 40

// familyCosts returns the nanoseconds a position that each family of a set adds:
// the time of the whole set less that of the set without it. What families share,
// such as the squares that pieces attack, belongs to no family.
func familyCosts(set *features.Set) []float64 {
	families := set.Families()
	sets := []*features.Set{set}
	for i := range families {
		rest := append(append([]features.Family{}, families[:i]...), families[i+1:]...)
		without, err := features.NewScaledSet("rest", set.Phase(), set.Scale(), rest...)
		if err != nil {
			panic(err) // families of a set make a set
		}
		sets = append(sets, without)
	}
	times := shortest(len(sets), func(i int) { evaluate(sets[i]) })
	costs := make([]float64, len(families))
	for i := range costs {
		costs[i] = times[0] - times[1+i]
	}
	return costs
}

// evaluate evaluates the fixed positions once, without a cache.
func evaluate(set *features.Set) {
	tally := features.NewScore(make([]tapered.Packed, len(set.Terms())))
	blender, positions := set.NewBlender(nil), features.Positions()
	sum := 0.0
	for i := range positions {
		tally.Reset()
		set.Count(&positions[i], tally)
		sums := tally.Sums()
		sum += blender.Blend(&sums, set.Phase().Step(&positions[i]), set.ScaleIndex(tally))
	}
	runtime.KeepAlive(sum)
}

// shortest returns for each of n pieces of work the shortest of several times, in
// nanoseconds a position. They take turns, so that a slow moment hits all.
func shortest(n int, work func(int)) []float64 {
	best := make([]float64, n)
	for round := range rounds {
		for i := range best {
			begin := time.Now()
			work(i)
			t := float64(time.Since(begin).Nanoseconds()) / float64(len(features.Positions()))
			if round == 0 || t < best[i] {
				best[i] = t
			}
		}
	}
	return best
}
