package match

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// A gamesFile writes games in fastchess's dialect of PGN, each whole.
type gamesFile struct {
	file  *disk.File
	pgn   *pgn.Writer
	event string
	rules string
	limit map[string]play.Limit
}

// createGames starts a new file: a match that goes on writes it from its journal.
func createGames(path string, p *Plan) (*gamesFile, error) {
	f, err := disk.Create(path)
	if err != nil {
		return nil, err
	}
	g := &gamesFile{file: f, pgn: pgn.NewWriter(f), event: p.Event, rules: p.Rules.String(), limit: map[string]play.Limit{}}
	for _, e := range p.Entrants {
		g.limit[e.Name] = e.Limit
	}
	return g, nil
}

func (f *gamesFile) add(g *Game) error {
	out, err := f.translate(g)
	if err == nil {
		err = f.pgn.Write(out)
	}
	if err != nil {
		return fmt.Errorf("games.pgn: game %d: %w", g.Number, err)
	}
	return f.pgn.Flush()
}

// rename gives the file its place. It is closed for that, which some systems ask for.
func (f *gamesFile) rename(path string) error {
	if err := errors.Join(f.pgn.Flush(), f.file.Close(), disk.Rename(f.file.Name(), path)); err != nil {
		return err
	}
	file, err := disk.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	if err == nil {
		f.file, f.pgn = file, pgn.NewWriter(file)
	}
	return err
}

func (f *gamesFile) close() error { return errors.Join(f.pgn.Flush(), f.file.Close()) }

// translate returns a game as PGN has it.
func (f *gamesFile) translate(g *Game) (*pgn.Game, error) {
	fen := g.FEN
	if fen == "" {
		fen = board.StartFEN
	}
	start, err := board.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	out := &pgn.Game{Start: start, Ended: true, Chess960: shredder(fen)}
	for _, r := range []pgn.Result{pgn.WhiteWins, pgn.Draw, pgn.BlackWins} {
		if r.String() == g.Result {
			out.Result = r
		}
	}
	if err := addMoves(out, g); err != nil {
		return nil, err
	}
	addReason(out, g)
	out.Tags = f.tags(g, len(out.Moves))
	return out, nil
}

// shredder reports whether a FEN's castling rights are those of Chess960 alone.
func shredder(fen string) bool {
	return strings.Trim(strings.Fields(fen)[2], "KQkq-") != ""
}

// addMoves adds the moves with what was thought of them.
func addMoves(out *pgn.Game, g *Game) error {
	at := out.Start
	words := strings.Fields(g.Moves)
	if thoughts := len(words) - g.Book; len(g.Scores) != thoughts || len(g.Depths) != thoughts || len(g.Times) != thoughts {
		return errors.New("moves and scores differ in number")
	}
	for i, word := range words {
		m, err := at.ParseUCI(word)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		at.Make(m)
		comment := pgn.Comment("book")
		if n := i - g.Book; n >= 0 {
			comment = thought(g.Scores[n], g.Depths[n], g.Times[n])
		}
		out.Moves = append(out.Moves, pgn.Move{Move: m, Comments: []pgn.Comment{comment}})
	}
	return nil
}

// thought returns fastchess's comment of a move: score in pawns or half-moves to mate, depth, time.
// Without a score it is the time alone, in the way of Lichess, for a score that was not reported
// must not be read as one.
func thought(score search.Score, depth int, micros int64) pgn.Comment {
	elapsed := time.Duration(micros) * time.Microsecond
	if score == noScore {
		d := elapsed.Round(time.Millisecond)
		return fmt.Appendf(nil, "[%%emt %d:%02d:%06.3f]", d/time.Hour, d/time.Minute%60, (d % time.Minute).Seconds())
	}
	text := append(appendPawns(nil, score), '/')
	text = append(strconv.AppendInt(text, int64(depth), 10), ' ')
	return append(strconv.AppendFloat(text, elapsed.Seconds(), 'f', 3, 64), 's')
}

// appendPawns appends a score with its sign.
func appendPawns(text []byte, s search.Score) []byte {
	switch {
	case s.IsMate() && s > 0:
		return strconv.AppendInt(append(text, "+M"...), int64(search.Mate-s), 10)
	case s.IsMate():
		return strconv.AppendInt(append(text, "-M"...), int64(search.Mate+s), 10)
	case s > 0:
		text = append(text, '+')
	}
	return strconv.AppendFloat(text, float64(s)/100, 'f', 2, 64)
}

// addReason adds why the game has ended: after what was thought of the last move, as fastchess
// does, or, if that is of the opening, in a comment of its own.
func addReason(out *pgn.Game, g *Game) {
	n := len(out.Moves)
	switch {
	case g.Reason == "":
	case n == 0:
		out.Comments = []pgn.Comment{pgn.Comment(g.Reason)}
	case n == g.Book || bytes.HasPrefix(out.Moves[n-1].Comments[0], []byte("[")):
		out.Moves[n-1].Comments = append(out.Moves[n-1].Comments, pgn.Comment(g.Reason))
	default:
		last := &out.Moves[n-1].Comments[0]
		*last = append(*last, ", "+g.Reason...)
	}
}

// tags returns fastchess's tags, and three that say what it leaves to the command line: both sides'
// limits and the rules of adjudication.
func (f *gamesFile) tags(g *Game, plies int) []pgn.Tag {
	const stamp = "2006-01-02T15:04:05 -0700"
	took := time.Duration(g.Seconds * float64(time.Second))
	white, black := f.limit[g.White], f.limit[g.Black]
	tags := []pgn.Tag{
		{Name: "Event", Value: f.event},
		{Name: "Date", Value: g.Began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(g.Round)},
		{Name: "White", Value: g.White},
		{Name: "Black", Value: g.Black},
		{Name: "GameDuration", Value: fmt.Sprintf("%02d:%02d:%02d", took/time.Hour, took/time.Minute%60, took/time.Second%60)},
		{Name: "GameStartTime", Value: g.Began.Format(stamp)},
		{Name: "GameEndTime", Value: g.Began.Add(took).Format(stamp)},
		{Name: "PlyCount", Value: strconv.Itoa(plies)},
		{Name: "Termination", Value: g.Termination},
	}
	if w, b := timeControl(white), timeControl(black); w == b {
		tags = append(tags, pgn.Tag{Name: "TimeControl", Value: w})
	} else {
		tags = append(tags, pgn.Tag{Name: "WhiteTimeControl", Value: w}, pgn.Tag{Name: "BlackTimeControl", Value: b})
	}
	tags = append(tags, pgn.Tag{Name: "WhiteLimit", Value: white.String()}, pgn.Tag{Name: "BlackLimit", Value: black.String()})
	if f.rules != "" {
		tags = append(tags, pgn.Tag{Name: "Adjudication", Value: f.rules})
	}
	return tags
}

// timeControl returns a limit as the tag TimeControl has it; "-" is none.
func timeControl(l play.Limit) string {
	if l.Time == 0 {
		return "-"
	}
	clock := play.Limit{Time: l.Time, Increment: l.Increment, Moves: l.Moves}
	return strings.TrimPrefix(clock.String(), "tc=")
}
