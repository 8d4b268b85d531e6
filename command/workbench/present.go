package workbench

import (
	"example.org/centipawn/command/workbench/follow"
	"example.org/centipawn/command/workbench/web"
)

// followPage is what pupils see: the position, the weights, the term and the drawing of the page that leads.
var followPage = page{
	Name: "follow", Title: "Follow", About: "What does the teacher's page show?",
	Routes: func(*shared) map[string]web.Handler {
		l := new(follow.Lead)
		return map[string]web.Handler{"GET /api/lead": l.Follow, "POST /api/lead": web.Answer(l.Take), "GET /api/follow": web.Answer(follow.WayOf)}
	},
}

// unlisted are the pages that the menu does not name.
var unlisted = []page{followPage}
