// Package workbench serves pages on this machine that show what an evaluation says of a position and
// where on the board it comes from, what its weights are, what changes with a weight, how two files compare,
// what is in a data file, how a fit went, and how matches, tournaments and loops go while they are played.
//
// It reads through the packages below it and decides nothing: every number on a page is one that a
// command prints, too. Nothing imports it but its command.
//
// # How a request goes
//
//  1. [Open] recognises the arguments by what is in them: an [Item] each, known by its label. No
//     request names a path.
//  2. guard.go lets a request through: Host and Origin are those of this server, and what is no GET
//     brings the token. It adds the headers, a content security policy without inline scripts.
//  3. A page is a template and a module of package pages, which writes pages as files, too. The template has
//     what stands still. The module asks for numbers, as JSON, and builds the rest from text nodes.
//
// # How to add a page
//
// A page is one Go file, one template and one module of the same name, and a line in the registry:
//
//   - NAME.go: a value of type page, with its title, and with its routes, functions of a request that
//     return what becomes JSON (see answer) or that stream (see events);
//   - pages/templates/NAME.html: {{define "main"}}…{{end}}, between the head and the foot of layout.html;
//   - pages/assets/NAME.js: imports what it needs of page.js (asking, elements, numbers) and board.js;
//   - pages.go: the page in the list registry, which is the order of the menu;
//   - a row in the tables of pages_test.go, which throw hostile text at every route.
//
// A kind of argument more is a row of the table kinds in recognise.go. Colours and sizes are in
// pages/assets/style.css alone, by name. What comes from a file, such as a term's name, reaches a page as
// text: html/template escapes it, and modules have textContent and no innerHTML.
//
// What is not ours is in pages/assets/vendor, as it came, with name, version, licence and hash in
// manifest.json.
//
// # Pictures of the pages
//
// Tests have three flags: -screenshots FOLDER takes pictures of every page in both colours and two widths, -show
// says what they are of (arguments of the command, apart by commas; a tournament's folder has the name cup), and
// -whole takes whole pages, not the first screen:
//
//	go test ./command/workbench -run TestScreenshots -screenshots /tmp/pictures -show demo/,cup,run
package workbench
