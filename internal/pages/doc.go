// Package pages has the templates, modules, styles and vendored scripts of the pages that show an evaluation, a
// fit, a match or a loop in a browser. The workbench serves them; [File] writes a page with its answers as one
// file that needs no server.
//
// A page NAME is templates/NAME.html, its fixed parts, and assets/NAME.js, a module that asks for numbers and builds
// the rest. On a server the module asks by HTTP; in a file page.js finds the answers in the page. So both are the
// same page. The workbench's package comment says how to add one.
//
// Nothing here knows chess or the contents of the answers. What comes from other projects is in assets/vendor,
// unchanged, with name, version, licence and hash in manifest.json.
package pages
