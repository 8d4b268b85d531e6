// Package jobs starts, stops and continues commands of the project on behalf of a page.
//
//   - verbs.go is the registry: which commands there are, and for each of their flags what its value is: a number or
//     word, or the path of a file, a player, a program. A flag that is not in it cannot be given.
//   - form.go makes a form of a command's own flags, and checks values by their own parsers.
//   - paths.go keeps paths within the folder of the project, players.go keeps other programs out.
//   - queue.go runs so many jobs at once, the others wait. state.go keeps each in a folder of its own, so that the next
//     workbench finds it; process_unix.go starts processes that go on without this one.
//   - progress.go reads how far a job is from what it prints, estimate.go says what is known of one before it begins.
//
// docs/workbench_jobs.md has the attacks that were thought of, and what closes each.
package jobs
