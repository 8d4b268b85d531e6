package lineup

import (
	"cmp"
	"path/filepath"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/regret"
)

// Roots say where a measure's roots come from.
type Roots struct {
	File    string // of any format that datasets reads; "": games of the baseline against each candidate; [OfBaseline]
	Every   int    // of a file take every so many-th position
	Own     bool   // half of a candidate's are of its games against itself
	Most    int    // games at most; 0: as many as it takes
	PerGame int    // roots of a game; 0: [regret.DefaultPerGame]
	Seed    uint64 // of openings and positions
}

// OfBaseline in place of a file stands for games of the baseline against itself at a quarter of its nodes, which
// all candidates share.
const OfBaseline = "baseline"

// What conditions say of roots from games of the baseline, of baseline and candidate, and of those of which half are
// from the candidate's own.
const (
	FromGames = "games"
	FromBoth  = "games of both"
	AndOwn    = " and own games"
)

// Kind is what conditions say of them.
func (r *Roots) Kind() string {
	kind := filepath.Base(r.File)
	switch r.File {
	case "":
		kind = FromBoth
	case OfBaseline:
		kind = FromGames
	}
	if r.Own {
		kind += AndOwn
	}
	return kind
}

// Played reports whether games are played for them.
func (r *Roots) Played() bool { return r.File == "" || r.File == OfBaseline || r.Own }

// Into sets the roots of a measure. Files are read as in says.
func (r *Roots) Into(opt *regret.Options, in datasets.Options) error {
	games, err := r.games(r.Seed)
	if err != nil {
		return err
	}
	if r.Own {
		own, err := r.games(splitmix.Mix(r.Seed ^ 0x6f776e)) // "own": other openings
		if err != nil {
			return err
		}
		opt.Own = &own
	}
	switch r.File {
	case "":
		opt.Both = &games
		return nil
	case OfBaseline:
		opt.From = regret.Played(games)
		return nil
	}
	most := read * cmp.Or(opt.Roots, regret.DefaultRoots) // some are decided, or leave no choice
	list, err := regret.Read([]string{r.File}, r.Every, most, r.Seed, in)
	opt.From = regret.Positions(list, r.Seed)
	return err
}

// read is how many positions of a file are drawn for each that is measured at.
const read = 20

func (r *Roots) games(seed uint64) (regret.Games, error) {
	g, err := Games(seed)
	g.Most, g.PerGame = r.Most, r.PerGame
	return g, err
}
