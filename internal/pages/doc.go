// Package pages has the templates, modules, styles and vendored scripts of the pages that show an evaluation, a
// fit, a match or a loop in a browser. The workbench serves them; [File] writes a page with its answers as one
// file that needs no server.
//
// A page NAME is templates/NAME.html, what stands still, and assets/NAME.js, a module that asks for numbers and
// builds the rest. On a server the module asks by HTTP; in a file the answers are in the page, and page.js finds
// them there. So both are the same page.
//
// Nothing here knows chess, or what the answers hold.
package pages
