package uci

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// goSearch is "go". A search that runs is stopped first, and plays its move.
func (s *server) goSearch(c call) {
	if len(c.words) > 1 && c.words[1] == "perft" {
		s.perft(call{words: c.words[1:]})
		return
	}
	limits := s.parseGo(c.words[1:])
	s.halt()
	s.remark()
	control := s.stalls.NewControl(limits, s.game.Position().SideToMove(), s.protocol.overhead)
	t := &reporter{out: s.out, engine: s.engine, root: *s.game.Position(), control: control, protocol: s.protocol, quiet: s.quiet}
	j := &job{stop: control.Stop, control: control, pondering: limits.Ponder}
	game := s.game
	s.start(j, func() {
		result := t.search(game)
		if err := search.Err(s.engine); err != nil {
			s.out.info("error: %v", err)
		}
		s.stalls.Note(control)
		t.reportLast(&result)
		control.Wait()
		j.finished.Store(true)
		t.bestMove(&result)
	})
}

// remark writes which options have no effect.
func (s *server) remark() {
	r, ok := s.engine.(Remarker)
	if !ok {
		return
	}
	list := r.Remarks()
	if !slices.Equal(list, s.remarked) {
		for _, text := range list {
			s.out.info("option %s", text)
		}
	}
	s.remarked = list
}

// reporter writes what one search has to say.
type reporter struct {
	out      *output
	engine   Engine
	root     board.Position
	control  *search.Control
	protocol protocolOptions
	quiet    time.Duration

	shown     search.Info // the last line of the first rank, without its moves
	shownMove board.Move  // the first of its moves
}

// search asks the engine, unless the game is over for want of a move.
func (t *reporter) search(g *search.Game) search.Result {
	if t.root.CountMoves() > 0 {
		return t.engine.Search(g, t.control, t.report)
	}
	score := search.Score(0)
	if t.root.InCheck() {
		score = search.MatedIn(0)
	}
	t.out.print("info depth 0 score " + score.String())
	return search.Result{Score: score}
}

// report writes an "info" line.
func (t *reporter) report(info *search.Info) {
	if info.CurrentMove != board.NoMove {
		t.reportCurrent(info)
		return
	}
	if info.MultiPV <= 1 {
		t.remember(info)
	}
	b := fmt.Appendf(nil, "info depth %d", info.Depth)
	if info.SelDepth > 0 {
		b = fmt.Appendf(b, " seldepth %d", info.SelDepth)
	}
	if info.MultiPV > 0 {
		b = fmt.Appendf(b, " multipv %d", info.MultiPV)
	}
	b = append(b, " score "+info.Score.String()+boundWord(info.Bound)...)
	b = append(b, t.wdl(info.Score)...)
	b = append(b, effort(info)...)
	if pv := t.line(info.PV); pv != "" {
		b = append(b, " pv"+pv...)
	}
	t.out.print(string(b))
}

// remember keeps what a line of the first rank has said.
func (t *reporter) remember(info *search.Info) {
	t.shown, t.shownMove = *info, board.NoMove
	t.shown.PV = nil
	if len(info.PV) > 0 {
		t.shownMove = info.PV[0]
	}
}

// reportLast writes what the whole search has spent, and the line that is played, unless the
// last line has said both: a search that is stopped within an iteration ends later than its
// last line, and may have gone back to another move.
func (t *reporter) reportLast(r *search.Result) {
	same := t.shownMove == r.Move && t.shown.Score == r.Score
	if same && t.shown.Nodes == r.Nodes || !t.root.IsLegal(r.Move) {
		return
	}
	info := t.shown
	if !same {
		info = search.Info{Depth: r.Depth, MultiPV: 1, Score: r.Score, HashFull: info.HashFull}
	}
	info.Nodes, info.Time, info.PV = r.Nodes, r.Time, r.PV
	if len(info.PV) == 0 {
		info.PV = []board.Move{r.Move}
	}
	t.report(&info)
}

// reportCurrent writes which move is being searched, once the search is long.
func (t *reporter) reportCurrent(info *search.Info) {
	if t.control.Elapsed() < t.quiet {
		return
	}
	t.out.print(fmt.Sprintf("info depth %d currmove %s currmovenumber %d",
		info.Depth, moveText(&t.root, info.CurrentMove, t.protocol.chess960), info.CurrentNumber))
}

func boundWord(b search.Bound) string {
	switch b {
	case search.Lower:
		return " lowerbound"
	case search.Upper:
		return " upperbound"
	}
	return ""
}

func (t *reporter) wdl(score search.Score) string {
	if !t.protocol.showWDL {
		return ""
	}
	win, draw, loss, ok := t.engine.WDL(score, &t.root)
	if !ok {
		return ""
	}
	return fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
}

// effort is what the search has spent.
func effort(info *search.Info) string {
	return fmt.Sprintf(" nodes %d nps %d hashfull %d time %d",
		info.Nodes, perSecond(info.Nodes, info.Time), info.HashFull, info.Time.Milliseconds())
}

// perSecond is the rate of nodes; a time of less than a microsecond counts as one.
func perSecond(nodes uint64, t time.Duration) uint64 {
	return uint64(float64(nodes) / max(t, time.Microsecond).Seconds())
}

// line writes moves from the root, a blank before each, up to the first that is
// not legal: one from a table may stem from another position.
func (t *reporter) line(moves []board.Move) string {
	var b strings.Builder
	p := t.root
	for _, m := range moves {
		if !p.IsLegal(m) {
			break
		}
		b.WriteString(" " + moveText(&p, m, t.protocol.chess960))
		p.Make(m)
	}
	return b.String()
}

// bestMove ends a search. A move that is not legal would lose the game at once:
// it is reported, and another is played.
func (t *reporter) bestMove(r *search.Result) {
	var buf [board.MaxMoves]board.Move
	legal := t.root.LegalMoves(buf[:0])
	if len(legal) == 0 {
		t.out.print("bestmove 0000")
		return
	}
	if !t.root.IsLegal(r.Move) {
		t.out.info("error: the search has found %v, which is not legal: the first legal move is played", r.Move)
		*r = search.Result{Move: legal[0]}
	}
	text := "bestmove " + moveText(&t.root, r.Move, t.protocol.chess960)
	next := t.root
	next.Make(r.Move)
	if r.Ponder != board.NoMove && next.IsLegal(r.Ponder) {
		text += " ponder " + moveText(&next, r.Ponder, t.protocol.chess960)
	}
	t.out.print(text)
}

func (s *server) perft(c call) {
	depth, err := 0, error(nil)
	if len(c.words) > 1 {
		depth, err = strconv.Atoi(c.words[1])
	}
	if err != nil || depth < 1 || depth > deepestPerft {
		s.out.info("perft: pass a depth from 1 to %d", deepestPerft)
		return
	}
	p, chess960 := *s.game.Position(), s.protocol.chess960
	s.tool("perft", func(ctx context.Context, w *lineWriter) error {
		_, err := Perft(ctx, w, &p, depth, chess960)
		return err
	})
}
