package loop

import (
	"path/filepath"

	"example.org/centipawn/match/entrants"
)

// lessonSettings are what the rows of an objective, and the fit to them, depend on.
type lessonSettings struct {
	Teacher *entrants.Settings `json:"teacher,omitempty"` // none: the weights themselves
	Static  bool               `json:"static,omitempty"`
	Self    string             `json:"self,omitempty"` // their limit as teachers
	Every   int                `json:"every"`

	PerTree            int     `json:"per_tree,omitempty"`
	Leaf               string  `json:"leaf,omitempty"`
	Temperature        float64 `json:"temperature,omitempty"`
	TeacherTemperature float64 `json:"teacher_temperature,omitempty"`
}

// add adds what is said of objectives, nothing of results alone.
func (s *settings) add(o *Options) (err error) {
	if o.onlyResults() {
		return nil
	}
	s.Objectives = o.objectives()
	if o.Has(Labels) {
		s.Lambda = o.Lambda
	}
	if o.Has(Trees) {
		if s.Trees, err = o.Trees.settings(); err != nil {
			return err
		}
		s.Trees.PerTree = o.PerTree
	}
	if o.Has(Choice) {
		if s.Choice, err = o.Choice.settings(); err != nil {
			return err
		}
		s.Choice.Leaf, s.Choice.Temperature, s.Choice.TeacherTemperature = o.Leaf.String(), o.Temperature, o.TeacherTemperature
	}
	return nil
}

func (l *Lesson) settings() (*lessonSettings, error) {
	s := &lessonSettings{Every: l.Every, Self: l.Self.String()}
	if l.Teacher == nil {
		return s, nil
	}
	var err error
	s.Static = l.Teacher.Static
	s.Teacher, err = entrants.NewSettings([]entrants.Spec{l.Teacher.Spec}, entrants.Openings{})
	if err == nil {
		s.Teacher.Program = "" // the rows of an iteration are bound to a build, not the run
		placeless(s.Teacher)
	}
	return s, err
}

// placeless takes the folders out of settings: a run goes on after it was moved. Files are told by
// their hashes.
func placeless(s *entrants.Settings) {
	for i := range s.Entrants {
		e := &s.Entrants[i]
		for _, name := range []*string{&e.Weights, &e.Command} {
			if sum, ok := s.SHA256[*name]; ok {
				delete(s.SHA256, *name)
				*name = filepath.Base(*name)
				s.SHA256[*name] = sum
			}
		}
		e.Dir = ""
	}
}
