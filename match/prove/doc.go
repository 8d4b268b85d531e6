// Package prove builds an engine twice from copies of its source, with the weights that it has and
// with new ones, so that a match can decide between them. The source itself is never changed.
//
// A run is kept in a folder. It goes through stages, for each side: the source is copied and the
// weights written into the copy; the engine's own command builds it there. prove.json says what
// they were done from, and which are done: the same run goes on with the next one. A build begins
// in a fresh copy always, so that nothing stays of one that was stopped.
package prove
