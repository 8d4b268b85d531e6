package progress

import "io"

// Stages shows the stages of a run, one meter after the other. Its zero value with W set is ready
// to use, by one goroutine.
type Stages struct {
	W     io.Writer
	meter *Meter
	stage string
}

// At says how far a stage is. A stage that begins takes the meter of the one before away; now is
// printed beside the steps, "" for nothing.
func (s *Stages) At(stage string, done, total int64, now string) {
	if s.meter == nil || stage != s.stage {
		s.Done()
		s.meter, s.stage = New(s.W, stage, total), stage
	}
	if now != "" {
		s.meter.Say(now)
	}
	s.meter.Set(done)
}

// Done takes the last meter away.
func (s *Stages) Done() {
	if s.meter != nil {
		s.meter.Done()
	}
	s.meter = nil
}
