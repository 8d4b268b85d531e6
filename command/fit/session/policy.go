package session

import (
	"errors"
	"fmt"

	"example.org/centipawn/features/moves"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// preparePolicy sets what is fixed of fits of a policy, whose rows count the terms of moves: the unit
// of its weights is that of a logit, and there is nothing published to start from. It refuses what
// asks an evaluation.
func (s *session) preparePolicy(schema matrix.Schema) error {
	if schema.Set != moves.Name {
		return nil
	}
	switch {
	case !s.Fit.Loss.Moves():
		return fmt.Errorf("the rows count moves (set %s), -loss %v judges positions: pass -loss choice", moves.Name, s.Fit.Loss)
	case s.TemperatureGiven:
		return fmt.Errorf("-temperature: a policy's weights are in %s: how sharply a search chooses by them is its option TreeTemperature", weights.Policy.Unit())
	case s.Anew != "":
		return errors.New("-anew: a policy looks at moves and has no leaves to find: omit it")
	case s.Predict:
		return errors.New("-predict: a policy does not play alone: pass it to match, as policy=FILE")
	}
	s.Fit.Moves.Temperature = weights.LogitUnits
	if s.Start == weights.NamePublished {
		s.Start = weights.NameZero
	}
	s.about.Kind = weights.Policy
	return nil
}
