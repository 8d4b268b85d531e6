package engine

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// analyzed returns the analysis of a position after a search of a number of nodes.
func analyzed(t *testing.T, e *Engine, fen string, nodes uint64) *Analysis {
	t.Helper()
	p := position(t, fen)
	a := e.NewAnalysis(p)
	r := e.Search(search.NewGame(*p), search.NewControl(search.Limits{Nodes: nodes}, p.SideToMove(), 0), a.Report)
	a.Finish(e, &r)
	return a
}

// TestAnalysis: of a tree all moves are told, values and scores White's, whichever side is to move.
func TestAnalysis(t *testing.T) {
	const ahead = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" // Black has no queen
	for _, side := range []string{" w KQkq - 0 1", " b KQkq - 0 1"} {
		e := newEngine(t, Options{Search: "mcts-modern"})
		a := analyzed(t, e, ahead+side, 400)
		if p := position(t, ahead+side); len(a.Moves) != p.CountMoves() || len(a.Lines) != 1 || a.Nodes != 400 || a.Best == "" || a.Search != "mcts-modern" {
			t.Fatalf("%+v", a)
		}
		visits, share, prior := 0, 0.0, 0.0
		for i, m := range a.Moves {
			visits, share, prior = visits+m.Visits, share+m.Share, prior+m.Prior
			if i > 0 && m.Visits > a.Moves[i-1].Visits {
				t.Errorf("%s stands after %s", m.Move, a.Moves[i-1].Move)
			}
			if m.Visits > 10 && (m.Value < 0.7 || m.Score == nil || *m.Score < 200) {
				t.Errorf("%s%s: %s is worth %v, %v centipawns", ahead, side, m.Move, m.Value, m.Score)
			}
			if m.Line[0] != m.Move {
				t.Errorf("%s: line %v", m.Move, m.Line)
			}
		}
		if visits != 399 || math.Abs(share-1) > 1e-9 || math.Abs(prior-1) > 1e-6 {
			t.Errorf("%d visits, shares %v, priors %v", visits, share, prior)
		}
		if a.Best != a.Lines[0].Line[0] || a.UCI == a.Best {
			t.Errorf("best %s, %s, line %v", a.Best, a.UCI, a.Lines[0].Line)
		}
	}
}

// TestAnalysisLines: of alpha-beta there are as many lines as were asked for, of a mate its moves.
func TestAnalysisLines(t *testing.T) {
	e := newEngine(t, Options{})
	set(t, e, "MultiPV", "3")
	a := analyzed(t, e, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 5000)
	if len(a.Lines) != 3 || a.Lines[0].Mate == nil || *a.Lines[0].Mate != 1 || a.Lines[0].Score != nil || a.Lines[1].Score == nil || a.Moves != nil {
		t.Errorf("%+v", a)
	}
	if a := analyzed(t, e, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", 5000); len(a.Lines) != 3 {
		t.Errorf("%+v", a)
	}
}

// TestAnalysisJSON: what is not known is absent.
func TestAnalysisJSON(t *testing.T) {
	e := newEngine(t, Options{})
	text, err := json.Marshal(e.NewAnalysis(position(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")))
	if want := `{"fen":"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1","search":"full","depth":0,"nodes":0,"spent_ms":0,"lines":[]}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

// TestWriteMoves: the table has a line for each move; without a tree there is none.
func TestWriteMoves(t *testing.T) {
	e := newEngine(t, Options{Search: "mcts-alphaone"})
	var b bytes.Buffer
	if err := analyzed(t, e, board.StartFEN, 100).WriteMoves(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 21 || strings.Join(strings.Fields(lines[0]), " ") != "move visits share value prior score line" || !strings.Contains(lines[1], "1. "+strings.Fields(lines[1])[0]) {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	if err := newEngine(t, Options{}).NewAnalysis(position(t, board.StartFEN)).WriteMoves(&b); err != nil || b.Len() > 0 {
		t.Errorf("%v: %s", err, b.String())
	}
}

func TestNumbered(t *testing.T) {
	p, err := board.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	line := parse(t, p, "Nf3 Nc6 Bb5")
	if got := Numbered(p, line); got != "2. Nf3 Nc6 3. Bb5" {
		t.Errorf("from White's move: %s", got)
	}
	p.Make(line[0])
	if got := Numbered(p, line[1:]); got != "2... Nc6 3. Bb5" {
		t.Errorf("from Black's move: %s", got)
	}
}

func parse(t *testing.T, p board.Position, text string) (line []board.Move) {
	t.Helper()
	for san := range strings.FieldsSeq(text) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
		p.Make(m)
	}
	return line
}
