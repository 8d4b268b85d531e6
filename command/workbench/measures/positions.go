package measures

import (
	"context"
	"errors"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/plaintext"
)

// A found position is one of a data file.
type found struct {
	FEN  string
	Line int
}

// places are where a position is first found in a data file: with White to move, and with Black. Rows have
// one key for a position and its mirror image.
type places [2]found

// nearest returns the place whose evaluation is nearest to a row's score: that of the mirror image has the other
// sign. Without an evaluator it returns the first.
func (p places) nearest(e *items.Evaluator, score float64) (at found) {
	least := math.Inf(1)
	for _, f := range p {
		if f.FEN == "" {
			continue
		}
		off := 0.0
		if position, err := board.ParseFEN(f.FEN); err == nil && e != nil {
			off = math.Abs(e.Evaluate(&position) - score)
		}
		if off < least {
			least, at = off, f
		}
	}
	return at
}

// positions looks up the positions of rows in the open data files that the rows come from: the item of the rows
// or, by name, the sources of its matrix.
func positions(ctx context.Context, open []*items.Item, rows *items.Item, hashes []uint64) (map[uint64]places, error) {
	var wanted map[uint64]places
	for _, item := range open {
		if item.Kind != items.Data || !rows.MadeOf(item.Path) {
			continue
		}
		if wanted == nil {
			wanted = make(map[uint64]places, len(hashes))
			for _, h := range hashes {
				wanted[h] = places{}
			}
		}
		if err := lookUp(ctx, item, wanted); err != nil {
			return nil, err
		}
	}
	return wanted, nil
}

// lookUp finds the positions of hashes in a file. It skips what it cannot read: the page shows these rows
// without a board. The only error is that of the context.
func lookUp(ctx context.Context, item *items.Item, wanted map[uint64]places) error {
	r, err := datasets.Open([]string{item.Path}, datasets.Options{})
	if err != nil {
		return nil
	}
	defer r.Close()
	n := 0
	for sample, err := range r.All() {
		if n++; n%lookRows == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			tellRead(ctx, "looking up the positions of "+item.Label, r)
		}
		if err != nil {
			if _, line := errors.AsType[*datasets.LineError](err); line {
				continue
			}
			return nil
		}
		key := sample.Position.CanonicalKey()
		side := sample.Position.SideToMove()
		if at, ok := wanted[key]; ok && at[side].FEN == "" {
			at[side] = found{sample.Position.FEN(), sample.Line}
			wanted[key] = at
		}
	}
	return nil
}

// lookRows is after how many rows a reading says how far it has come, and looks whether it is still wanted.
const lookRows = 1 << 10

// tellRead says how far a reader has come.
func tellRead(ctx context.Context, stage string, r *datasets.Reader) {
	read, size := r.Progress()
	queue.Tell(ctx, stage, read, size, plaintext.Megabytes(size))
}
