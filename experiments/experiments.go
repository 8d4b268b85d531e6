// Package experiments is the command experiment: it runs the experiments of papers and of methods, a folder
// for each, again.
package experiments

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/advice"
	"example.org/centipawn/experiments/alphaone"
	"example.org/centipawn/experiments/bubot"
	"example.org/centipawn/experiments/lishex"
	"example.org/centipawn/experiments/mix"
	"example.org/centipawn/experiments/proof"
	"example.org/centipawn/experiments/quiescence"
	"example.org/centipawn/experiments/sigmazero"
	"example.org/centipawn/experiments/standard"
	"example.org/centipawn/experiments/texel"
	"example.org/centipawn/experiments/thesis"
	"example.org/centipawn/internal/cli"
)

// list has the experiments, in the order of the papers. A new one gets a line here.
var list = []cli.Verb{
	{Name: "alphaone", Summary: "six features beside PeSTO's tapered evaluation, fitted to Stockfish's (tables 1 and 2); ratings by games (3), mates in two (4)", Run: alphaone.Main},
	{Name: "lishex", Summary: "the values of the pieces, from random ones by self-play, in both phases (table 1)", Run: lishex.Main},
	{Name: "bubot", Summary: "trees with random games and with an engine's, minimax on material, and the engine: four games as matches", Run: bubot.Main},
	{Name: "thesis", Summary: "random tree search with proofs against trees whose games another search plays, at equal nodes and equal time (tables 1 to 16)", Run: thesis.Main},
	{Name: "sigmazero", Summary: "a network of policy and value: legal moves, mates in one, habits, and matches against linear evaluations in the same tree", Run: sigmazero.Main},
	{Name: "texel", Summary: "PeSTO's values fitted to results by Texel's method: errors, calibration, methods, starts", Run: texel.Main},
	{Name: "standard", Summary: "the terms of standard and its king-danger block against PeSTO's tables; every family omitted in turn", Run: standard.Main},
	{Name: "quiescence", Summary: "positions in which captures are due: kept, dropped, or replaced by their leaves", Run: quiescence.Main},
	{Name: "proof", Summary: "what a retune is worth: errors on other games, speed, and matches at equal nodes and equal time", Run: proof.Main},
	{Name: "mix", Summary: "which data sets to fit to, and in which mix: the regret of the moves that candidates choose, with hold-out", Run: mix.Main},
	{Name: "advice", Summary: "how well the gain that advice promises for a family of terms predicts Elo: standard whole against standard without it", Run: advice.Main},
}

// Run is the command experiment.
var Run = cli.Verbs("experiment",
	cli.Verb{Name: "list", Summary: "list the experiments", Run: print},
	cli.Verb{Name: "run", Summary: "run one: run NAME [-quick] [flags] -o DIR FILE...", Run: cli.Verbs("experiment run", list...)},
)

func print(ctx context.Context, args []string, std cli.Streams) error {
	if _, err := cli.Parse(cli.NewFlags("experiment list", "Lists the experiments.", std), args, std); err != nil {
		return err
	}
	for _, e := range list {
		fmt.Fprintf(std.Out, "%-10s %s\n", e.Name, e.Summary)
	}
	return nil
}
