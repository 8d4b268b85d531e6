//go:build ignore

// Generate makes sample.csv.zst: whole games of a UCI engine against itself
// from random openings, every position labelled by a search of fixed nodes.
//
//	go run generate.go -engine stockfish -games 1500 -o sample.csv.zst
//
// Each side of each game has a strength of its own: a number of nodes a move
// and a share of random moves. The same seed, engine and options give the same
// file, whatever the number of workers.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/atomicfile"
)

type options struct {
	engine  string
	games   int
	nodes   int // of the label
	seed    uint64
	workers int

	out       string
	positions string
}

func main() {
	var opt options
	flag.StringVar(&opt.engine, "engine", "stockfish", "UCI engine `program`")
	flag.IntVar(&opt.games, "games", 1500, "`number` of games")
	flag.IntVar(&opt.nodes, "nodes", 8000, "`nodes` of the search that labels a position")
	flag.Uint64Var(&opt.seed, "seed", 1, "`seed` of openings and strengths")
	flag.IntVar(&opt.workers, "workers", 1, "`number` of engines at once")
	flag.StringVar(&opt.out, "o", "sample.csv.zst", "output `file`")
	flag.StringVar(&opt.positions, "positions", "", "write a thousand FENs at equal distances to this `file`")
	flag.Parse()
	if err := generate(context.Background(), opt); err != nil {
		log.Fatal("generate: ", err)
	}
}

// generate plays the games in parallel and writes them in order.
func generate(ctx context.Context, opt options) error {
	games, err := playAll(ctx, opt)
	if err != nil {
		return err
	}
	rows := slices.Concat(games...)
	if opt.positions != "" {
		if err := writePositions(opt.positions, rows); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	zw, err := zstd.NewWriter(&b, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20))
	if err != nil {
		return err
	}
	fmt.Fprintln(zw, "fen,score,result,game,ply")
	for _, row := range rows {
		fmt.Fprintln(zw, row)
	}
	if err := zw.Close(); err != nil {
		return err
	}
	return atomicfile.Write(opt.out, b.Bytes())
}

// writePositions writes a thousand of the rows' positions at equal distances.
func writePositions(path string, rows []string) error {
	const n = 1000
	var b bytes.Buffer
	for i := range n {
		fen, _, _ := strings.Cut(rows[i*len(rows)/n], ",")
		fmt.Fprintln(&b, fen)
	}
	return atomicfile.Write(path, b.Bytes())
}

// playAll returns each game's rows.
func playAll(ctx context.Context, opt options) ([][]string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	games := make([][]string, opt.games)
	next := make(chan int)
	var wg sync.WaitGroup
	for range opt.workers {
		wg.Go(func() {
			if err := work(ctx, opt, next, games); err != nil {
				cancel(err)
			}
		})
	}
	for i := range opt.games {
		select {
		case next <- i:
		case <-ctx.Done():
		}
		if i%20 == 0 {
			log.Printf("game %d of %d", i, opt.games)
		}
	}
	close(next)
	wg.Wait()
	return games, context.Cause(ctx)
}

func work(ctx context.Context, opt options, next <-chan int, games [][]string) error {
	e, err := start(ctx, opt.engine)
	if err != nil {
		return err
	}
	defer e.quit()
	for i := range next {
		g := &game{
			id: fmt.Sprintf("%d.%d", opt.seed, i), engine: e, labelNodes: opt.nodes,
			rng: rand.New(rand.NewPCG(opt.seed, uint64(i))),
		}
		if games[i], err = g.play(); err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
	}
	return nil
}

// A game is one game being played.
type game struct {
	id         string
	engine     *engine
	labelNodes int
	rng        *rand.Rand

	pos     board.Position
	history []uint64 // keys of the positions so far
	ply     int
	start   string // FEN after the random opening
	moves   []string

	strength [2]strength // by board.Color
	resign   bool        // end when one side is far ahead
	ahead    int         // plies for which White has been far ahead, negative: Black
}

// A strength is how well one side plays.
type strength struct {
	nodes   int
	blunder float64 // share of random moves
}

const (
	maxPlies    = 400
	farAhead    = 1000 // centipawns
	resignPlies = 8
)

// play plays one game and returns its rows.
func (g *game) play() ([]string, error) {
	g.opening()
	for c := range g.strength {
		g.strength[c] = strength{
			nodes:   50 << g.rng.IntN(7), // 50 to 3200
			blunder: []float64{0, 0, 0.02, 0.06}[g.rng.IntN(4)],
		}
	}
	g.resign = g.rng.IntN(2) == 0
	g.start = g.pos.FEN()
	g.engine.send("ucinewgame")

	var rows []string
	result := ""
	for result == "" {
		score, err := g.label()
		if err != nil {
			return nil, err
		}
		rows = append(rows, fmt.Sprintf("%s,%s", g.pos.FEN(), score))
		if err := g.move(); err != nil {
			return nil, err
		}
		result = g.result()
	}
	for i := range rows {
		rows[i] += fmt.Sprintf(",%s,%s,%d", result, g.id, g.ply-len(rows)+i)
	}
	return rows, nil
}

// opening plays 6 to 13 random plies that do not end the game.
func (g *game) opening() {
	for {
		g.pos, g.ply, g.history = board.Start(), 0, nil
		for range 6 + g.rng.IntN(8) {
			m, ok := g.randomMove()
			if !ok {
				break
			}
			g.make(m)
		}
		if g.pos.Status() == board.Ongoing {
			return
		}
	}
}

// randomMove returns a legal move, if there is one. The choice does not depend
// on the order in which moves are generated.
func (g *game) randomMove() (board.Move, bool) {
	moves := g.pos.LegalMoves(nil)
	if len(moves) == 0 {
		return board.NoMove, false
	}
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(g.pos.UCI(a), g.pos.UCI(b)) })
	return moves[g.rng.IntN(len(moves))], true
}

func (g *game) make(m board.Move) {
	g.history = append(g.history, g.pos.Key())
	g.pos.Make(m)
	g.ply++
}

// label returns the score of the position from White's view, as text, and
// notes how long one side has been far ahead.
func (g *game) label() (string, error) {
	_, kind, n, err := g.search(g.labelNodes)
	if err != nil {
		return "", err
	}
	if g.pos.SideToMove() == board.Black {
		n = -n
	}
	switch {
	case n >= farAhead || kind == "mate" && n > 0:
		g.ahead = max(g.ahead, 0) + 1
	case n <= -farAhead || kind == "mate":
		g.ahead = min(g.ahead, 0) - 1
	default:
		g.ahead = 0
	}
	if kind == "mate" {
		return fmt.Sprintf("#%+d", n), nil
	}
	if n == 0 {
		return "0", nil
	}
	return fmt.Sprintf("%+d", n), nil
}

// move plays the move of the side to move: its search's, or a random one.
func (g *game) move() error {
	s := g.strength[g.pos.SideToMove()]
	best, _, _, err := g.search(s.nodes)
	if err != nil {
		return err
	}
	m, err := g.pos.ParseUCI(best)
	if err != nil {
		return err
	}
	if g.rng.Float64() < s.blunder {
		m, _ = g.randomMove()
	}
	g.moves = append(g.moves, g.pos.UCI(m))
	g.make(m)
	return nil
}

// result returns the game's result, or "" while it goes on.
func (g *game) result() string {
	draw := "1/2-1/2"
	win := map[board.Color]string{board.White: "1-0", board.Black: "0-1"}
	repetitions := 0
	for _, key := range g.history {
		if key == g.pos.Key() {
			repetitions++
		}
	}
	switch status := g.pos.Status(); {
	case status == board.Checkmate:
		return win[g.pos.SideToMove().Other()]
	case status != board.Ongoing, repetitions >= 2, g.pos.HalfmoveClock() >= 100, g.ply >= maxPlies:
		return draw
	case g.resign && g.ahead >= resignPlies:
		return win[board.White]
	case g.resign && g.ahead <= -resignPlies:
		return win[board.Black]
	}
	return ""
}

// search returns the engine's move and score after a number of nodes; the
// score is the mover's, of the kind "cp" or "mate".
func (g *game) search(nodes int) (best, kind string, n int, err error) {
	g.engine.send("position fen %s moves %s", g.start, strings.Join(g.moves, " "))
	g.engine.send("go nodes %d", nodes)
	for g.engine.out.Scan() {
		f := strings.Fields(g.engine.out.Text())
		if len(f) > 1 && f[0] == "bestmove" {
			return f[1], kind, n, nil
		}
		for i := 0; i+2 < len(f); i++ {
			if f[i] == "score" {
				kind = f[i+1]
				if n, err = strconv.Atoi(f[i+2]); err != nil {
					return "", "", 0, err
				}
			}
		}
	}
	return "", "", 0, fmt.Errorf("the engine stopped: %v", g.engine.out.Err())
}

// An engine is a running UCI program.
type engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(ctx context.Context, program string) (*engine, error) {
	cmd := exec.CommandContext(ctx, program)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	e := &engine{cmd, in, bufio.NewScanner(out)}
	e.send("uci")
	e.send("setoption name Threads value 1")
	e.send("setoption name Hash value 16")
	e.send("isready")
	for e.out.Scan() {
		if e.out.Text() == "readyok" {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%s does not speak UCI", program)
}

func (e *engine) send(format string, args ...any) { fmt.Fprintf(e.in, format+"\n", args...) }

func (e *engine) quit() {
	e.send("quit")
	e.in.Close()
	_ = e.cmd.Wait()
}
