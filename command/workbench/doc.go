// Package workbench serves pages on this machine that show an evaluation term by term, its weights, the effect of
// other weights, two files side by side, a data file, a fit, advice, and matches, tournaments and loops while they
// are played.
//
// It decides nothing: every number on a page is one that a command prints, too. Only its command imports it.
//
// # The packages
//
//   - items opens the arguments: an item each, known by its label. No request names a path. It looks at the files
//     again and again; a request sees a snapshot, in which an item that has not changed is the same pointer. A page
//     that keeps values by items makes its cache with keptBy, which lets go of those that are gone.
//   - runs is the table of what was fitted and played: rows, filter, ranking, notes.
//   - measures computes what pages show of items. It knows nothing of requests.
//   - sparring has a person's game against an engine, and the engines that play in games.
//   - queue lets one measure run at a time, and says how far it has come.
//   - jobs starts commands of the project, and keeps them in a queue. No path of a job leads out of the project.
//   - cache keeps the values that were asked for last.
//   - web is what all pages need of a server: requests, answers, streams. Its access.go allows a request: Host and
//     Origin are those of this server, and only GET works without the token, which the printed address leaves in a
//     cookie. It also sets a content security policy without inline scripts.
//   - desk has the handlers of the page Jobs.
//   - workbench has a handler for each other question of a page.
//
// Templates, scripts and styles are in internal/pages, which also writes pages as files.
//
// # How to add a page
//
// A page NAME is three files of that name, and a line in two lists:
//
//  1. command/workbench/NAME.go: a value of type page with its title and its routes. A handler takes the parts that
//     it needs from a [web.Request], looks at its error once, and returns what becomes JSON (see web.Answer).
//  2. internal/pages/templates/NAME.html: {{define "main"}}…{{end}}, the parts that stand still.
//  3. internal/pages/assets/NAME.js: asks the routes and builds the rest, with the help of page.js and board.js. It
//     sets document.body.dataset.ready when it has done so.
//  4. pages.go: the page in the list registry, which is the order of the menu.
//  5. pages_test.go: its routes in the list routes, each called with hostile text for each parameter.
//
// What all pages share is the context: the weights that are the subject ("weights"), those that they are compared with
// ("versus"), and the rows ("rows"). A page lists the parts that it uses, layout.html makes their bar, and openContext
// of context.js fills it. The parts are in the address; the function address of page.js gives them to every link
// between pages. A choice that Back shall undo is written by step, anything else by remember, both of page.js.
//
// Text from a file, such as a term's name, reaches a page as text: html/template escapes it, and scripts use
// textContent, never innerHTML. Colours and sizes have names in internal/pages/assets/style/base.css and stand nowhere
// else. A new kind of argument is a row of the table folders in items/recognise.go.
//
// # Pictures of the pages
//
// Tests have three flags: -screenshots FOLDER takes pictures of every page in both colours and two widths, -show
// lists the arguments of the command, separated by commas (a tournament's folder is named cup), and -whole takes
// whole pages, not only the first screen:
//
//	go test ./command/workbench -run TestScreenshots -screenshots /tmp/pictures -show demo/,cup,run
package workbench
