// Package entrants says who plays a match: engines of this module, made of a weights
// file and a search, and other programs that speak the Universal Chess Interface.
//
// A [Spec] describes one of them. It comes from a flag ([Parse]) or from a TOML file
// that describes a whole tournament ([ReadTOML]). [Spec.Entrant] makes a player of
// it, and finds out before the first game what would spoil all of them: a file that
// is not there, a program that does not start, an option that is out of range, a
// limit that the program does not keep to.
package entrants
