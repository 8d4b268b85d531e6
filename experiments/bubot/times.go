package bubot

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match"
)

// secondsTitle begins the tables that no two runs have alike.
const secondsTitle = "In seconds, of this machine: "

// secondsTable has what moves took, by the clock.
func (r *Result) secondsTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Players {
		p := &r.Players[i]
		used := &p.Used
		if used.Moves == 0 {
			continue
		}
		rows = append(rows, []string{p.Name, fmt.Sprint(used.Moves), fmt.Sprintf("%.4f", used.Time.Seconds()/float64(used.Moves)), fmt.Sprintf("%.4f", used.Longest.Seconds()), paperSeconds[p.Name]})
	}
	return report.NewTable(secondsTitle+"what a move takes by the clock, as many games at a time as -threads says",
		[]string{"player", "moves", "mean", "longest", "paper's mean"}, rows)
}

// costSecondsTable has the paper's tables 1 and 2: the processor time of minimax and alpha-beta.
func (r *Result) costSecondsTable() (*report.Table, error) {
	var rows [][]string
	for i := range r.Costs {
		c := &r.Costs[i]
		rows = append(rows, []string{c.Position, fmt.Sprint(c.Depth), fmt.Sprintf("%.4f", c.Seconds[0]), paperTime(paperMinimax[:], c.Depth),
			fmt.Sprintf("%.4f", c.Seconds[1]), paperTime(paperAlphaBeta[:], c.Depth)})
	}
	return report.NewTable(secondsTitle+"minimax and alpha-beta to a depth, processor time (the paper's tables 1 and 2)",
		[]string{"position", "depth", "minimax", "paper", "alpha-beta", "paper"}, rows)
}

// figures are the pictures of move times: those of the paper's figures 4b to 7b, by the number of the game.
var figures = map[int]string{1: "4b", 2: "5b", 3: "6b", 4: "7b"}

// draw adds a picture for each of the four games that was played: the mean seconds of a player's n-th move after the
// opening, over the games that got so far.
func (r *Result) draw(page *report.Page, folder string) error {
	for i := range r.Games {
		g := &r.Games[i]
		if g.Paper == "" || g.Match.Games() == 0 {
			continue
		}
		courses, err := times(filepath.Join(folder, "games", pool.Folder(pool.Title(g.First, g.Second))), g.First, g.Second)
		if errors.Is(err, fs.ErrNotExist) {
			continue // games that were not kept
		}
		if err != nil {
			return err
		}
		opt := report.Options{Title: fmt.Sprintf("Game %d: seconds a move, means of %d games", g.Number, g.Match.Games())}
		figure, err := report.Courses("move", "seconds", []report.CoursePanel{{Title: g.First + " against " + g.Second, Courses: courses}}, opt)
		if err != nil {
			return err
		}
		caption := fmt.Sprintf("Seconds by move, as the paper's figure %s.", figures[g.Number])
		if err := page.Add(folder, fmt.Sprintf("times-%d", g.Number), caption, figure); err != nil {
			return err
		}
	}
	return nil
}

// times reads the mean seconds of two players' moves, by the number of their move from 1, from the folder of their match.
func times(dir, first, second string) ([]report.Course, error) {
	f, err := match.Follow(dir)
	if err != nil {
		return nil, err
	}
	if _, err := f.Read(); err != nil {
		return nil, err
	}
	sums := map[string]*moveTimes{first: {}, second: {}}
	for _, line := range f.Games() {
		g, err := f.Game(line)
		if err != nil {
			return nil, err
		}
		white, err := whiteBegins(g)
		if err != nil {
			return nil, err
		}
		for n, us := range g.Times {
			name := g.White
			if (n%2 == 0) != white {
				name = g.Black
			}
			sums[name].add(n/2+1, float64(us)/1e6)
		}
	}
	return []report.Course{{Name: first, Values: sums[first].means()}, {Name: second, Values: sums[second].means()}}, nil
}

// moveTimes are sums of seconds and numbers of moves, by the number of the move.
type moveTimes struct {
	seconds []float64
	moves   []int
}

func (t *moveTimes) add(move int, seconds float64) {
	for len(t.moves) <= move {
		t.seconds, t.moves = append(t.seconds, 0), append(t.moves, 0)
	}
	t.seconds[move] += seconds
	t.moves[move]++
}

// means returns the mean seconds by the number of the move, NaN where nobody has moved.
func (t *moveTimes) means() (list []float64) {
	for i, n := range t.moves {
		mean := math.NaN()
		if n > 0 {
			mean = t.seconds[i] / float64(n)
		}
		list = append(list, mean)
	}
	return list
}

// whiteBegins reports whether White makes the first move after the opening.
func whiteBegins(g *match.Game) (bool, error) {
	p := board.Start()
	if g.FEN != "" {
		var err error
		if p, err = board.ParseFEN(g.FEN); err != nil {
			return false, err
		}
	}
	return (p.SideToMove() == board.White) == (g.Book%2 == 0), nil
}
