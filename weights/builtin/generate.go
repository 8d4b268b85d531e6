//go:build ignore

// Generate makes the positions that the built-in weights are fitted to: games of
// the project's base search against itself from random openings, every position
// that is not in check labelled by a UCI engine's search of fixed nodes.
//
//	go run generate.go -engine /usr/games/stockfish -games 16000 -o games.csv
//
// The columns are fen, score (White's view, centipawns or #mate), result, game,
// ply and move, the labelling engine's best. Each side of each game has a
// strength of its own: a number of nodes a move and a share of random moves. The
// same seed, weights, engine and options give the same file, whatever the number
// of workers. A file that is there is gone on with.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/eval"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

type options struct {
	engine  string
	weights string
	games   int
	nodes   uint64 // of the label
	seed    uint64
	workers int
	out     string
}

func main() {
	var opt options
	flag.StringVar(&opt.engine, "engine", "stockfish", "UCI `program` that labels")
	flag.StringVar(&opt.weights, "weights", "", "weights `file` that plays; the built-in one if not given")
	flag.IntVar(&opt.games, "games", 16000, "`number` of games")
	flag.Uint64Var(&opt.nodes, "nodes", 600, "`nodes` of the search that labels a position")
	flag.Uint64Var(&opt.seed, "seed", 1, "`seed` of openings and strengths")
	flag.IntVar(&opt.workers, "workers", 1, "`number` of games at once")
	flag.StringVar(&opt.out, "o", "games.csv", "output `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := generate(ctx, opt); err != nil {
		log.Fatal("generate: ", err)
	}
}

// generate plays the games in parallel and writes them in order.
func generate(ctx context.Context, opt options) (err error) {
	out, first, err := resume(opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	file := weights.Builtin()
	if opt.weights != "" {
		if file, err = weights.Read(opt.weights); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	games := playAll(ctx, cancel, opt, file, first)
	rows := 0
	for i := first; i < opt.games; i++ {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case text := <-games[i-first]:
			if _, err := out.Write(text); err != nil {
				return err
			}
			rows += bytes.Count(text, []byte("\n"))
		}
		if i%100 == 0 {
			log.Printf("game %d of %d, %d rows", i, opt.games, rows)
		}
	}
	return nil
}

// playAll plays games from number first in goroutines and returns where each
// one's rows will be.
func playAll(ctx context.Context, cancel context.CancelCauseFunc, opt options, file *weights.File, first int) []chan []byte {
	games := make([]chan []byte, max(0, opt.games-first))
	next := make(chan int, len(games))
	for i := range games {
		games[i] = make(chan []byte, 1)
		next <- i
	}
	close(next)
	for range opt.workers {
		go func() {
			if err := work(ctx, opt, file, first, next, games); err != nil {
				cancel(err)
			}
		}()
	}
	return games
}

// work plays games until there are no more.
func work(ctx context.Context, opt options, file *weights.File, first int, next <-chan int, games []chan []byte) error {
	p, err := newPlayer(ctx, opt, file)
	if err != nil {
		return err
	}
	defer p.label.Close()
	for i := range next {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := p.play(first + i)
		if err != nil {
			return fmt.Errorf("game %d: %w", first+i, err)
		}
		games[i] <- text
	}
	return nil
}

// header names the columns.
const header = "fen,score,result,game,ply,move\n"

// resume opens the output after its last whole game, and returns the number of
// the next. What stands of the last game is taken away, for it may be a part.
func resume(opt options) (f *os.File, next int, err error) {
	f, err = os.OpenFile(opt.out, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	var at, end int64 // where the last game begins, and the whole lines end
	in := bufio.NewReader(f)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, 0, err
		}
		if fields := strings.Split(line, ","); len(fields) == 6 && line != header {
			_, id, _ := strings.Cut(fields[3], ".")
			if n, err := strconv.Atoi(id); err != nil {
				return nil, 0, fmt.Errorf("%s: game %q: want seed.number", opt.out, fields[3])
			} else if n != next || at == 0 {
				next, at = n, end
			}
		}
		end += int64(len(line))
	}
	if err := errors.Join(f.Truncate(at), seek(f, at)); err != nil || at > 0 {
		return f, next, err
	}
	_, err = f.WriteString(header)
	return f, 0, err
}

func seek(f *os.File, at int64) error {
	_, err := f.Seek(at, io.SeekStart)
	return err
}

// A player plays one game after another.
type player struct {
	opt   options
	base  *alphabeta.Searcher
	label *client.Client

	// The game that is played.
	rng      *rand.Rand
	game     *search.Game
	ply      int // of the game's start
	strength [2]strength
	early    bool // a game that is decided ends
	ahead    int  // labels for which White has been far ahead, negative: Black
	even     int  // labels in which neither side has been ahead at all
}

// A strength is how well one side plays.
type strength struct {
	nodes  uint64
	random float64 // share of random moves
}

const (
	maxPlies  = 400
	lopsided  = 150 // centipawns: openings further off are not played
	farAhead  = 900 // centipawns
	aheadEnd  = 8   // labels in a row
	nearlyNil = 8   // centipawns
	evenFrom  = 80  // half-moves before which no draw is agreed
	evenEnd   = 20  // labels in a row
)

func newPlayer(ctx context.Context, opt options, file *weights.File) (*player, error) {
	if _, err := eval.NewSearch(file); err != nil {
		return nil, err
	}
	newEvaluator := func() search.Evaluator {
		e, err := eval.NewSearch(file)
		if err != nil {
			panic(err) // it could be made a moment ago
		}
		return e
	}
	l, err := client.Start(ctx, client.Config{Command: opt.engine, Options: []client.Setting{{Name: "Threads", Value: "1"}, {Name: "Hash", Value: "4"}}})
	return &player{opt: opt, label: l, base: alphabeta.New(newEvaluator, alphabeta.Options{Hash: 1, Threads: 1, Off: alphabeta.Base})}, err
}

// search returns the labelling engine's score of the position, White's view, and
// its best move. It knows nothing of how the game came there. The score is the last
// one told, though it be a bound: after few nodes it is nearer to that of a long
// search than the last exact one.
func (p *player) search() (winprob.Score, board.Move, error) {
	pos := p.game.Position()
	var last search.Score
	r, err := p.label.Search(search.NewGame(*pos), search.Limits{Nodes: p.opt.nodes}, func(info *search.Info) {
		if info.Depth > 0 && info.CurrentMove == board.NoMove {
			last = info.Score
		}
	})
	score := last.White(pos.SideToMove())
	if score.IsMate() {
		n := score.MateMoves()
		return winprob.MateIn(cmp.Compare(n, 0), max(n, -n)), r.Move, err
	}
	return winprob.Centipawns(int(score)), r.Move, err
}

// play plays one game and returns its rows.
func (p *player) play(number int) ([]byte, error) {
	p.rng = rand.New(rand.NewPCG(p.opt.seed, uint64(number)))
	p.base.NewGame()
	if err := p.label.NewGame(); err != nil {
		return nil, err
	}
	if err := p.opening(); err != nil {
		return nil, err
	}
	level := 8 + 2*p.rng.Float64() // of both sides, as a power of 2
	for c := range p.strength {
		p.strength[c] = strength{
			nodes:  uint64(math.Exp2(level + p.rng.Float64())), // 256 to 2,048
			random: []float64{0, 0, 0, 0, 0, 0, 0.01, 0.04}[p.rng.IntN(8)],
		}
	}
	p.early, p.ahead, p.even = p.rng.IntN(4) > 0, 0, 0
	var rows []string
	result := ""
	for result == "" {
		row, err := p.row()
		if err != nil {
			return nil, err
		}
		if row != "" {
			rows = append(rows, row)
		}
		p.move()
		result = p.result()
	}
	var b bytes.Buffer
	for _, row := range rows {
		b.WriteString(strings.Replace(row, "?", fmt.Sprintf("%s,%d.%d", result, p.opt.seed, number), 1) + "\n")
	}
	return b.Bytes(), nil
}

// opening plays 8 to 11 random plies after which the game is open.
func (p *player) opening() error {
	for {
		p.game = search.NewGame(board.Start())
		p.ply = 8 + p.rng.IntN(4)
		for range p.ply {
			if p.game.Outcome() == search.Ongoing {
				p.game.Make(p.randomMove())
			}
		}
		if p.game.Outcome() != search.Ongoing {
			continue
		}
		p.game = search.NewGame(*p.game.Position())
		score, _, err := p.search()
		if err != nil || score >= -lopsided && score <= lopsided {
			return err
		}
	}
}

// row labels the position and returns its row, with a question mark where result
// and game will stand; nothing of a position in check.
func (p *player) row() (string, error) {
	pos := p.game.Position()
	if pos.InCheck() {
		return "", nil
	}
	score, best, err := p.search()
	if err != nil {
		return "", err
	}
	switch {
	case score >= farAhead:
		p.ahead = max(p.ahead, 0) + 1
	case score <= -farAhead:
		p.ahead = min(p.ahead, 0) - 1
	default:
		p.ahead = 0
	}
	if p.even++; score > nearlyNil || score < -nearlyNil {
		p.even = 0
	}
	return fmt.Sprintf("%s,%v,?,%d,%s", pos.FEN(), score, p.plies(), pos.UCI(best)), nil
}

func (p *player) plies() int { return p.ply + len(p.game.Moves()) }

// move plays the move of the side to move: its search's, or a random one.
func (p *player) move() {
	side := p.game.Position().SideToMove()
	s := p.strength[side]
	m := p.base.Search(p.game, search.NewControl(search.Limits{Nodes: s.nodes}, side, 0), nil).Move
	if p.rng.Float64() < s.random {
		m = p.randomMove()
	}
	p.game.Make(m)
}

// randomMove returns a legal move. The choice does not depend on the order in
// which moves are generated.
func (p *player) randomMove() board.Move {
	pos := p.game.Position()
	moves := pos.LegalMoves(nil)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(pos.UCI(a), pos.UCI(b)) })
	return moves[p.rng.IntN(len(moves))]
}

// result returns the game's result, or "" while it goes on.
func (p *player) result() string {
	win := [2]string{board.White: "1-0", board.Black: "0-1"}
	switch outcome := p.game.Outcome(); {
	case outcome == search.Checkmate:
		return win[p.game.Position().SideToMove().Other()]
	case outcome != search.Ongoing, p.plies() >= maxPlies:
		return "1/2-1/2"
	case p.early && p.ahead >= aheadEnd:
		return win[board.White]
	case p.early && p.ahead <= -aheadEnd:
		return win[board.Black]
	case p.early && p.plies() >= evenFrom && p.even >= evenEnd:
		return "1/2-1/2"
	}
	return ""
}
