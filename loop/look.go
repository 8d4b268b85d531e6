package loop

import (
	"path/filepath"

	"centipawn/loop/folder"
	"centipawn/weights"
)

// Look returns what the pieces were worth when a run began, and the metrics of the iterations that
// have ended. The run may go on: nothing is locked or changed.
func Look(dir string) (first []Value, done []*Metrics, err error) {
	f, err := weights.Read(filepath.Join(dir, initName))
	if err != nil {
		return nil, nil, err
	}
	r := &run{opt: Options{Dir: dir}}
	for number := 1; ; number++ {
		m := new(Metrics)
		ok, err := folder.Read(r.step(number).file(metricsName), m)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return Values(f), done, nil
		}
		done = append(done, m)
	}
}
