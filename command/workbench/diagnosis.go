package workbench

import (
	"context"
	"path/filepath"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
)

// A diagnosis is what doctor finds in a data file, without the file's path.
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

// diagnose answers with what doctor finds in a data file. It reads the whole file, once.
func (p dataPages) diagnose(q *request) (any, error) {
	item := q.item("data", items.Data)
	if q.err != nil {
		return nil, q.err
	}
	found, err := kept(q, p.diagnoses, item, func(ctx context.Context) (*diagnosis, error) { return diagnosisOf(ctx, item) })
	if err != nil || q.token {
		return found, err
	}
	out := *found
	out.Commands = withoutPath(item, found.Commands)
	return &out, nil
}

// withoutPath returns the commands of doctor with the item's label in place of its path, for requests without the
// token. It drops commands that name the path in another place.
func withoutPath(item *items.Item, commands []string) (list []string) {
	for _, c := range commands {
		if rest, ends := strings.CutSuffix(c, cli.Quote(item.Path)); ends {
			c = rest + cli.Quote(item.Label)
		} else if strings.Contains(c, filepath.Dir(item.Path)) {
			continue
		}
		list = append(list, c)
	}
	return list
}

// diagnosisOf examines a data file as doctor does.
func diagnosisOf(ctx context.Context, item *items.Item) (*diagnosis, error) {
	search, err := quiet.Load("")
	if err != nil {
		return nil, err
	}
	d, err := doctor.Examine(ctx, item.Path, "", doctor.Options{
		Gap: search.Gap, Bound: quiet.Bound,
		Progress: func(read, size int64) {
			queue.Tell(ctx, "examining "+item.Label, read, size, plaintext.Megabytes(size))
		},
	})
	if err != nil {
		return nil, bad(err)
	}
	return &diagnosis{
		Verdict: d.Verdict, Reading: d.Reading, Counts: d.Counts, Scores: d.Scores, Rows: d.Rows, Noise: d.Noise, Phases: d.Phases[:], Games: d.Games,
		Findings: append([]doctor.Finding{}, d.Findings...), Suspects: append([]doctor.Suspect{}, d.Suspects...), Commands: d.Commands,
	}, nil
}
