package alphaone

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

const aboutGames = `AlphaOne's table 3 by games: V1, V2 and the corrected search at depths 1 to 4 play
each other in pairs with colours reversed, and are rated together. -weights adds
V2 with weights refitted, and -anchor a program of limited strength, which
gives the ratings its scale. The paper's procedure stands beside it as a
simulation of its error. With -o DIR the games are in DIR/games, and a run that
was stopped goes on.`

// gameFlags are the flags of table 3.
type gameFlags struct {
	*pool.Command
	opt         GameOptions
	weights     string
	anchor      string
	anchorElo   string
	anchorLimit string
}

// The sizes of a quick run.
const (
	quickPairs = 2
	quickDepth = 2
	quickRuns  = 500

	quickIterations = 3000
)

// bisectionRuns is how often the paper's procedure is simulated for each rating.
const bisectionRuns = 4000

func parseGames(args []string, std cli.Streams) (*gameFlags, error) {
	h := harness.New("table 3", "alphaone -table 3 [-quick] [flags] [-o DIR]", aboutGames, fmt.Sprintf("%d pairs at depths 1 to %d only", quickPairs, quickDepth), std)
	f, fs := new(gameFlags), h.Flags
	f.Command = pool.AddFlags(h, &f.opt.Options, defaultPairs)
	fs.IntVar(&f.opt.Depth, "depth", 4, "play at depths 1 to `n`")
	fs.StringVar(&f.weights, "weights", "", "weights `file` for another V2, such as a fit of the set alphaone; none: there is no such player")
	fs.StringVar(&f.anchor, "anchor", "", "a UCI `program` whose strength can be limited: the ratings are on its scale")
	fs.StringVar(&f.anchorElo, "anchor-elo", "1350,1600,1900,2200", "let it play as these `ratings`, within the range that it declares")
	fs.StringVar(&f.anchorLimit, "anchor-limit", "depth=10", "its `limit`")
	h.Least(1, "depth")
	if err := h.ParseFlags(args); err != nil {
		return nil, err
	}
	harness.Shorten(h.Quick, &f.Pairs, quickPairs)
	harness.Shorten(h.Quick, &f.opt.Depth, quickDepth)
	return f, nil
}

// playGames prints table 3.
func playGames(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parseGames(args, std)
	if err != nil {
		return err
	}
	if err := f.open(ctx); err != nil {
		return err
	}
	r, err := Games(ctx, f.opt)
	if err != nil {
		return err
	}
	runs := bisectionRuns
	if f.Quick {
		runs = quickRuns
	}
	simulated := Bisections(runs, f.Seed)
	return f.Publish(harness.Finding{
		Title: "AlphaOne's ratings, again", Summary: r.summary(len(f.opt.Anchors) > 0),
		Tables: []harness.Table{r.ratingTable, r.versionTable, func() (*report.Table, error) { return bisectionTable(simulated, runs) }},
		Numbers: struct {
			*GamesResult
			Bisections []Bisection `json:"bisections"`
		}{r, simulated},
	}, nil)
}

// open opens what flags name.
func (f *gameFlags) open(ctx context.Context) (err error) {
	if f.weights != "" {
		if f.opt.Weights, err = weights.Read(f.weights); err != nil {
			return err
		}
	}
	if err := f.Open(); err != nil || f.anchor == "" {
		return err
	}
	return f.openAnchors(ctx)
}

// openAnchors makes a player of every rating that the anchor is to play as.
func (f *gameFlags) openAnchors(ctx context.Context) error {
	spec, err := entrants.Parse(f.anchor)
	if err != nil {
		return err
	}
	if spec.Limit, err = play.ParseLimit(f.anchorLimit); err != nil {
		return fmt.Errorf("-anchor-limit: %w", err)
	}
	var ratings []int
	for text := range strings.SplitSeq(f.anchorElo, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("-anchor-elo %s: want whole numbers with commas between", f.anchorElo)
		}
		ratings = append(ratings, n)
	}
	ladder, err := entrants.Strength(ctx, spec)
	if err != nil {
		return err
	}
	rungs, err := ladder.Rungs(ratings...)
	if err != nil {
		return err
	}
	for i, rung := range rungs {
		e, err := rung.Entrant(ctx)
		if err != nil {
			return err
		}
		f.opt.Anchors = append(f.opt.Anchors, Anchor{e, float64(ratings[i])})
	}
	return nil
}

// summary says in words what was found.
func (r *GamesResult) summary(anchored bool) string {
	scale := "Ratings are relative to the pool, whose mean is 0."
	if anchored {
		scale = "Ratings are on the anchors' scale, as far as these play as they are set."
	}
	games := 0
	for _, m := range r.Matches {
		games += m.Wins + m.Draws + m.Losses
	}
	text := fmt.Sprintf("%d games of %d players, rated together. %s White's advantage is %s, and equals draw %.0f %% of their games. The third repetition and fifty moves are draws here, which the published search does not see; its games did not know them.",
		games, len(r.Players), scale, r.Ratings.WhiteAdvantage.String(), 100*r.Ratings.DrawRate)
	for _, note := range append(r.Ratings.Notes, r.Warnings...) {
		text += "\n\n" + note
	}
	return text
}

// ratingTable is the paper's table 3.
func (r *GamesResult) ratingTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Players {
		p := &r.Players[i]
		depth := ""
		if p.Depth > 0 {
			depth = fmt.Sprint(p.Depth)
		}
		rows = append(rows, []string{
			p.Player, depth, fmt.Sprintf("%.0f (%.0f to %.0f)", p.Elo.Value, p.Elo.Low, p.Elo.High), fmt.Sprint(p.Games), fmt.Sprintf("%.1f", 100*p.Points/float64(max(1, p.Games))), fmt.Sprintf("%.0f", p.Nodes), p.Paper,
		})
	}
	return report.NewTable("Table 3. Elo with 95 % intervals", []string{"player", "depth", "Elo", "games", "points %", "nodes a move", "paper"}, rows)
}

// versionTable has every player against V1 at the same depth.
func (r *GamesResult) versionTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Players {
		p := &r.Players[i]
		if p.Depth == 0 || p.Player == "V1" {
			continue
		}
		rated, direct := r.difference(p.Player, p.Depth)
		rows = append(rows, []string{
			p.Player, fmt.Sprint(p.Depth), rated.String(), direct.Estimate.Elo.String(),
			fmt.Sprintf("+%d =%d −%d", direct.Wins, direct.Draws, direct.Losses), paperDifference(p.Player, p.Depth),
		})
	}
	return report.NewTable("Against V1 at the same depth, Elo with 95 % intervals: by all games, and by those of the two alone",
		[]string{"player", "depth", "by all", "by their own", "games", "paper"}, rows)
}

// paperDifference is that of the middles of the paper's brackets.
func paperDifference(player string, depth int) string {
	var low [2]int
	for i, name := range []string{player, "V1"} {
		if depth > len(paperRatings[name]) {
			return ""
		}
		if _, err := fmt.Sscanf(paperRatings[name][depth-1], "[%d,", &low[i]); err != nil {
			return ""
		}
	}
	return fmt.Sprintf("%+d", low[0]-low[1])
}
