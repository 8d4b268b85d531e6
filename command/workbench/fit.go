package workbench

import (
	"net/http"

	"example.org/centipawn/command/fit/finding"
)

// fitPage is the report of a fit.
var fitPage = page{
	Name: "fit", Title: "Fit", About: "How did the search for the weights go, and where is the evaluation off?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /api/fit": answer(s.fit), "GET /api/behind": answer(s.behind)}
	},
}

// fit answers with the numbers of a report.
func (s *Server) fit(r *http.Request) (any, error) {
	item, err := s.item(r, "report", Report)
	if err != nil {
		return nil, err
	}
	report, err := finding.ReadReport(item.path)
	if err != nil {
		return nil, requestError{http.StatusUnprocessableEntity, err}
	}
	return map[string]any{"label": item.Label, "report": report}, nil
}
