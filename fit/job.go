package fit

import (
	"fmt"

	"centipawn/matrix"
)

// A job is data, and what is asked of them.
type job struct {
	data    Data
	test    Data // nil: split says what the test is
	design  *design
	target  Target
	split   Split
	threads int
	meter   *meter
}

// A meter counts the passes over the data, and is told how far each is.
type meter struct {
	passes   int
	progress func(Progress)
}

// selection selects rows of the data as the job says.
func (j *job) selection() selection {
	split := j.split
	if j.test != nil {
		split.By = SplitNone
	}
	return selection{target: j.target, divider: newDivider(split)}
}

// training describes a pass over the training rows.
func (j *job) training(stage string) pass {
	return j.pass(stage, j.data, Train, grain(len(j.design.names)))
}

// pass describes a pass over data.
func (j *job) pass(stage string, data Data, want Part, grain int) pass {
	j.meter.passes++
	return pass{data, j.selection(), want, stage, j.threads, grain, j.meter.progress}
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

// tested reports whether there is a test part.
func (j *job) tested() bool { return j.test != nil || j.split.By != SplitNone }

// source names a source: its file, where the data know it.
func (j *job) source(i uint8) string {
	if d, ok := j.data.(interface{ Provenance() matrix.Provenance }); ok {
		if list := d.Provenance().Sources; int(i) < len(list) && list[i].Name != "" {
			return list[i].Name
		}
	}
	return fmt.Sprintf("source %d", i)
}
