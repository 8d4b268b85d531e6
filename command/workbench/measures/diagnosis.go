package measures

import (
	"context"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
)

// A Diagnosis is what doctor finds in a data file, without the file's path.
type Diagnosis struct {
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

	Codes map[note.Code]note.Explanation `json:"codes"` // of findings and suspects
}

// DiagnosisOf examines a data file as doctor does.
func DiagnosisOf(ctx context.Context, item *items.Item) (*Diagnosis, error) {
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
		return nil, err
	}
	return &Diagnosis{
		Verdict: d.Verdict, Reading: d.Reading, Counts: d.Counts, Scores: d.Scores, Rows: d.Rows, Noise: d.Noise, Phases: d.Phases[:], Games: d.Games,
		Findings: append([]doctor.Finding{}, d.Findings...), Suspects: append([]doctor.Suspect{}, d.Suspects...), Commands: d.Commands,
		Codes: note.Explained(d.Codes()...),
	}, nil
}
