package syzygy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// WDL says how a position ends with best play, in the view of the side to move and with a half-move
// clock of 0. Wins that take too long without a capture or a move of a pawn are draws by fifty moves:
// cursed wins, whose other side are blessed losses.
type WDL int8

// The ends.
const (
	Loss WDL = iota - 2
	BlessedLoss
	Draw
	CursedWin
	Win
)

// String returns the end in words.
func (w WDL) String() string {
	names := [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}
	if w < Loss || w > Win {
		return fmt.Sprintf("WDL(%d)", int8(w))
	}
	return names[w-Loss]
}

// Expected returns the score of the side to move, 1, ½ or 0, with fifty moves counted.
func (w WDL) Expected() float64 {
	switch w {
	case Win:
		return 1
	case Loss:
		return 0
	}
	return 0.5
}

// Tables are the tables of some folders. They serve any number of goroutines at once.
type Tables struct {
	byMaterial map[material]found
	most       int // pieces and pawns of the largest one, kings too
	release    []func() error
}

// found is a table, and whether a position's colors are exchanged to look it up.
type found struct {
	*table
	exchanged bool
}

// Ending is that of the names of files with tables.
const Ending = ".rtbw"

// Open opens the tables in folders, whose names are separated as in PATH. Of two of the same name the
// first counts. It fails if a folder cannot be read, if there is no table in them, and with the reason
// for each file that is refused: "FILE: why".
func Open(path string) (*Tables, error) {
	t := &Tables{byMaterial: map[material]found{}}
	var refused []error
	for _, dir := range filepath.SplitList(path) {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w: pass folders with Syzygy tables (%s), separated by %q", err, Ending, string(filepath.ListSeparator)), t.Close())
		}
		for _, f := range files {
			if name, ok := strings.CutSuffix(f.Name(), Ending); ok {
				refused = append(refused, t.add(filepath.Join(dir, f.Name()), name))
			}
		}
	}
	err := errors.Join(refused...)
	if err == nil && len(t.byMaterial) == 0 {
		err = fmt.Errorf("%q: no table is there: pass folders with Syzygy tables (%s), separated by %q", path, Ending, string(filepath.ListSeparator))
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// add opens the file of a table.
func (t *Tables) add(file, name string) error {
	m, err := parseName(name)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if _, again := t.byMaterial[m]; again {
		return nil
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() { // to open a pipe is to wait
		return fmt.Errorf("%s: not a regular file", file)
	}
	data, release, err := memory.MapFile(file)
	if err != nil {
		return err
	}
	t.release = append(t.release, release)
	made, err := mappedTable(file, m, data)
	if err == nil {
		t.keep(made)
	}
	return err
}

// mappedTable is newTable for the bytes of a file that is mapped. Its errors begin with the file.
func mappedTable(file string, m material, data []byte) (made *table, err error) {
	err = memory.Guard(func() (err error) {
		if made, err = newTable(m, data); err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
		return err
	})
	return made, err
}

// keep makes a table known under its material and under that with the colors exchanged.
func (t *Tables) keep(made *table) {
	t.byMaterial[made.material.exchanged()] = found{made, true}
	t.byMaterial[made.material] = found{made, false}
	t.most = max(t.most, made.material.pieces())
}

// Close unmaps the files. No lookup may be under way.
func (t *Tables) Close() error {
	var errs []error
	for _, release := range t.release {
		errs = append(errs, release())
	}
	t.release, t.byMaterial, t.most = nil, nil, 0
	return errors.Join(errs...)
}

// Probe returns how a position ends, whatever its half-move clock. It is not known if a table that is
// needed is not there, or damaged, or if a side may castle. It does not allocate.
func (t *Tables) Probe(p *board.Position) (end WDL, known bool) {
	if p.CastlingRooks() != 0 || p.Occupied().Count() > t.most {
		return Draw, false
	}
	return t.search(p)
}

// search returns the better of what the captures reach and what the table says. A table may hold less
// than a capture reaches; where all moves are captures it knows nothing, for of those in passing it
// has not heard.
func (t *Tables) search(p *board.Position) (best WDL, known bool) {
	var buffer [board.MaxMoves]board.Move
	moves := p.LegalMoves(buffer[:0])
	captures := 0
	best = Loss
	for _, m := range moves {
		if !p.IsCapture(m) {
			continue
		}
		next := *p
		next.Make(m)
		end, known := t.search(&next)
		if !known {
			return Draw, false
		}
		captures++
		if best = max(best, -end); best == Win {
			return Win, true
		}
	}
	if captures > 0 && captures == len(moves) {
		return best, true
	}
	end, known := t.look(p)
	return max(best, end), known
}

// look returns what the table of a position's material says.
func (t *Tables) look(p *board.Position) (end WDL, known bool) {
	m := materialOf(p)
	if m == 0 {
		return Draw, true
	}
	f, known := t.byMaterial[m]
	if !known {
		return Draw, false
	}
	value, known := f.at(view{p, f.exchanged})
	return WDL(value) + Loss, known
}
