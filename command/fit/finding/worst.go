package finding

import (
	"cmp"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A WorstRow is a position that the fit predicts badly. Labels and predictions are expected scores, or centipawns;
// both are White's view.
type WorstRow struct {
	FEN       string  `json:"fen"`
	Source    string  `json:"source"` // base name of the data file
	Line      int     `json:"line"`
	Phase     float64 `json:"phase"`
	Label     float64 `json:"label"`
	Predicted float64 `json:"predicted"`
	CP        float64 `json:"cp"`    // the evaluation
	Quiet     bool    `json:"quiet"` // not in check, and no capture is due that changes the evaluation

	game uint32
	loss float64
	hash uint64
}

// What is listed of badly predicted rows. More are looked at than shown: some are of one game, some not quiet.
const (
	shownWorst  = 12
	lookedWorst = 400
)

// keepWorst keeps the rows with the largest losses.
func keepWorst(list []candidate, c candidate) []candidate {
	list = append(list, c)
	if len(list) >= 2*lookedWorst {
		list = worstOf(list)
	}
	return list
}

// worstOf are the rows with the largest losses, the worst first.
func worstOf(list []candidate) []candidate {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.loss, a.loss) })
	return list[:min(len(list), lookedWorst)]
}

// A candidate is a row that may be listed among the worst.
type candidate struct {
	WorstRow
	row int // of the rows that were predicted
}

// worst are badly predicted positions, at most one of a game, quiet ones first. Positions are looked up in the data
// files that were read: of matrices and of traces there are none.
func (f *Finding) worst(ctx context.Context, of source, list []candidate) ([]WorstRow, error) {
	list = worstOf(list)
	paths := f.dataFiles(of)
	if len(paths) == 0 || len(list) == 0 {
		return nil, nil
	}
	if err := hashes(ctx, of.data, list); err != nil {
		return nil, err
	}
	at := map[uint64][]int{}
	for i := range list {
		at[list[i].hash] = append(at[list[i].hash], i)
	}
	e, err := eval.New(f.File)
	if err != nil {
		return nil, nil // what cannot evaluate a position has none to show
	}
	for _, path := range paths {
		if err := f.lookUp(ctx, path, at, list, e); err != nil {
			return nil, err
		}
	}
	return chosen(list), nil
}

// A source is the rows of a report's sample, and the files that they come from.
type source struct {
	data interface {
		Blocks() int
		ReadBlock(b int, into *matrix.Block) error
	}
	names []string
}

// dataFiles are the files of names that can be read again.
func (f *Finding) dataFiles(of source) (paths []string) {
	if f.Options.Trace.Forced || f.Options.Read.Moves {
		return nil
	}
	for _, name := range of.names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			paths = append(paths, name)
		}
	}
	return paths
}

// hashes finds the positions' hashes by the numbers of the rows.
func hashes(ctx context.Context, data interface {
	Blocks() int
	ReadBlock(b int, into *matrix.Block) error
}, list []candidate) error {
	byRow := map[int]*candidate{}
	for i := range list {
		byRow[list[i].row] = &list[i]
	}
	var block matrix.Block
	first := 0
	for b := 0; b < data.Blocks() && len(byRow) > 0; b++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		err := memory.Guard(func() error {
			if err := data.ReadBlock(b, &block); err != nil {
				return err
			}
			for i := range block.Rows() {
				if c := byRow[first+i]; c != nil && i < len(block.Hash) {
					c.hash = block.Hash[i]
					delete(byRow, first+i)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		first += block.Rows()
	}
	return nil
}

// lookUp finds positions in a file, and evaluates them as an engine does: predictions of rows may have an intercept
// besides. What cannot be read there has said so before.
func (f *Finding) lookUp(ctx context.Context, path string, at map[uint64][]int, list []candidate, e *eval.Evaluator) error {
	r, err := datasets.Open([]string{path}, f.Options.Read.Read)
	if err != nil {
		return nil
	}
	defer r.Close()
	for sample := range r.All() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, i := range at[sample.Position.CanonicalKey()] {
			c := &list[i]
			if c.FEN != "" || c.game != sample.Game {
				continue
			}
			if cp := e.Evaluate(&sample.Position); math.Abs(cp-c.CP) < math.Abs(cp+c.CP)+mirrored {
				c.FEN, c.Source, c.Line, c.CP = sample.Position.FEN(), weights.OneLine(filepath.Base(path)), sample.Line, cp
			}
		}
	}
	return nil
}

// mirrored is by how many centipawns a row is nearer to the evaluation of the mirror image where it is that: both have
// one hash, and rows of -mirror are of one game, too. Less may be an intercept.
const mirrored = 100

// chosen are the rows that are listed, of those whose positions are known: quiet ones first, at most one of a game,
// those with the largest losses first.
func chosen(list []candidate) (out []WorstRow) {
	judge, err := quiet.Load("")
	games := map[uint32]bool{}
	for i := range list {
		c := &list[i]
		if p, e := board.ParsePosition(c.FEN); c.FEN != "" && e == nil && err == nil {
			c.Quiet = !p.InCheck() && abs(judge.Gap(&p)) <= quiet.Bound
		}
	}
	for _, still := range []bool{true, false} {
		for i := range list {
			c := &list[i]
			if c.FEN == "" || c.Quiet != still || games[c.game] || len(out) == shownWorst {
				continue
			}
			games[c.game] = true
			out = append(out, c.WorstRow)
		}
	}
	return out
}

func abs(n int) int { return max(n, -n) }
