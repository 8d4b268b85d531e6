package rows

import (
	"fmt"

	"example.org/centipawn/matrix"
)

// A Job is data, and what is asked of them.
type Job struct {
	Data    Data
	Test    Data // nil: split says what the test is
	Design  *Design
	Target  Target
	Split   Split
	Threads int
	Meter   *Meter
}

// A Meter counts the passes over the data, and reports how far each is.
type Meter struct {
	Passes   int
	Progress func(Progress)
}

// Report says how far a stage is.
func (m *Meter) Report(p Progress) {
	if m.Progress != nil {
		m.Progress(p)
	}
}

// Selection selects rows of the data as the job says.
func (j *Job) Selection() Selection {
	split := j.Split
	if j.Test != nil {
		split.By = SplitNone
	}
	return Selection{Target: j.Target, Divider: NewDivider(split)}
}

// Training describes a pass over the training rows.
func (j *Job) Training(stage string) Pass {
	return j.Pass(stage, j.Data, Train, grain(len(j.Design.Names)))
}

// Pass describes a pass over data.
func (j *Job) Pass(stage string, data Data, want Part, grain int) Pass {
	j.Meter.Passes++
	return Pass{Data: data, Selection: j.Selection(), Want: want, stage: stage, threads: j.Threads, grain: grain, meter: j.Meter}
}

// grain returns the number of blocks to a partial sum: adding up those of a wide matrix must
// not cost more than making them. It depends on nothing but the number of weights,
// or results would depend on more.
func grain(weights int) int {
	if weights > 256 {
		return 8
	}
	return 1
}

// Tested reports whether there is a test part.
func (j *Job) Tested() bool { return j.Test != nil || j.Split.By != SplitNone }

// NamesGames reports whether rows of one game can be told from those of others, as far as the data say.
func (j *Job) NamesGames() bool {
	d, ok := j.Data.(interface{ Provenance() matrix.Provenance })
	if !ok {
		return true
	}
	by := d.Provenance().Clusters
	return by == matrix.ByGame || by == ""
}

// Source names a source: its file, where the data know it.
func (j *Job) Source(i uint8) string {
	if d, ok := j.Data.(interface{ Provenance() matrix.Provenance }); ok {
		if list := d.Provenance().Sources; int(i) < len(list) && list[i].Name != "" {
			return list[i].Name
		}
	}
	return fmt.Sprintf("source %d", i)
}
