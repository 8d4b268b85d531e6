package advise

import (
	"fmt"

	"example.org/centipawn/winprob"
)

// phaseEdges divide the phase; phaseNames are the parts, bare kings first.
var (
	phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}
	phaseNames = []string{"bare kings to ¼ of the pieces", "¼ to ½ of the pieces", "½ to ¾ of the pieces", "¾ to all pieces"}
)

// calibrationBins is the number of points of a curve.
const calibrationBins = 8

// reliability compares expected scores with labels by phase. Rows in which Black is ahead are seen from
// Black's side, so that neither colour has a part in it.
func (s *session) reliability(p *winprob.Points) error {
	byPhase, err := winprob.KByPhase(p, phaseEdges, winprob.KOptions{Threads: s.opt.Threads})
	if err != nil {
		return err
	}
	ahead := *p
	ahead.Score, ahead.Expected = make([]float32, len(p.Score)), make([]float32, len(p.Score))
	for i, e := range p.Score {
		ahead.Score[i], ahead.Expected[i] = e, p.Expected[i]
		if e < 0 {
			ahead.Score[i], ahead.Expected[i] = -e, 1-p.Expected[i]
		}
	}
	curves, err := winprob.Reliability(&ahead, s.report.K, phaseEdges, calibrationBins)
	if err != nil {
		return fmt.Errorf("calibration: %w", err)
	}
	for i, c := range curves {
		if c.N == 0 {
			continue
		}
		part := Calibration{Phase: phaseNames[i], Rows: c.N, Points: []Point{}}
		if byPhase[i].Err == nil {
			part.Slope, part.Error = byPhase[i].K/s.report.K, byPhase[i].StdErr/s.report.K
		}
		for _, b := range c.Bins {
			part.Points = append(part.Points, Point{Expected: b.Predicted, Label: b.Observed, Rows: b.N})
		}
		s.report.Calibration = append(s.report.Calibration, part)
	}
	return nil
}
