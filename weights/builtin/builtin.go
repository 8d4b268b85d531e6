// Package builtin holds the files of the weights that come with the program: the default ones, a fit of the set
// standard, and a fit of standard_nonlinear, both by this project, to games and labels that it made itself; and the
// default ones retuned by play. How they were made, and what they are worth, is in docs/builtin.md.
// [example.org/centipawn/weights.Builtin], [example.org/centipawn/weights.BuiltinNonlinear] and
// [example.org/centipawn/weights.BuiltinRetuned] read them.
package builtin

import _ "embed"

// PolicyName is the name of the file of the default policy, a fit to the choices of a search with
// these weights; docs/policy.md says how it was made.
const PolicyName = "policy.json"

// PolicyFile is its content.
//
//go:embed policy.json
var PolicyFile []byte

// Name is the name of the file in messages and provenance.
const Name = "standard.json"

// File is the content of the file.
//
//go:embed standard.json
var File []byte

// NonlinearName is the name of the file of weights of the set standard_nonlinear.
const NonlinearName = "standard_nonlinear.json"

// NonlinearFile is its content.
//
//go:embed standard_nonlinear.json
var NonlinearFile []byte

// RetunedName is the name of the file of the default weights retuned by play.
const RetunedName = "standard_retuned.json"

// RetunedFile is its content.
//
//go:embed standard_retuned.json
var RetunedFile []byte
