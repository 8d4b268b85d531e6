package loop

import (
	"path/filepath"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/weights"
)

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn loop 2"

// settingsOf returns what the bytes of a run depend on: options by their tags, the set with its hash, the weights
// to begin with, and what belongs to the objectives.
func settingsOf(o *Options) (campaign.Settings, error) {
	s, err := campaign.SettingsOf(settingsFormat, *o)
	if err != nil {
		return nil, err
	}
	s.Add("set", o.Set.Name())
	s.Add("set_hash", o.Set.Hash())
	s.Add("init", filepath.Base(o.Init))
	if weights.IsFile(o.Init) {
		sum, err := input.HashFile(o.Init)
		if err != nil {
			return nil, err
		}
		s.Add("init_sha256", sum)
	}
	err = addObjectives(&s, o)
	return s, err
}

// addObjectives adds what is said of objectives, nothing of results alone.
func addObjectives(s *campaign.Settings, o *Options) error {
	if o.onlyResults() {
		return nil
	}
	s.Add("objectives", o.objectives())
	if o.Has(Labels) {
		s.Add("lambda", o.Lambda)
	}
	if o.Has(Trees) {
		t, err := o.Trees.settings()
		if err != nil {
			return err
		}
		t.PerTree = o.PerTree
		s.Add("trees", t)
	}
	if o.Has(Choice) {
		c, err := o.Choice.settings()
		if err != nil {
			return err
		}
		c.Leaf, c.Temperature, c.TeacherTemperature = o.Leaf.String(), o.Temperature, o.TeacherTemperature
		s.Add("choice", c)
	}
	return nil
}

// rowSettings are what the rows of an objective, and the fit to them, depend on.
type rowSettings struct {
	Teacher *entrants.Settings `json:"teacher,omitempty"` // none: the weights themselves
	Static  bool               `json:"static,omitempty"`
	Self    string             `json:"self,omitempty"` // their limit as teachers
	Every   int                `json:"every"`

	PerTree            int     `json:"per_tree,omitempty"`
	Leaf               string  `json:"leaf,omitempty"`
	Temperature        float64 `json:"temperature,omitempty"`
	TeacherTemperature float64 `json:"teacher_temperature,omitempty"`
}

func (l *Lesson) settings() (*rowSettings, error) {
	s := &rowSettings{Every: l.Every, Self: l.Self.String()}
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

// placeless takes the folders out of settings: a run goes on after it was moved. Files are known by
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
