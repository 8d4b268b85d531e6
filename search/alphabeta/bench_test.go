package alphabeta_test

import (
	"maps"
	"slices"
	"testing"

	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// benchFENs are positions of all phases.
var benchFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r2qkbnr/ppp2ppp/2np4/4p3/2B1P1b1/2N2N1P/PPPP1PP1/R1BQK2R b KQkq - 0 5",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP1B2/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 8",
	"4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
	"2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
	"8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
}

// BenchmarkNodes reports nodes per second: of the search, with an evaluation that
// costs nothing, and with the one that the engine plays with.
func BenchmarkNodes(b *testing.B) {
	evaluators := map[string]func() search.Evaluator{"material": newMaterial, "standard": newStandard(b)}
	for name, e := range evaluators {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			s := alphabeta.New(e, alphabeta.Options{})
			nodes := uint64(0)
			for b.Loop() {
				s.NewGame()
				for _, fen := range benchFENs {
					nodes += run(s, position(b, fen), search.Limits{Nodes: 100_000}).Nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkTechniques reports the nodes to a fixed depth with everything switched
// on, and without one technique each: what it saves. A technique that goes deeper
// (CheckExtension) costs nodes and gives strength.
func BenchmarkTechniques(b *testing.B) {
	off := map[string]alphabeta.Technique{"all": 0}
	for _, s := range alphabeta.Settings() {
		if s.Technique != 0 {
			off["without"+s.Name] = s.Technique
		}
	}
	for _, name := range slices.Sorted(maps.Keys(off)) {
		b.Run(name, func(b *testing.B) {
			s := alphabeta.New(newStandard(b), alphabeta.Options{Off: off[name]})
			nodes := uint64(0)
			for b.Loop() {
				nodes = 0
				s.NewGame()
				for _, fen := range benchFENs {
					nodes += run(s, position(b, fen), search.Limits{Depth: 7}).Nodes
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
