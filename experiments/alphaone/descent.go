package alphaone

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// A Match is a step of the paper's bisection as it was played.
type Match struct {
	Run   int  `json:"run"`
	Asked int  `json:"asked"` // the opponent's UCI_Elo: the middle of what was left
	Heard bool `json:"heard"` // it is in the range that the opponent declares; else it plays at its default

	Wins   int  `json:"wins"` // of the player
	Draws  int  `json:"draws"`
	Losses int  `json:"losses"`
	Upper  bool `json:"upper"` // the player went on in the upper half

	Low, High int // the bracket after it
}

// DescentOptions say how the paper's bisection is played.
type DescentOptions struct {
	Player   entrants.Spec // with a limit
	Opponent entrants.Spec // a program with UCI_Elo, and a limit
	Runs     int           // of the whole procedure
	Threads  int           // games at a time
	Dir      string        // a folder for each run; "" keeps nothing
	Watch    io.Writer     // gets a line for each match
}

// Descents plays the paper's bisection to the letter: six games, of three openings with either colour, against a
// program that is set to the middle of what is left of 0 to 3200 Elo. Like the paper's, a program that is asked for a
// strength which it does not declare ignores it and plays on at its default, with its strength limited.
func Descents(ctx context.Context, opt DescentOptions) ([]Match, *entrants.Ladder, error) {
	ladder, err := entrants.Strength(ctx, opt.Opponent)
	if err != nil {
		return nil, nil, err
	}
	if ladder.Option != "UCI_Elo" {
		return nil, nil, fmt.Errorf("%s has no option UCI_Elo: the paper's procedure asks for ratings", ladder.Engine)
	}
	var list []Match
	for run := range opt.Runs {
		of := opt
		if opt.Dir != "" {
			of.Dir = filepath.Join(opt.Dir, fmt.Sprintf("run%d", run+1))
		}
		m := Match{Run: run + 1, High: bisectionTop}
		for range bisectionSteps {
			if err := m.play(ctx, ladder, of); err != nil {
				return list, ladder, err
			}
			list = append(list, m)
		}
	}
	return list, ladder, nil
}

// play plays the next match and halves the bracket.
func (m *Match) play(ctx context.Context, ladder *entrants.Ladder, opt DescentOptions) error {
	m.Asked = (m.Low + m.High) / 2
	opponent, err := m.opponent(ladder)
	if err != nil {
		return err
	}
	how := pool.Options{
		Pairs: len(paperOpenings), Openings: paperOpenings, Rules: rules, Threads: opt.Threads, Event: "AlphaOne, bisection", Dir: opt.Dir, Watch: pool.Watch(opt.Watch),
	}
	p, err := pool.Of(ctx, []entrants.Spec{opt.Player, opponent}, how)
	if err != nil {
		return err
	}
	p.Pairings = [][2]int{{0, 1}}
	r, err := p.Play(ctx, how)
	if err != nil {
		return err
	}
	if err := m.count(r); err != nil {
		return err
	}
	m.Low, m.High, m.Upper = halve(m.Low, m.High, 2*m.Wins+m.Draws)
	return nil
}

// count takes over what came of the six games. One that was given up says nothing.
func (m *Match) count(r *pool.Result) error {
	o := &r.Matches[0]
	if m.Wins, m.Draws, m.Losses = o.Wins, o.Draws, o.Losses; o.Faulty || m.Wins+m.Draws+m.Losses != bisectionGames {
		return fmt.Errorf("the match against an opponent of %d has %d games of %d: %s", m.Asked, m.Wins+m.Draws+m.Losses, bisectionGames, strings.Join(r.Warnings, "; "))
	}
	return nil
}

// opponent is the program as it plays when it is asked for the strength.
func (m *Match) opponent(ladder *entrants.Ladder) (s entrants.Spec, err error) {
	if m.Heard = ladder.Min <= m.Asked && m.Asked <= ladder.Max; m.Heard {
		rungs, err := ladder.Rungs(m.Asked)
		if err != nil {
			return s, err
		}
		return rungs[0], nil
	}
	s = ladder.Spec.With("UCI_LimitStrength", true)
	s.Name = fmt.Sprintf("%s asked for %d", ladder.Engine, m.Asked)
	return s, nil
}

const aboutDescent = `AlphaOne's own procedure, played: in each of five steps the player meets an engine that is set to the
middle of what is left of 0 to 3200 Elo, in six games, the paper's three openings with either colour;
three points take him into the upper half. A setting that the engine does not declare has no effect on it: a
warning counts these. -table 3 has the error of the procedure, and match ladder and
-table 3 -anchor rate with intervals. With -o DIR the games are in DIR/games, and a run that was stopped goes on.`

// defaultRuns is how often the bisection is played, so that one sees how its brackets scatter.
const defaultRuns = 3

// playDescent prints the bisection as it is played.
func playDescent(ctx context.Context, args []string, std cli.Streams) error {
	h := harness.New("table bisection", "alphaone -table bisection -engine COMMAND [-player PLAYER] [flags] [-o DIR]", aboutDescent, "play it once", std)
	player := h.Flags.String("player", "builtin,search=alphaone-v1,depth=1", "the `PLAYER` who is rated, with his limit")
	engine := h.Flags.String("engine", "", "the `command` of an engine with the option UCI_Elo")
	limit := play.Limit{Depth: 15}
	h.Flags.TextVar(&limit, "limit", limit, "the engine's `limit`; the paper's program leaves that at depth 15")
	opt := DescentOptions{Watch: std.Err}
	h.Flags.IntVar(&opt.Runs, "runs", defaultRuns, "play the whole procedure `n` times")
	h.Flags.IntVar(&opt.Threads, "threads", 0, "play `n` games at a time; 0: one for each processor")
	h.Least(1, "runs")
	h.Least(0, "threads")
	if err := h.ParseFlags(args); err != nil {
		return err
	}
	harness.Shorten(h.Quick, &opt.Runs, 1)
	if h.Out != "" {
		opt.Dir = filepath.Join(h.Out, "games")
	}
	if *engine == "" {
		return h.Usagef("-engine is missing: pass the command of an engine with the option UCI_Elo")
	}
	var err error
	if opt.Player, err = entrants.Parse(*player); err != nil {
		return h.Usagef("-player: %v", err)
	}
	if opt.Player.Limit == (play.Limit{}) {
		return h.Usagef("-player %s: pass its limit, too: %s,depth=1", *player, *player)
	}
	if opt.Opponent, err = entrants.Parse(*engine); err != nil {
		return h.Usagef("-engine: %v", err)
	}
	if opt.Opponent.Limit == (play.Limit{}) {
		opt.Opponent.Limit = limit
	}
	list, ladder, err := Descents(ctx, opt)
	if err != nil {
		return err
	}
	return h.Publish(harness.Finding{
		Title: "AlphaOne's bisection, played", Summary: descentSummary(list, ladder),
		Tables:  []harness.Table{func() (*report.Table, error) { return descentTable(list) }},
		Numbers: list,
	}, nil)
}

// descentSummary says where the runs ended, and how many settings had no effect.
func descentSummary(list []Match, ladder *entrants.Ladder) string {
	deaf, below, ends := 0, 0, ""
	for i, m := range list {
		if !m.Heard {
			deaf++
		}
		if m.Asked < ladder.Min {
			below++
		}
		if i+1 == len(list) || list[i+1].Run != m.Run {
			ends += " " + bracket(m.Low)
		}
	}
	text := fmt.Sprintf("The brackets of %d runs:%s. A bracket is not an interval: two of three runs end in the wrong one (-table 3).", list[len(list)-1].Run, ends)
	if deaf > 0 {
		text += fmt.Sprintf("\n\nWarning: in %d of %d matches %s was asked for a strength that it does not declare (%d to %d), in %d for less than the least. It ignores that and plays at its default, so a bracket below %d says nothing but that the player lost to that.",
			deaf, len(list), ladder.Engine, ladder.Min, ladder.Max, below, ladder.Min)
	}
	return text
}

// descentTable has a row for each match.
func descentTable(list []Match) (*report.Table, error) {
	var rows [][]string
	for _, m := range list {
		heard := "yes"
		if !m.Heard {
			heard = "no"
		}
		rows = append(rows, []string{
			fmt.Sprint(m.Run), fmt.Sprint(m.Asked), heard, fmt.Sprintf("+%d =%d −%d", m.Wins, m.Draws, m.Losses), fmt.Sprintf("[%d, %d]", m.Low, m.High),
		})
	}
	return report.NewTable("The paper's procedure, played", []string{"run", "opponent asked for", "declared", "six games", "left"}, rows)
}
