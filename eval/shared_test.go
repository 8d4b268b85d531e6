package eval

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// evaluations calls each with every position that the search order evaluates.
func evaluations(each func(p *board.Position)) {
	for _, rec := range searchOrder() {
		way := &replayed
		way.at, way.null[0], way.without[0] = 0, false, rec.root
		for _, s := range rec.steps {
			if s == evaluated {
				each(way.current())
			}
			way.take(s, nil)
		}
	}
}

// pieces are what stands where, whichever side is to move.
type pieces [board.King + 2]board.Bitboard

func piecesOf(p *board.Position) (all pieces) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		all[pt] = p.ByType(pt)
	}
	all[board.King+1] = p.ByColor(board.White)
	return all
}

// BenchmarkShared reports what a cache of whole evaluations could save in the order of a search:
// the share of positions that a table of 4,096 or 65,536 has seen before, in percent, as they are
// and with either side to move.
func BenchmarkShared(b *testing.B) {
	for b.Loop() {
		for name, bits := range map[string]int{"4096": 12, "65536": 16} {
			keys, placements := make([]uint64, 1<<bits), make([]pieces, 1<<bits)
			n, same, either := 0, 0, 0
			evaluations(func(p *board.Position) {
				now, hash := piecesOf(p), uint64(0)
				for _, set := range now {
					hash = (hash ^ uint64(set)) * golden
					hash ^= hash >> 29
				}
				place, at := p.Key()*golden>>(64-bits), hash*golden>>(64-bits)
				same += btoi(keys[place] == p.Key())
				either += btoi(placements[at] == now)
				keys[place], placements[at] = p.Key(), now
				n++
			})
			b.ReportMetric(100*float64(same)/float64(n), "%same/"+name)
			b.ReportMetric(100*float64(either)/float64(n), "%either/"+name)
		}
	}
}

func btoi(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// BenchmarkBound reports by how much the terms that no cache holds move an evaluation of the
// built-in weights in the order of a search, in centipawns: at most at once, and the sums of the
// most of every family and of every term. A bound that is proved from the ranges of families, or of
// terms, cannot be less than these.
func BenchmarkBound(b *testing.B) {
	e, err := New(weights.Builtin())
	if err != nil {
		b.Fatal(err)
	}
	family := map[string]string{}
	for _, f := range e.set.Families() {
		if f.Depends == features.OnEverything {
			for _, def := range f.Terms {
				family[def.Name] = f.Name
			}
		}
	}
	for b.Loop() {
		n, whole := 0, 0.0
		byFamily, byTerm := map[string]float64{}, map[string]float64{}
		evaluations(func(p *board.Position) {
			if n++; n%20 != 0 {
				return // to explain takes long
			}
			sum, now := 0.0, map[string]float64{}
			for _, l := range e.Explain(p).Lines {
				if f, ok := family[l.Term]; ok {
					sum += l.Product
					now[f] += l.Product
					byTerm[l.Term] = max(byTerm[l.Term], math.Abs(l.Product))
				}
			}
			whole = max(whole, math.Abs(sum))
			for f, v := range now {
				byFamily[f] = max(byFamily[f], math.Abs(v))
			}
		})
		b.ReportMetric(whole, "cp")
		b.ReportMetric(total64(byFamily), "cp/families")
		b.ReportMetric(total64(byTerm), "cp/terms")
	}
}

func total64(m map[string]float64) (sum float64) {
	for _, v := range m {
		sum += v
	}
	return sum
}
