package matrix_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"example.org/centipawn/matrix"
)

// Two positions with two terms go to disk and come back.
func Example() {
	parent, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "x.matrix")

	w, err := matrix.Create(dir, matrix.Schema{
		Set:     "demo",
		Columns: []matrix.Column{{Name: "material.pawn"}, {Name: "bishop_pair"}},
	}, matrix.Shard{})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort() // does nothing after Close

	err = w.Write(&matrix.Block{
		Start:   []int64{0, 1, 3}, // White is a pawn up; White has the bishop pair for a pawn
		Columns: []uint16{0, 0, 1},
		Counts:  []float32{1, -1, 1},
		MG:      []uint8{0, 0}, EG: []uint8{0, 0},
		Score: []int16{95, -40}, Result: []uint8{matrix.ResultWhite, matrix.ResultDraw},
		Game: []uint32{1, 2}, Ply: []uint16{40, 22}, Material: []int8{1, -1}, Hash: []uint64{11, 12},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(matrix.Provenance{Sources: []matrix.Source{{Name: "demo.epd", Lines: 2}}}); err != nil {
		log.Fatal(err)
	}

	m, err := matrix.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	var b matrix.Block
	for i := range m.Blocks() {
		if err := m.ReadBlock(i, &b); err != nil {
			log.Fatal(err)
		}
		for r := range b.Rows() {
			columns, counts := b.Row(r)
			fmt.Println(columns, counts, b.Score[r])
		}
	}
	// Output:
	// [0] [1] 95
	// [0 1] [-1 1] -40
}
