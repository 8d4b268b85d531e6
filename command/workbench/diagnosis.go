package workbench

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/engine/quiet"
)

// A diagnosis is what doctor finds in a data file, for a page: the file's path is not in it.
type diagnosis struct {
	Verdict  string           `json:"verdict"`
	Reading  doctor.Reading   `json:"reading"`
	Counts   datasets.Counts  `json:"counts"`
	Scores   doctor.Scores    `json:"scores"`
	Rows     inspect.Overview `json:"rows"`
	Noise    doctor.Noise     `json:"noise"`
	Phases   []int            `json:"phases"`      // rows by quarter of the phase, bare kings first
	Games    bool             `json:"games_named"` // rows name their games
	Findings []doctor.Finding `json:"findings"`
	Suspects []doctor.Suspect `json:"suspects"`
	Commands []string         `json:"commands"` // to extract and fit with
}

// diagnose answers with what doctor finds in a data file. It reads all of it, once.
func (s *Server) diagnose(r *http.Request) (any, error) {
	item, err := s.item(r, "data", Data)
	if err != nil {
		return nil, err
	}
	found, err := s.diagnoses.get(item, func() (*diagnosis, error) {
		s.searches <- struct{}{}
		defer func() { <-s.searches }()
		return item.diagnose(context.WithoutCancel(r.Context())) // who comes next needs it, too
	})
	if err != nil || s.guard.hasToken(r) {
		return found, err
	}
	out := *found
	out.Commands = item.withoutPath(found.Commands)
	return &out, nil
}

// withoutPath returns the commands of doctor with the item's label in place of its path: who has no token learns
// none. One that names the path otherwise is left out.
func (item *Item) withoutPath(commands []string) (list []string) {
	for _, c := range commands {
		if rest, ends := strings.CutSuffix(c, quoteForShell(item.path)); ends {
			c = rest + quoteForShell(item.Label)
		} else if strings.Contains(c, filepath.Dir(item.path)) {
			continue
		}
		list = append(list, c)
	}
	return list
}

func (item *Item) diagnose(ctx context.Context) (*diagnosis, error) {
	search, err := quiet.Load("")
	if err != nil {
		return nil, err
	}
	d, err := doctor.Examine(ctx, item.path, "", doctor.Options{Gap: search.Gap, Bound: quiet.Bound})
	if err != nil {
		return nil, bad(err)
	}
	return &diagnosis{
		Verdict: d.Verdict, Reading: d.Reading, Counts: d.Counts, Scores: d.Scores, Rows: d.Rows, Noise: d.Noise, Phases: d.Phases[:], Games: d.Games,
		Findings: append([]doctor.Finding{}, d.Findings...), Suspects: append([]doctor.Suspect{}, d.Suspects...), Commands: d.Commands,
	}, nil
}
