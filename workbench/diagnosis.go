package workbench

import (
	"context"
	"net/http"

	"centipawn/datasets/doctor"
	"centipawn/quiet"
)

// A diagnosis is what doctor finds in a data file, for a page: the file's path is not in it.
type diagnosis struct {
	Verdict  string           `json:"verdict"`
	Reading  doctor.Reading   `json:"reading"`
	Findings []doctor.Finding `json:"findings"`
	Suspects []doctor.Suspect `json:"suspects"`
}

// diagnose answers with what doctor finds in a data file. It reads all of it, once.
func (s *Server) diagnose(r *http.Request) (any, error) {
	item, err := s.item(r, "data", Data)
	if err != nil {
		return nil, err
	}
	return s.diagnoses.get(item, func() (*diagnosis, error) {
		s.searches <- struct{}{}
		defer func() { <-s.searches }()
		return item.diagnose(context.WithoutCancel(r.Context())) // who comes next needs it, too
	})
}

func (item *Item) diagnose(ctx context.Context) (*diagnosis, error) {
	search, err := quiet.Load("")
	if err != nil {
		return nil, err
	}
	d, err := doctor.Examine(ctx, item.path, "", doctor.Options{Gap: search.Gap, Bound: quiet.Bound})
	if err != nil {
		return nil, bad(err)
	}
	return &diagnosis{d.Verdict, d.Reading, append([]doctor.Finding{}, d.Findings...), append([]doctor.Suspect{}, d.Suspects...)}, nil
}
