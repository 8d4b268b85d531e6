package tune

import (
	"fmt"
	"io"

	"centipawn/fit"
	"centipawn/progress"
)

// attend makes a fit's progress visible on w: a meter for each stage. The
// function that it returns takes the last away.
func attend(opt *fit.Options, w io.Writer) func() {
	var meter *progress.Meter
	stage := ""
	done := func() {
		if meter != nil {
			meter.Done()
		}
	}
	opt.Progress = func(p fit.Progress) {
		if p.Stage != stage {
			done()
			meter, stage = progress.New(w, p.Stage, int64(p.Total)), p.Stage
		}
		if p.Loss != 0 {
			meter.Say(lossAndGap(p))
		}
		meter.Set(int64(p.Done))
	}
	return done
}

// lossAndGap says how far a search is.
func lossAndGap(p fit.Progress) string {
	if p.Gap < 0 {
		return fmt.Sprintf("loss %.9f", p.Loss)
	}
	return fmt.Sprintf("loss %.9f, gap %.1e", p.Loss, p.Gap)
}
