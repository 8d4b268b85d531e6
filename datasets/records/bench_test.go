package records_test

import (
	"testing"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets/records"
)

func BenchmarkDecode(b *testing.B) {
	var all []records.Record
	for p := range boardtest.RandomPositions(3, 1024) {
		all = append(all, labelled(p))
	}
	for _, layout := range []records.Layout{records.Marlin, records.Bullet} {
		b.Run(layout.String(), func(b *testing.B) {
			bytes := make([][records.Size]byte, len(all))
			for i := range all {
				if err := layout.Encode(&all[i], &bytes[i]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			var r records.Record
			for i := 0; b.Loop(); i++ {
				if err := layout.Decode(&bytes[i%len(bytes)], &r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseGame(b *testing.B) {
	games := randomGames(100)
	var texts [][]byte
	for _, g := range games {
		texts = append(texts, appendGames(b, []records.Game{g}))
	}
	b.ReportAllocs()
	moves := 0
	var g records.Game
	for i := 0; b.Loop(); i++ {
		if err := records.ParseGame(texts[i%len(texts)], &g); err != nil {
			b.Fatal(err)
		}
		moves += len(g.Moves)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
