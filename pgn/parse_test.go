package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
)

// games returns what a reader makes of a text: each game as its moves in UCI's
// notation and its result, each fault as its line, ply and reason.
func games(text string) (all []string) {
	r := pgn.NewReader("x.pgn", strings.NewReader(text))
	var g pgn.Game
	for {
		err := r.Next(&g)
		if err == io.EOF {
			return all
		}
		var fault *pgn.Error
		if errors.As(err, &fault) {
			all = append(all, fmt.Sprintf("line %d, ply %d: %v", fault.Line, fault.Ply, fault.Err))
			continue
		}
		if err != nil {
			return append(all, err.Error())
		}
		all = append(all, strings.TrimSpace(line(&g)+" "+g.Result.String()))
	}
}

// line returns the moves in UCI's notation.
func line(g *pgn.Game) string {
	p := g.Start
	var moves []string
	for _, m := range g.Moves {
		text := "--"
		if m.Move != board.NoMove {
			text = p.UCI(m.Move)
		}
		moves = append(moves, text)
		if err := pgn.Make(&p, m.Move); err != nil {
			return err.Error()
		}
	}
	return strings.Join(moves, " ")
}

// An example is a text and what a reader makes of it.
type example struct {
	name, text string
	want       []string
}

// fen returns the tags of a position.
func fen(s string) string { return `[FEN "` + s + "\"]\n" }

// examples are read by several tests: the parser's, those of cutting and of
// writing, and as seeds for the fuzzers.
var examples = []example{
	{"empty", "", nil},
	{"blanks", " \r\n\t\n", nil},
	{"byte order mark alone", "\ufeff", nil},
	{"nothing but comments", "{no game}\n; none\n", nil},
	{"no tags", "1. e4 e5 2. Nf3 *", []string{"e2e4 e7e5 g1f3 *"}},
	{"no numbers", "e4 e5 Nf3 1-0", []string{"e2e4 e7e5 g1f3 1-0"}},
	{"no result", "1. e4 e5", []string{"e2e4 e7e5 *"}},
	{"result of the tag", "[Result \"0-1\"]\n1. e4 e5", []string{"e2e4 e7e5 0-1"}},
	{"result of the tag against *", "[Result \"1/2-1/2\"]\n1. e4 e5 *", []string{"e2e4 e7e5 1/2-1/2"}},
	{"tag without result", "[Result \"?\"]\n1. e4 e5 1-0", []string{"e2e4 e7e5 1-0"}},
	{"tags alone", "[Event \"x\"]\n[White \"y\"]\n", []string{"*"}},
	{"no moves", "[Event \"x\"]\n\n1/2-1/2\n", []string{"1/2-1/2"}},
	{"tags without quotes", "[Event a b]\n[White 'x y']\n[Black “z”]\n[Result 1-0]\n\n1. e4 e5", []string{"e2e4 e7e5 1-0"}},
	{"position without quotes", "[FEN 4k3/8/8/8/8/8/P7/4K3 b - - 3 20]\n20... Kd7 *", []string{"e8d7 *"}},
	{"Windows' line ends", "[Event \"x\"]\r\n\r\n1. e4\r\ne5 1-0\r\n", []string{"e2e4 e7e5 1-0"}},
	{"line ends of old", "[Event \"x\"]\r\r1. e4 ; c\re5 1-0\r", []string{"e2e4 e7e5 1-0"}},
	{"byte order mark", "\ufeff[Event \"x\"]\n\n1. e4 *\n\ufeff[Event \"y\"]\n\n1. d4 *", []string{"e2e4 *", "d2d4 *"}},
	{"glued numbers and dots", "1.e4 e5 2.Nf3 Nc6 3 .Bb5 3...a6 4. ... Ba4 5…Nf6 *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 *"}},
	{"brace comments", "{before} 1. e4 {one\ntwo} {three} e5{four}2. Nf3 {} *", []string{"e2e4 e7e5 g1f3 *"}},
	{"comment with signs of all kinds", "1. e4 {( ) [Event \"x\"] 1-0 * ; $1 % {} e5 *", []string{"e2e4 e7e5 *"}},
	{"comments to the end of the line", "1. e4 ; e5 {\n1... c5;x\n2. Nf3 *", []string{"e2e4 c7c5 g1f3 *"}},
	{"escaped lines", "% {\n[Event \"x\"]\n%[Site\n\n1. e4\n% e5\nc5 *", []string{"e2e4 c7c5 *"}},
	{"percent within a line", "1. e4 {50\n%} e5 *", []string{"e2e4 e7e5 *"}},
	{"variations", "1. e4 (1. d4 d5 (1... Nf6 {x)} 2. c4) 2. c4) (1. c4) e5 *", []string{"e2e4 e7e5 *"}},
	{"result in a variation", "1. e4 (1. d4 1-0) e5 *", []string{"e2e4 e7e5 *"}},
	{"nonsense in a variation", "1. e4 (1. Qh8 what) e5 *", []string{"e2e4 e7e5 *"}},
	{"glyphs", "1. e4! e5 ?! 2. Nf3 $1 $139 Nc6!!$13 3. Bb5 !? *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 *"}},
	{"glyphs from a string literal", `1. e4 \$1 e5 *`, []string{"e2e4 e7e5 *"}},
	{"signs of check", "1. e4 e5 2. Qh5 Ke7 3. Qxe5++ *", []string{"e2e4 e7e5 d1h5 e8e7 h5e5 *"}},
	{"signs of check apart", "1. e4 e5 2. Qh5 Ke7 3. Qxe5 # 0-1", []string{"line 1, ply 5: contradictory results: 0-1, but 1-0 on the board"}},
	{"long algebraic", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1xb5 *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 *"}},
	{"UCI", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 *"}},
	{"squares with a dash", "1. e2-e4 e7-e5 2. g1-f3 *", []string{"e2e4 e7e5 g1f3 *"}},
	{"too much origin", "1. e2e4 e5 2. Ngf3 N8c6 *", []string{"e2e4 e7e5 g1f3 b8c6 *"}},
	{"too little origin", fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1") + "d5 *", []string{"e4d5 *"}},
	{"one of two knights is pinned", fen("4k3/8/8/8/4r3/8/4N3/2N1K3 w - - 0 1") + "Nd3 *", []string{"c1d3 *"}},
	{"castling with zeros", fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") + "1. 0-0 0-0-0 *", []string{"e1g1 e8c8 *"}},
	{"castling with O", fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") + "1. O-O-O+ o-o *", []string{"e1c1 e8g8 *"}},
	{"null moves", "1. e4 -- 2. d4 Z0 3. c4 null 4. Nf3 0000 *", []string{"e2e4 -- d2d4 -- c2c4 -- g1f3 -- *"}},
	{"null move in check", "1. e4 f5 2. Qh5+ -- *", []string{"line 1, ply 4: null move: the side not to move is in check: Black"}},
	{"en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p. *", []string{"e2e4 a7a6 e4e5 d7d5 e5d6 *"}},
	{"en passant glued", "1. e4 a6 2. e5 d5 3. exd6e.p.! *", []string{"e2e4 a7a6 e4e5 d7d5 e5d6 *"}},
	{"mate contradicts the result", "1. f3 e5 2. g4 Qh4# 1-0", []string{"line 1, ply 4: contradictory results: 1-0, but 0-1 on the board"}},
	{"tag contradicts the result", "[Result \"1-0\"]\n\n1. f3 e5\n0-1", []string{"line 4, ply 2: contradictory results: 1-0 in the tag, 0-1 after the moves"}},

	{"start position", fen("4k3/8/8/8/8/8/P7/4K3 b - - 3 20") + "20... Kd7 21. a4 *", []string{"e8d7 a2a4 *"}},
	{"SetUp 1 without FEN", "[SetUp \"1\"]\n1. e4 *", []string{"line 1, ply 0: bad start position: SetUp is 1, but there is no FEN"}},
	{"FEN that is none", "[Event \"x\"]\n" + fen("8/8") + "\n1. e4 *", []string{`line 2, ply 0: bad start position: FEN "8/8": 2 ranks, want 8`}},
	{"Chess960 in X-FEN", "[Variant \"Chess960\"]\n" + fen("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1") + "O-O O-O-O *", []string{"e1g1 e8b8 *"}},
	{"Chess960 with Shredder's letters", "[Variant \"fischerandom\"]\n" + fen("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1") + "e1g1 e8b8 *", []string{"e1g1 e8b8 *"}},
	{"variants", "[Variant \"Crazyhouse\"]\n1. e4 *\n[Variant \"Antichess\"]\n1. e3 *\n[Variant \"Three-check\"]\n*\n[Variant \"From Position\"]\n1. d4 *",
		[]string{
			`line 1, ply 0: variant that is not chess: "Crazyhouse"`, `line 3, ply 0: variant that is not chess: "Antichess"`,
			`line 5, ply 0: variant that is not chess: "Three-check"`, "d2d4 *",
		}},

	{"move that is none", "[Event \"x\"]\n\n1. e4 e5\n2. hello Nc6 1-0\n\n1. d4 1-0", []string{`line 4, ply 3: "hello" is not a move`, "d2d4 1-0"}},
	{"illegal move", "1. e4 e5 2. Ke3 1-0 1. d4 1-0", []string{"line 1, ply 3: illegal move: Ke3", "d2d4 1-0"}},
	{"ambiguous move", "1. Nf3 a6 2. Nc3 a5 3. d4 a4 4. Nd2 h6 5. Nb1 *", []string{"line 1, ply 9: ambiguous move: Nb1 may be d2b1 or c3b1"}},
	{"half a move", "1. e4 e5 2. Nf", []string{`line 1, ply 3: "Nf" is not a move`}},
	{"comment without end", "[Event \"x\"]\n1. e4 {oh e5 2. Nf3", []string{"line 2, ply 1: comment without end"}},
	{"comment without end, games after", "[Event \"x\"]\n1. e4 {oh e5\n\n[Event \"y\"]\n\n1. d4 d5 *\n\n[Event \"z\"]\n\n1. c4 *", []string{"line 2, ply 1: comment without end", "d2d4 d7d5 *", "c2c4 *"}},
	{"comment without end, comments after", "[Event \"x\"]\n1. e4 {oh e5\n\n[Event \"y\"]\n\n1. d4 {yes} d5 *", []string{"line 2, ply 1: comment without end", "d2d4 d7d5 *"}},
	{"comment about a game", "1. e4 {as in\n\n[Event \"y\"]\n\n1. d4} e5 *", []string{"e2e4 e7e5 *"}},
	{"variation without end", "[Event \"x\"]\n1. e4 (1. d4 e5 1-0\n[Event \"y\"]\n1. d4 *", []string{"line 2, ply 1: bad variation: ( without )", "d2d4 *"}},
	{"variation without end, no tags", "1. e4 (1. d4 e5 1-0\n\n1. d4 *", []string{"line 1, ply 1: bad variation: ( without )", "d2d4 *"}},
	{"variation without beginning", "1. e4 ) e5 * 1. d4 *", []string{"line 1, ply 1: bad variation: ) without (", "d2d4 *"}},
	{"glyph without number", "1. e4 $ e5 * 1. d4 *", []string{"e2e4 e7e5 *", "d2d4 *"}},
	{"glyph too large", "1. e4 $256 e5 *", []string{"e2e4 e7e5 *"}},

	{"bare signs", "1. e4 = e5 += 2. Nf3 N Nc6 ± 3. Bb5 +/- a6 -+ 4. Ba4 =/∞ Nf6 ⩲ 5. O-O D Be7 ?± *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 *"}},
	{"bare signs glued", "1. e4= e5! 2. Nf3?± Nc6N 3. Bb5+= a6!?∓ 4. Bxc6+- dxc6. *", []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 *"}},
	{"signs of others", "1. e4 ↯ e5 <> 2. Nf3 ^ Nc6 % *", []string{"e2e4 e7e5 g1f3 b8c6 *"}},
	{"signs in Latin-1", "1. e4 \xb1 e5 \xbd-\xbd", []string{"e2e4 e7e5 1/2-1/2"}},
	{"draw with signs", "1. e4 e5 ½-½\n\n1. d4 ½\n\n1. c4 ½:½", []string{"e2e4 e7e5 1/2-1/2", "d2d4 1/2-1/2", "c2c4 1/2-1/2"}},
	{"results with colons and dashes", "1. e4 1:0\n\n1. d4 0:1\n\n1. c4 1–0\n\n[Result \"0:1\"]\n1. g4 *", []string{"e2e4 1-0", "d2d4 0-1", "c2c4 1-0", "g2g4 0-1"}},
	{"spaces in the result", "[Result \"1-0\"]\n\n1. e4 e5 1 - 0", []string{"e2e4 e7e5 1-0"}},
	{"no-break spaces", "1.\u00a0e4\u00a0e5 2.\u202fNf3\u200bNc6\u00a01-0\u00a0", []string{"e2e4 e7e5 g1f3 b8c6 1-0"}},
	{"no-break spaces in Latin-1", "1.\xa0e4 e5 2.\xa0Nf3\xa0Nc6 *", []string{"e2e4 e7e5 g1f3 b8c6 *"}},
	{"en passant without points", "1. e4 a6 2. e5 d5 3. exd6ep *", []string{"e2e4 a7a6 e4e5 d7d5 e5d6 *"}},
	{"check in words", "1. e4 e5 2. Qh5 Ke7 3. Qxe5 mate 1-0", []string{"e2e4 e7e5 d1h5 e8e7 h5e5 1-0"}},
	{"pieces in lower case", "1. nf3 nc6 2. e4 e5 3. bb5 qf6 4. Bxc6 bxc6 *", []string{"g1f3 b8c6 e2e4 e7e5 f1b5 d8f6 b5c6 b7c6 *"}},
	{"bishop or pawn", fen("4k3/8/8/8/2n5/1P6/8/4KB2 w - - 0 1") + "1. bc4 *", []string{"b3c4 *"}},
	{"bishop that might be a pawn", fen("4k3/8/8/8/2n5/8/8/4KB2 w - - 0 1") + "1. bxc4 *", []string{"line 2, ply 1: illegal move: bxc4"}},
	{"figurines", "1. ♘f3 d5 2. c4 d×c4 3. ♕a4+ ♝d7 4. ♙e4 *", []string{"g1f3 d7d5 c2c4 d5c4 d1a4 c8d7 e2e4 *"}},
	{"long dashes", "1. e2–e4 e7–e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O *", []string{"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 *"}},
	{"remarks without braces", "1. e4 e5 2. Nf3 Nc6 White resigns 0-1", []string{"e2e4 e7e5 g1f3 b8c6 0-1"}},
	{"a word in the place of White's move", "1. e4 e5 2. what Nc6 *", []string{`line 1, ply 3: "what" is not a move`}},
	{"a word in the place of Black's move", "1. e4 e5\n2. Nf3 what\n3. Nc3 *", []string{`line 2, ply 4: "what" is not a move`}},
	{"damaged moves", "1. e4 ed *\n\n1. e4 Ke9 *\n\n1. e4 Sf6 *\n\n1. e4 O-O-O-O *", []string{
		`line 1, ply 2: "ed" is not a move`, `line 3, ply 2: "Ke9" is not a move`, `line 5, ply 2: "Sf6" is not a move`, `line 7, ply 2: "O-O-O-O" is not a move`}},
	{"ambiguous with a sign", "1. Nf3 a6 2. Nc3 a5 3. d4 a4 4. Nd2 h6 5. Nb1± *", []string{`line 1, ply 9: "Nb1±" is not a move`}},
	{"tag without end", "[Event \"x\n\n1. e4 *\n[Event \"y\"]\n1. d4 *", []string{`line 1, ply 0: bad tag: no "] at the end of the line: "[Event \"x"`, "d2d4 *"}},
	{"tag without value", "[Event]\n1. e4 *", []string{`line 1, ply 0: bad tag: no value in quotes: "[Event]"`}},
	{"tag without name", "[ \"x\"]\n1. e4 *", []string{`line 1, ply 0: bad tag: no name: "[ \"x\"]"`}},

	{"nothing between games", "[Event \"x\"]\n1. e4 1-0\n[Event \"y\"]\n1. d4 0-1[Event \"z\"]\n1. c4 *", []string{"e2e4 1-0", "d2d4 0-1", "c2c4 *"}},
	{"no results, tags between games", "[Event \"x\"]\n1. e4\n[Event \"y\"]\n1. d4\n", []string{"e2e4 *", "d2d4 *"}},
	{"no results, tags in the line", "[Event \"x\"] 1. e4 [Event \"y\"] 1. d4", []string{"e2e4 *", "d2d4 *"}},
	{"no results, no tags", "1. e4 e5\n\n1. d4 d5\n\n2. c4", []string{"e2e4 e7e5 *", "d2d4 d7d5 c2c4 *"}},
	{"number 1 again is not a game", "1. e4 {x}\n\n1... e5\n\n1. ... Nf3 *", []string{"e2e4 e7e5 g1f3 *"}},
	{"no moves, no results", "[Event \"x\"]\n[White \"a\"]\n[Event \"y\"]\n[White \"b\"]\n", []string{"*", "*"}},
	{"empty line between tags", "[Event \"x\"]\n\n[White \"a\"]\n\n1. e4 *", []string{"e2e4 *"}},
	{"tag within a line of moves", "[Event \"x\"]\n1. e4 [White \"a\"] e5 *", []string{"line 2, ply 1: bad tag: tag between the moves"}},
}

// TestExamples: each text gives the games and faults that the table says.
func TestExamples(t *testing.T) {
	for _, tt := range examples {
		t.Run(tt.name, func(t *testing.T) {
			got := games(tt.text)
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("%q:\ngot  %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestPromotions: every spelling of a promotion.
func TestPromotions(t *testing.T) {
	for _, move := range []string{
		"e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8q", "e7e8q", "e7e8Q", "e7-e8=Q", "e7-e8(Q)+", "Pe8=Q", "e8=(Q)", "e8=Q!?",
	} {
		text := fen("8/4P3/8/8/8/k7/8/4K3 w - - 0 1") + "1. " + move + " *"
		if got := games(text); len(got) != 1 || got[0] != "e7e8q *" {
			t.Errorf("%s: %q, want e7e8q", move, got)
		}
	}
	for _, move := range []string{"d8=N", "exd8=N+", "ed8n", "e7xd8(N)", "e7d8n", "e:d8/N"} {
		text := fen("3r4/4P3/8/8/8/k7/8/4K3 w - - 0 1") + "1. " + move + " *"
		if got := games(text); len(got) != 1 || got[0] != "e7d8n *" {
			t.Errorf("%s: %q, want e7d8n", move, got)
		}
	}
	for _, move := range []string{"e8", "e8=K", "e8=P", "e7", "e8=", "e8()"} {
		text := fen("8/4P3/8/8/8/k7/8/4K3 w - - 0 1") + "1. " + move + " *"
		if got := games(text); len(got) != 1 || !strings.HasPrefix(got[0], "line 2, ply 1: ") {
			t.Errorf("%s: %q, want a fault", move, got)
		}
	}
}

// TestTags: names, escapes and encodings.
func TestTags(t *testing.T) {
	tests := []struct {
		name, text string
		want       []pgn.Tag
	}{
		{"plain", `[White "Carlsen, M."]`, []pgn.Tag{{"White", "Carlsen, M."}}},
		{"several in a line", `[A "1"] [B "2"][C "3"]`, []pgn.Tag{{"A", "1"}, {"B", "2"}, {"C", "3"}}},
		{"blanks", "\t [ White\t \"a b\"  ] ", []pgn.Tag{{"White", "a b"}}},
		{"no blank", `[White"a"]`, []pgn.Tag{{"White", "a"}}},
		{"escapes", `[A "x \"y\" \\z"]`, []pgn.Tag{{"A", `x "y" \z`}}},
		{"quotes without escape", `[A "The "Immortal" game"]`, []pgn.Tag{{"A", `The "Immortal" game`}}},
		{"backslash that escapes nothing", `[A "C:\dir"]`, []pgn.Tag{{"A", `C:\dir`}}},
		{"brackets", `[A "a]] [b"]`, []pgn.Tag{{"A", "a]] [b"}}},
		{"UTF-8", "[White \"Müller\"]", []pgn.Tag{{"White", "Müller"}}},
		{"Latin-1", "[White \"M\xfcller\"]", []pgn.Tag{{"White", "Müller"}}},
		{"Latin-1 with an escape", "[White \"\\\"M\xfcller\\\"\"]", []pgn.Tag{{"White", `"Müller"`}}},
		{"empty", `[White ""]`, []pgn.Tag{{"White", ""}}},
		{"no quotes", "[White Carlsen, M. ]\r\n[Black a [b] c]", []pgn.Tag{{"White", "Carlsen, M."}, {"Black", "a [b] c"}}},
		{"other quotes", "[White 'a b']\n[Black “c”]\n[Event «d»]", []pgn.Tag{{"White", "a b"}, {"Black", "c"}, {"Event", "d"}}},
	}
	for _, tt := range tests {
		var g pgn.Game
		if err := pgn.Parse([]byte(tt.text), 1, &g); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if fmt.Sprint(g.Tags) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, g.Tags, tt.want)
		}
	}
}

// TestMoveDetails: glyphs and comments are those of their move; variations leave
// nothing.
func TestMoveDetails(t *testing.T) {
	var g pgn.Game
	text := "[White \"a\"]\n{zero} {}1. e4! {one\xff} (1. d4?? {no}) $40 {two} ;three \n e5 2. Nf3 ?! *"
	if err := pgn.Parse([]byte(text), 1, &g); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	fmt.Fprintf(&got, "%q", g.Comments)
	for _, m := range g.Moves {
		fmt.Fprintf(&got, " %v %v %q", m.Move, m.NAGs, m.Comments)
	}
	want := `["zero" ""] e2e4 [1 40] ["one\xff" "two" "three "] e7e5 [] [] g1f3 [6] []`
	if got.String() != want {
		t.Errorf("got  %s\nwant %s", got.String(), want)
	}
}

// TestChess960 tells it by the tag and by the castling rights.
func TestChess960(t *testing.T) {
	for text, want := range map[string]bool{
		"*":                                 false,
		"[Variant \"Standard\"]\n*":         false,
		"[Variant \"Chess 960\"]\n*":        true,
		"[Variant \"Fischer Random\"]\n*":   true,
		fen(board.StartFEN) + "*":           false,
		fen("k7/8/8/8/8/8/8/1R2K3 w B -"):   true,
		fen("k7/8/8/8/8/8/8/1R2K3 w - -"):   false,
		fen("1r2k3/8/8/8/8/8/8/K7 w b -"):   true,
		fen("r3k3/8/8/8/8/8/8/K7 w q -"):    false,
		fen("r2k4/8/8/8/8/8/8/4K2R w Kq -"): true,
	} {
		var g pgn.Game
		if err := pgn.Parse([]byte(text), 1, &g); err != nil || g.Chess960 != want {
			t.Errorf("%q: Chess960 %v, %v; want %v", text, g.Chess960, err, want)
		}
	}
}

// TestParseRefusesMore: a text is one game.
func TestParseRefusesMore(t *testing.T) {
	var g pgn.Game
	for _, text := range []string{"1. e4 * 1. d4 *", "1. e4 * *", "1. e4 * [Event \"x\"]", "1. e4 1-0 {"} {
		if err := pgn.Parse([]byte(text), 1, &g); !errors.Is(err, pgn.ErrTrailing) {
			t.Errorf("%q: %v, want %v", text, err, pgn.ErrTrailing)
		}
	}
	if err := pgn.Parse([]byte("1. e4 * {good game} ; indeed"), 1, &g); err != nil || !g.Ended {
		t.Errorf("comments after the result: %v, ended %v", err, g.Ended)
	}
	if err := pgn.Parse(make([]byte, pgn.MaxGame+1), 1, &g); !errors.Is(err, pgn.ErrTooLong) {
		t.Errorf("long text: %v", err)
	}
}

// TestParseKeepsBeginning: what stands before a fault is there.
func TestParseKeepsBeginning(t *testing.T) {
	var g pgn.Game
	err := pgn.Parse([]byte("[White \"a\"]\n1. e4 e5 2. Qh6 *"), 1, &g)
	if !errors.Is(err, board.ErrIllegalMove) || line(&g) != "e2e4 e7e5" || len(g.Tags) != 1 {
		t.Errorf("%v, moves %q, tags %v", err, line(&g), g.Tags)
	}
	err = pgn.Parse([]byte("[White \"a\"]\n[Black\n1. e4"), 1, &g)
	if !errors.Is(err, pgn.ErrTag) || len(g.Tags) != 1 || len(g.Moves) != 0 {
		t.Errorf("%v, %d moves, tags %v", err, len(g.Moves), g.Tags)
	}
}

func TestErrorText(t *testing.T) {
	r := pgn.NewReader("x.pgn", strings.NewReader("1. e4 *\n\n[FEN \"8\"]\n\n1. e4 *\n\n1. e4 e5\n2. Qh6 *"))
	var g pgn.Game
	var got []string
	for err := r.Next(&g); err != io.EOF; err = r.Next(&g) {
		if err != nil {
			got = append(got, err.Error())
		}
	}
	want := "x.pgn:3: game 2: bad start position: FEN \"8\": 1 ranks, want 8\nx.pgn:8: game 3, ply 3: illegal move: Qh6"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	if got, want := (&pgn.Error{Line: 3, Ply: 2, Err: pgn.ErrComment}).Error(), "line 3: ply 2: comment without end"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestParseAllocations: only the text of the tags is new memory.
func TestParseAllocations(t *testing.T) {
	text := []byte("[White \"a\"]\n[Black \"b\"]\n\n1. e4 {+0.31/12 0.5s} e5 {-0.31/12 0.5s} 2. Nf3! {[%eval 0.2] [%clk 0:01:00]} (2. d4) 1-0")
	var g pgn.Game
	n := testing.AllocsPerRun(100, func() {
		if err := pgn.Parse(text, 1, &g); err != nil {
			t.Fatal(err)
		}
	})
	if n > 1 {
		t.Errorf("%v allocations a game, want 1", n)
	}
}

// TestSkipped: signs are kept as numbers, or counted.
func TestSkipped(t *testing.T) {
	for _, tt := range []struct {
		text string
		nags string
		n    int
	}{
		{"1. e4 ± *", "[16]", 0}, {"1. e4= *", "[10]", 0}, {"1. e4!± N *", "[1 16 146]", 0}, {"1. e4 =/∞ *", "[44]", 0}, {"1. e4 (=) *", "[]", 0},
		{"1. e4 ↯ *", "[]", 1}, {"1. e4 $256 $ $3 *", "[3]", 2}, {"1. e4 White resigns *", "[]", 2}, {"1. e4 % ($999 junk) *", "[]", 1},
	} {
		var g pgn.Game
		if err := pgn.Parse([]byte(tt.text), 1, &g); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := fmt.Sprint(g.Moves[0].NAGs); got != tt.nags || g.Skipped != tt.n {
			t.Errorf("%s: %s, %d skipped; want %s, %d", tt.text, got, g.Skipped, tt.nags, tt.n)
		}
	}
}
