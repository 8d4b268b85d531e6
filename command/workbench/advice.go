package workbench

import (
	"net/http"

	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
)

// advicePage is what an evaluation does not know.
var advicePage = page{
	Name: "advice", Title: "Advice", About: "Which terms does an evaluation lack, where is it wrong, and what is fine?",
	Routes: func(*shared) map[string]web.Handler {
		return map[string]web.Handler{"GET /api/advice": web.Answer(advice)}
	},
}

// advice answers with a report of weights advise and its pictures.
func advice(q *web.Request) (any, error) {
	item := q.Item("advice", items.Advice)
	if q.Err != nil {
		return nil, q.Err
	}
	found, err := advise.ReadPage(item.Path, item.Label)
	if err != nil {
		return nil, web.Failed(http.StatusUnprocessableEntity, err)
	}
	return found, nil
}
