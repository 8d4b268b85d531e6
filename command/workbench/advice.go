package workbench

import (
	"net/http"

	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/workbench/items"
)

// advicePage is what an evaluation does not know.
var advicePage = page{
	Name: "advice", Title: "Advice", About: "Which terms does an evaluation lack, where is it wrong, and what is fine?",
	Routes: func(*shared) map[string]handler { return map[string]handler{"GET /api/advice": answer(advice)} },
}

// advice answers with a report of weights advise and its pictures.
func advice(q *request) (any, error) {
	item := q.item("advice", items.Advice)
	if q.err != nil {
		return nil, q.err
	}
	found, err := advise.ReadPage(item.Path, item.Label)
	if err != nil {
		return nil, requestError{http.StatusUnprocessableEntity, err}
	}
	return found, nil
}
