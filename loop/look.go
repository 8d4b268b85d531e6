package loop

import (
	"path/filepath"

	"centipawn/loop/folder"
	"centipawn/weights"
)

// First returns what the pieces were worth when a run began.
func First(dir string) ([]Value, error) {
	f, err := weights.Read(filepath.Join(dir, initName))
	if err != nil {
		return nil, err
	}
	return Values(f), nil
}

// Look returns the metrics of the iterations of a run that have ended. Those that are known from an earlier
// look are not read again. The run may go on: nothing is locked or changed.
func Look(dir string, known []*Metrics) (done []*Metrics, err error) {
	r := &run{opt: Options{Dir: dir}}
	for done = known; ; {
		m := new(Metrics)
		ok, err := folder.Read(r.step(len(done)+1).file(metricsName), m)
		if err != nil {
			return nil, err
		}
		if !ok {
			return done, nil
		}
		done = append(done, m)
	}
}
