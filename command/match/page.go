package match

import (
	"fmt"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/shown"
	"example.org/centipawn/match/standing"
)

// writePage writes index.html into the folder of a match: the workbench's page of it as one file, with its games.
// The course of a match of two is drawn beside it, for papers.
func writePage(r *match.Result, o *opinion.Opinion) error {
	var words strings.Builder
	if err := standing.Result(&words, r, o); err != nil {
		return err
	}
	f, err := match.Follow(r.Dir)
	if err != nil {
		return err
	}
	if len(r.Pairings) == 1 {
		if err := new(report.Page).Draw(r.Dir, shown.Drawings(f)...); err != nil {
			return err
		}
	}
	page, err := shown.Page(f, titleOf(r), words.String())
	if err != nil {
		return err
	}
	return page.Write(filepath.Join(r.Dir, report.PageName))
}

func titleOf(r *match.Result) string {
	if len(r.Pairings) == 1 {
		return r.Pairings[0].First + " against " + r.Pairings[0].Second
	}
	return fmt.Sprintf("Tournament of %d players", len(r.Players))
}
