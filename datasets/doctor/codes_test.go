package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// A row of the good file.
type row struct{ fen, score, result, game string }

// goodRows returns rows of which no code has anything to say, 10 of each of many
// games of the sample.
func goodRows(t *testing.T) (rows []row) {
	t.Helper()
	const games = 400
	for i, line := range firstLines(t, "../sample/sample.csv.zst", 50_000) {
		f := strings.Split(line, ",")
		if i > 0 && i%10 == 5 && len(rows) < 10*games && !strings.Contains(f[0], "1/2") {
			rows = append(rows, row{f[0], f[1], f[2], f[3]})
		}
	}
	return rows
}

// table writes rows as CSV with a header.
func table(rows []row, columns string, write func(r row) string) []string {
	lines := []string{columns}
	for _, r := range rows {
		lines = append(lines, write(r))
	}
	return lines
}

// scored is a table of scores, results and games.
func scored(rows []row) []string {
	return table(rows, "fen,score,result,game", func(r row) string { return r.fen + "," + r.score + "," + r.result + "," + r.game })
}

// lines is EPD with results and games.
func lines(rows []row) (all []string) {
	for _, r := range rows {
		all = append(all, fmt.Sprintf(`%s c9 "%s"; id "%s";`, strings.Join(strings.Fields(r.fen)[:4], " "), r.result, r.game))
	}
	return all
}

// changed returns the rows with every nth one changed.
func changed(rows []row, n int, f func(i int, r *row)) []row {
	rows = slices.Clone(rows)
	for i := range rows {
		if i%n == n-1 {
			f(i, &rows[i])
		}
	}
	return rows
}

// only returns the rows of which a condition holds.
func only(rows []row, holds func(r row) bool) (some []row) {
	for _, r := range rows {
		if holds(r) {
			some = append(some, r)
		}
	}
	return some
}

func parse(fen string) board.Position {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return p
}

// playable is a legal move of a row's position, in UCI notation: one that takes if
// that is wanted and there is one, else a quiet one if there is one.
func playable(r row, taking bool) string {
	p := parse(r.fen)
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		if (p.IsCapture(m) || m.IsPromotion()) == taking {
			return p.UCI(m)
		}
	}
	return p.UCI(moves[0])
}

// pgn writes games of some moves and a result.
func pgn(n int, tags, moves, result string) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("[Event \"%d\"]\n[Result \"%s\"]\n%s\n%s %s\n", i, result, tags, moves, result))
	}
	return all
}

// sixOpenings writes n games of each of six openings.
func sixOpenings(n int) (all []string) {
	for _, move := range []string{"c3", "d3", "Nc3", "O-O", "a3", "h3"} {
		all = append(all, pgn(n, "", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. "+move+" Nf6 5. a4 d6 6. b3", "1-0")...)
	}
	return all
}

// late writes rows with other codes of results, after so many of their own that are 0 or 1 that
// the first lines do not tell.
func late(rows []row, codes map[string]string) []string {
	order := slices.Clone(rows)
	for len(order) < 10_000 {
		order = append(order, order...)
	}
	last := map[string]bool{"-1": true, "2": true}
	slices.SortStableFunc(order, func(a, b row) int {
		switch x, y := last[codes[a.result]], last[codes[b.result]]; {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
	return table(order, "fen,score,result", func(r row) string { return r.fen + "," + r.score + "," + codes[r.result] })
}

// constantRights writes the castling rights of the first position into a row.
func constantRights(_ int, r *row) {
	fields := strings.Fields(r.fen)
	fields[2] = "KQkq"
	r.fen = strings.Join(fields, " ")
}

// TestCodes: each code has a file that provokes it and one that does not. The file
// is named after the accident that made the code, where one was published.
func TestCodes(t *testing.T) {
	good := goodRows(t)
	const (
		italian   = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O"
		half      = "6k1/5pp1/2p4p/8/8/2P4P/5PP1/6K1 w - - 0 40"
		checkmate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 60"
		noPassing = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq" // no pawn can take en passant
		noEvals   = "1. e4 {book} e5 {book} 2. Nf3 {+0.20/12 1s} Nc6 {-0.10/12 1s}"
	)
	column := func(f func(i int) string) []string {
		i := -1
		return table(good, "fen,score,depth", func(r row) string { i++; return r.fen + "," + r.score + "," + f(i) })
	}
	tests := []struct {
		code     note.Code
		name     string // of the file that provokes
		provokes []string
		not      []string // nil: the good table
		level    note.Level
		flag     string // recommended
		opt      doctor.Options
	}{
		{note.D01, "ethereal_26_half_in_fen.epd", append(lines(good), half+` c9 "1-0";`), lines(good), note.Remark, "", doctor.Options{}},
		{note.D01, "result_in_id.epd", lines(changed(good, 50, func(_ int, r *row) { r.game += " 1-0 0-1" })), lines(good), note.Remark, "", doctor.Options{}},
		{note.D02, "movers_view.csv", scored(changed(good, 1, mover)), nil, note.Error, "-pov mover", doctor.Options{}},
		{note.D02, "bulletformat_results.epd", edit(lines(good), exchangeMover), lines(good), note.Error, "-result-pov mover", doctor.Options{}},
		{note.D02, "blacks_view.csv", scored(changed(good, 1, negate)), nil, note.Error, "", doctor.Options{}},
		{note.D02, "results_2_is_blacks.csv", scored(changed(good, 1, func(i int, r *row) {
			r.result = map[string]string{"1-0": "0", "0-1": "2", "1/2-1/2": "1"}[r.result]
		})), scored(changed(good, 1, func(i int, r *row) {
			r.result = map[string]string{"1-0": "2", "0-1": "0", "1/2-1/2": "1"}[r.result]
		})), note.Error, "-result-codes '0", doctor.Options{}},
		{note.D02, "results_1_0_-1_late.csv", late(good, map[string]string{"1-0": "1", "0-1": "-1", "1/2-1/2": "0"}), nil, note.Error, "-result-codes signs", doctor.Options{}},
		{note.D02, "results_2_1_0_late.csv", late(good, map[string]string{"1-0": "2", "0-1": "0", "1/2-1/2": "1"}), nil, note.Error, "-result-codes halves", doctor.Options{}},
		{note.D07, "constant_KQkq.csv", scored(changed(good, 1, constantRights)), nil, note.Error, "-castling repair", doctor.Options{}},
		{note.D01, "unread_value.txt", table(good, "", func(r row) string { return r.fen + " | " + r.score + " | 17 | " + r.result })[1:], nil, note.Warning, "", doctor.Options{}},
		{note.D01, "mate_is_a_word.csv", table(good, "fen,score,mate", func(r row) string { return r.fen + "," + r.score + ",no" }), nil, note.Warning, "", doctor.Options{}},
		{note.D03, "pawns.csv", scored(changed(good, 1, pawns)), nil, note.Error, "-unit pawns", doctor.Options{}},
		{note.D03, "kaufman_expected_scores.csv", scored(changed(good, 1, expected)), nil, note.Error, "", doctor.Options{}},
		{note.D04, "alphaone_mates_thousands.csv", scored(changed(good, 100, func(i int, r *row) { r.score = fmt.Sprintf("%+d", 1000+1000*(i/100%5)) })), nil, note.Warning, "", doctor.Options{}},
		{note.D04, "alphaone_mate_is_0.csv", append(scored(good), checkmate+",0,1-0,m"), append(scored(good), checkmate+",#+0,1-0,m"), note.Warning, "", doctor.Options{}},
		{note.D04, "tcec_mates_19960.csv", scored(changed(good, 500, func(_ int, r *row) { r.score = "+19960" })), nil, note.Warning, "", doctor.Options{}},
		{note.D05, "kaggle_clipped_1500.csv", scored(changed(good, 1, func(_ int, r *row) { r.score = clip(r.score, 400) })), nil, note.Warning, "", doctor.Options{}},
		{note.D06, "zurichess_mated.epd", append(lines(good), strings.TrimSuffix(checkmate, " 0 60")+` c9 "1-0"; id "m";`), lines(good), note.Warning, "", doctor.Options{}},
		{note.D07, "opponent_in_check.csv", append(scored(good), slices.Repeat([]string{"k7/8/8/8/8/8/8/R6K w - - 0 1,+500,1-0,x"}, 101)...), nil, note.Error, "-bad 101", doctor.Options{}},
		{note.D07, "few_bad_lines.csv", append(scored(good), "8/8/8/8/8/8/8/8 w - - 0 1,0,*,x"), nil, note.Warning, "", doctor.Options{}},
		{note.D08, "texel_tuner_blank_line.epd", slices.Insert(lines(good), 10, ""), lines(good), note.Remark, "", doctor.Options{}},
		{note.D09, "excel_crlf.csv", scored(changed(good, 1, func(_ int, r *row) { r.game += "\r" })), nil, note.Remark, "", doctor.Options{}},
		{note.D09, "byte_order_mark.csv", append([]string{"\ufefffen,score,result,game"}, scored(good)[1:]...), nil, note.Remark, "", doctor.Options{}},
		{note.D10, "blunder_short_file.epd", lines(good[:len(good)-1]), lines(good), note.Error, "", doctor.Options{Rows: len(good)}},
		{note.D11, "books_50_en_passant.epd", append(lines(good), slices.Repeat([]string{noPassing + ` - c9 "1-0"; id "a";`, noPassing + ` e3 c9 "1-0"; id "a";`}, 21)...), lines(good), note.Warning, "-duplicates", doctor.Options{}},
		{note.D12, "few_games.csv", scored(changed(good, 1, func(i int, r *row) { r.game = fmt.Sprintf("g%d", i%60) })), nil, note.Warning, "", doctor.Options{}},
		{note.D12, "one_opening.pgn", pgn(120, "", italian, "1-0"), sixOpenings(20), note.Warning, "", doctor.Options{}},
		{note.D13, "ethereal_many_of_a_game.csv", scored(changed(good, 1, func(i int, r *row) { r.game = fmt.Sprintf("g%d", i/25) })), nil, note.Warning, "", doctor.Options{}},
		{note.D13, "one_long_game.csv", scored(changed(good, 50, func(_ int, r *row) { r.game = "long" })), nil, note.Warning, "-per-game", doctor.Options{}},
		{note.D14, "leela_12_draws.epd", lines(changed(good, 1, func(i int, r *row) {
			if i%5 > 0 {
				r.result = "1/2-1/2"
			}
		})), lines(good), note.Warning, "", doctor.Options{}},
		{note.D14, "zagreus_unbalanced.epd", lines(only(good, func(r row) bool { return r.result != "0-1" || len(r.fen)%2 == 0 })), lines(good), note.Warning, "", doctor.Options{}},
		{note.D15, "white_to_move.csv", scored(only(good, func(r row) bool { return !blackToMove(r.fen) || len(r.fen)%2 == 0 })), nil, note.Warning, "-mirror", doctor.Options{}},
		{note.D16, "no_endings.csv", scored(only(good, func(r row) bool { p := parse(r.fen); return p.Occupied().Count() > 12 })), nil, note.Warning, "", doctor.Options{}},
		{note.D17, "littlewing_noisy.csv", table(good, "fen,score,move", func(r row) string { return r.fen + "," + r.score + "," + playable(r, true) }),
			table(good, "fen,score,move", func(r row) string { return r.fen + "," + r.score + "," + playable(r, false) }), note.Warning, "-drop noisy", doctor.Options{}},
		{note.D18, "book_moves.pgn", pgn(3, "", noEvals, "1-0"), pgn(3, "", strings.ReplaceAll(noEvals, "book", "+0.1/9"), "1-0"), note.Remark, "-drop book", doctor.Options{}},
		{note.D18, "openings.csv", scored(only(good, func(r row) bool { return ply(r.fen) < 20 })), nil, note.Remark, "", doctor.Options{}},
		{note.D19, "wdl_model_64_time_losses.pgn", pgn(3, "[Termination \"time forfeit\"]\n", italian, "1-0"), pgn(3, "[Termination \"normal\"]\n", italian, "1-0"), note.Warning, "", doctor.Options{}},
		{note.D20, "other_results.csv", scored(changed(good, 25, func(_ int, r *row) { r.score, r.result = "+700", "0-1" })),
			scored(changed(good, 100, func(_ int, r *row) { r.score, r.result = "+700", "0-1" })), note.Warning, "-against 600", doctor.Options{}},
		{note.D21, "fastchess_634_dead_engine.pgn", pgn(3, "", "", "1/2-1/2"), pgn(3, "", italian, "1-0"), note.Error, "", doctor.Options{}},
		{note.D21, "all_draws.epd", lines(changed(good, 1, func(_ int, r *row) { r.result = "1/2-1/2" })), lines(good), note.Error, "", doctor.Options{}},
		{note.D21, "all_lost.epd", lines(changed(good, 1, func(_ int, r *row) { r.result = "0-1" })), lines(good), note.Error, "", doctor.Options{}},
		{note.D22, "mixed_depths.csv", column(func(i int) string { return fmt.Sprint(8 + i%9) }), column(func(int) string { return "12" }), note.Remark, "", doctor.Options{}},
		{note.D23, "chess960.epd", append(lines(good), `1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - c9 "1-0"; id "a";`), lines(good), note.Remark, "", doctor.Options{}},
		{note.D26, "banksia_unknown.pgn", pgn(3, "", "1. e4 {+0.3 quick} e5 {-0.3 quick} 2. Nf3 {+0.2/9 1s}", "1-0"), pgn(3, "", "1. e4 {+0.3/9 1s} e5 {good} 2. Nf3 {+0.2/9 1s}", "1-0"), note.Error, "-score -", doctor.Options{}},
		{note.D26, "chessbase_centipawns.pgn", pgn(3, "", "1. e4 {[%eval 131]} e5 {[%eval 142,9]} 2. Nf3 {[%eval 1]} Nc6", "1-0"), nil, note.Error, "-unit centipawns", doctor.Options{}},
		{note.D27, "signs.pgn", pgn(3, "", "1. e4 ↯ e5 White resigns", "0-1"), pgn(3, "", "1. e4 ± e5 = {White resigns}", "0-1"), note.Warning, "", doctor.Options{}},
		{note.S01, "numbered_rows.csv", scored(changed(good, 1, func(i int, r *row) { r.game = fmt.Sprint(i) })), nil, note.Warning, "-game -", doctor.Options{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := examine(t, write(t, tt.name, tt.provokes), tt.opt)
			f := found(d, tt.code)
			if f == nil || f.Level != tt.level {
				t.Fatalf("%s of level %v is not found: %+v", tt.code, tt.level, d.Findings)
			}
			if flags := strings.Join(recommended(t, d), " "); tt.flag != "" && !strings.Contains(flags, tt.flag) {
				t.Errorf("%s is not recommended, but %q", tt.flag, flags)
			}
			if tt.not == nil {
				tt.not = scored(good)
			}
			if f := found(examine(t, write(t, tt.name, tt.not), tt.opt), tt.code); f != nil {
				t.Errorf("found where it is not: %+v", f)
			}
		})
	}
}

// TestGood: nothing is found in a file that has nothing.
func TestGood(t *testing.T) {
	for name, text := range map[string][]string{"good.csv": scored(goodRows(t)), "good.epd": lines(goodRows(t))} {
		d := examine(t, write(t, name, text), doctor.Options{})
		if len(d.Findings) > 0 || d.Verdict != "good as it is" {
			t.Errorf("%s: %s: %+v", name, d.Verdict, d.Findings)
		}
	}
}

func mover(i int, r *row) {
	if blackToMove(r.fen) {
		negate(i, r)
	}
}

func negate(_ int, r *row) {
	if strings.Contains(r.score, "-") {
		r.score = strings.Replace(r.score, "-", "+", 1)
	} else {
		r.score = strings.Replace("-"+r.score, "-#", "#-", 1)
		r.score = strings.NewReplacer("-+", "-", "#-+", "#-").Replace(r.score)
	}
}

// centipawns reads a score that is not a mate.
func centipawns(score string) (cp int, ok bool) {
	n, err := fmt.Sscan(score, &cp)
	return cp, n == 1 && err == nil
}

func pawns(_ int, r *row) {
	if cp, ok := centipawns(r.score); ok {
		r.score = fmt.Sprintf("%.2f", float64(cp)/100)
	}
}

func expected(_ int, r *row) {
	cp, _ := centipawns(r.score)
	r.score = fmt.Sprintf("%.4f", float64(cp)/(10000+float64(max(cp, -cp))))
}

// clip bounds a score.
func clip(score string, bound int) string {
	cp, ok := centipawns(score)
	if !ok {
		return score
	}
	return fmt.Sprint(max(-bound, min(bound, cp)))
}

// ply is the number of half moves before a position.
func ply(fen string) int {
	p := parse(fen)
	return 2 * p.FullmoveNumber()
}

// TestEnds: a text that breaks off, and one whose last line has no newline.
func TestEnds(t *testing.T) {
	good := scored(goodRows(t))
	for _, tt := range []struct {
		name, tail string
		level      note.Level
	}{
		{"last line without newline", "\n" + good[1], note.Remark},
		{"broken off", "\n" + good[1][:40], note.Warning},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(path, []byte(strings.Join(good, "\n")+tt.tail), 0o666); err != nil {
				t.Fatal(err)
			}
			d := examine(t, path, doctor.Options{})
			if f := found(d, note.D08); f == nil || f.Level != tt.level {
				t.Errorf("D08 of level %v is not found: %+v", tt.level, d.Findings)
			}
		})
	}
}

// TestJoined: two files of different views in one are found, with the line where
// the second begins.
func TestJoined(t *testing.T) {
	var rows []string
	for i, line := range firstLines(t, "../sample/sample.csv.zst", 20_001) {
		if f := strings.Split(line, ","); i > 0 {
			rows = append(rows, f[0]+","+f[1])
		}
	}
	half := 2 * 8192
	joined := slices.Concat(rows[:half], edit(rows[half:], negateMover))
	d := examine(t, write(t, "joined.csv", joined), doctor.Options{})
	f := found(d, note.D02)
	if f == nil || f.Level != note.Error || !d.Stuck {
		t.Fatalf("D02 is not found: %+v", d.Findings)
	}
	if !slices.ContainsFunc(d.Suspects, func(s doctor.Suspect) bool { return s.Code == note.D02 && s.Line == half+1 }) {
		t.Errorf("line %d is not named: %+v", half+1, d.Suspects)
	}
}

// TestJoinedRefused: extract refuses what doctor calls an error, though it begins late, unless it is
// trusted: a view that changes, and a unit.
func TestJoinedRefused(t *testing.T) {
	var rows []string
	for i, line := range firstLines(t, "../sample/sample.csv.zst", 30_001) {
		if f := strings.Split(line, ","); i > 0 {
			rows = append(rows, f[0]+","+f[1])
		}
	}
	const from = 3 * datasets.ChunkLines
	pawns := func(_ int, line string) string {
		at := strings.LastIndexByte(line, ',') + 1
		if cp, err := strconv.Atoi(line[at:]); err == nil {
			return fmt.Sprintf("%s%.2f", line[:at], float64(cp)/100)
		}
		return line // a mate
	}
	for name, change := range map[string]func(int, string) string{"D02": negateMover, "D03": pawns} {
		path := write(t, name+".csv", slices.Concat(rows[:from], edit(rows[from:], change)))
		d := examine(t, path, doctor.Options{})
		if f := found(d, note.Code(name)); f == nil || f.Level != note.Error || !d.Stuck {
			t.Errorf("%s: doctor does not find it: %+v", name, d.Findings)
		}
		for _, trusted := range []bool{false, true} {
			open := func(s matrix.Schema) (matrix.Writer, error) { return matrix.NewMemory(s) }
			_, err := extract.Run(t.Context(), []string{path}, open, extract.Options{Trusted: trusted})
			if refused := err != nil && strings.Contains(err.Error(), "or -trust, if you know that the labels are right"); refused == trusted {
				t.Errorf("%s, trusted %v: %v", name, trusted, err)
			}
		}
	}
}

// TestOverlap: positions and games of a second file are counted.
func TestOverlap(t *testing.T) {
	good := goodRows(t)
	first, second := write(t, "a.epd", lines(good[:3000])), write(t, "b.epd", lines(good[2800:]))
	d, err := doctor.Examine(context.Background(), first, second, doctor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]int{}
	for i, r := range good {
		if i < 3000 {
			games[r.game] |= 1
		}
		if i >= 2800 {
			games[r.game] |= 2
		}
	}
	shared := 0
	for _, in := range games {
		if in == 3 {
			shared++
		}
	}
	o := d.Overlap
	if o == nil || o.Games != shared || o.Positions < 190 || o.Positions > 200 || !o.Exact || o.Counts != len(good)-2800 {
		t.Errorf("overlap %+v, want %d games and 200 positions less repeated ones", o, shared)
	}
	for _, code := range []note.Code{note.S01, note.S02} {
		if found(d, code) == nil {
			t.Errorf("%s is not found: %+v", code, d.Findings)
		}
	}
	apart, err := doctor.Examine(context.Background(), first, write(t, "c.epd", lines(good[3300:])), doctor.Options{})
	if err != nil || found(apart, note.S02) != nil || found(apart, note.S01) != nil {
		t.Errorf("%v, %+v", err, apart)
	}
}

// TestThreads: a diagnosis does not depend on the number of threads, nor on whether
// the data come from a file or the standard input.
func TestThreads(t *testing.T) {
	text := strings.Join(firstLines(t, "../sample/sample.csv.zst", 40_000), "\n") + "\n"
	path := write(t, "-", strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	var want []byte
	for _, threads := range []int{1, 2, 5} {
		got, err := json.Marshal(examine(t, path, doctor.Options{Threads: threads}))
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("%d threads:\n%s\nwant\n%s", threads, got, want)
		}
	}
	var opt doctor.Options
	opt.Read.Stdin = strings.NewReader(text)
	d := examine(t, "-", opt)
	var file doctor.Diagnosis
	if err := json.Unmarshal(want, &file); err != nil {
		t.Fatal(err)
	}
	if d.Counts != file.Counts || d.Rows.Positions != file.Rows.Positions || d.Verdict != file.Verdict {
		t.Errorf("standard input: %+v, file: %+v", d, file)
	}
}

// TestLines: the lines to look at are those of the faults, no more than was asked.
func TestLines(t *testing.T) {
	rows := scored(goodRows(t))
	for _, i := range []int{7, 99, 1234} {
		rows[i] = "8/8/8/8/8/8/8/8 w - - 0 1,0,*,x"
	}
	at := strings.LastIndex(rows[500], ",#")
	if at < 0 {
		f := strings.Split(rows[500], ",")
		f[1], f[2] = "+4321", "0-1"
		rows[500] = strings.Join(f, ",")
	}
	d := examine(t, write(t, "t.csv", rows), doctor.Options{Lines: 2})
	var bad, upset []int
	for _, s := range d.Suspects {
		switch {
		case s.Code == note.D07:
			bad = append(bad, s.Line)
		case s.Code == note.D20 && s.What == "score +4321, and the other side won":
			upset = append(upset, s.Line)
		}
	}
	if !slices.Equal(bad, []int{8, 100}) || !slices.Equal(upset, []int{501}) {
		t.Errorf("bad lines %v, want 8 and 100; upset %v, want 501", bad, upset)
	}
}

// TestUnreadable: what cannot be read is an error that says why.
func TestUnreadable(t *testing.T) {
	for name, want := range map[string]string{
		"missing.csv":                                 "no such file",
		write(t, "empty.csv", nil):                    "empty file",
		write(t, "words.csv", []string{"a,b", "c,d"}): "no such column for the position",
	} {
		if _, err := doctor.Examine(context.Background(), name, "", doctor.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := doctor.Examine(ctx, "../sample/sample.csv.zst", "", doctor.Options{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}
