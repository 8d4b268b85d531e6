// Package match is the match command.
package match

import "example.org/centipawn/internal/cli"

// Main is the match command: it plays a match, or runs the verb of the first argument.
var Main = cli.VerbsOr("match", "Without a verb it plays a match of two:", runDuel,
	cli.Verb{Name: "prove", Summary: "build an engine with new weights in its source, and play it against the old one", Run: runProve},
	cli.Verb{Name: "improve", Summary: "find better weights for an engine within some hours: games, fits, play, proof", Run: improving.Run},
	cli.Verb{Name: "regret", Summary: "predict a match: how good are the moves that players choose", Run: runRegret},
	cli.Verb{Name: "tournament", Summary: "play the tournament that a file describes", Run: runTournament},
	cli.Verb{Name: "ladder", Summary: "place a player between the strengths of an engine", Run: runLadder},
	cli.Verb{Name: "tune", Summary: "tune options of an engine by play (SPSA)", Run: runTune},
	cli.Verb{Name: "verdict", Summary: "judge games that are played already", Run: runVerdict},
	cli.Verb{Name: "merge", Summary: "make one of the parts that -shard has played", Run: runMerge},
	cli.Verb{Name: "selfplay", Summary: "play for data: positions with scores and results", Run: runSelfplay},
	cli.Verb{Name: "leaves", Summary: "search positions and write leaves of their trees, for fits", Run: runLeaves},
	cli.Verb{Name: "choices", Summary: "write all moves of positions with a teacher's values, for fits", Run: runChoices},
	cli.Verb{Name: "label", Summary: "write positions with the scores of a player's search", Run: runLabel},
)
