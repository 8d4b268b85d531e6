package text

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestCodes reads results in every convention, with names of columns and without. In the texts ♙ is
// a position, ♟ one with Black to move; a bar ends a line, @ is a bar.
func TestCodes(t *testing.T) {
	const all = "1-0 1/2-1/2 0-1"
	late := func(line, end string, n int) string { return strings.Repeat(line+"|", n) + end }
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     string // distinct results in order; or the error
		columns  string
	}{
		{"points of JavaScript, a won game first", late("♙ @ 31 @ 1", "♙ @ -20 @ 0.5|♙ @ 7 @ 0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"points after 3,000 lost rows", late("♙ @ 31 @ 0", "♙ @ -20 @ 1|♙ @ 7 @ 0.5", 3000), datasets.Options{}, "0-1 1-0 1/2-1/2", "EPD: score in value 1, result in value 2"},
		{"points in a table", late("♙,31,1", "♙,-20,0.5|♙,7,0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"points in quotes", late(`"♙","31","1"`, `"♙","-20","0.5"|"♙","7","0"`, 50), datasets.Options{}, all, "position in column 1, score in column 2, result in column 3"},
		{"points before the position", late("1,♙,31", "0.5,♙,-20|0,♙,7", 50), datasets.Options{}, all, "position in column 2, score in column 3, result in column 1"},
		{"points alone", late("♙ @ 1", "♙ @ 0.5|♙ @ 0", 50), datasets.Options{}, all, "EPD: result in value 1"},
		{"points in tabs", late("♙\t31\t1", "♙\t-20\t0.5|♙\t7\t0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"decimal commas", late("♙;31;1", "♙;-20;0,5|♙;7;0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"decimal commas in pawns", late("♙ @ 0,31 @ 1,0", "♙ @ -0,2 @ 0,5|♙ @ 0,07 @ 0,0", 50), datasets.Options{Unit: datasets.UnitPawns}, all, "EPD: score in value 1, result in value 2"},
		{"decimal commas alone", late("♙\t1,0", "♙\t0,5|♙\t0,0", 5), datasets.Options{}, all, "EPD: result in value 1"},
		{"decimal commas with a header", "fen;cp;result|♙;31;1|♙;3;0,5|♙;7;0", datasets.Options{}, all, "position in column 1, score in column 2, result in column 3"},
		{"decimal commas in quotes", `fen,cp,result|"♙","31","1"|"♙","3","0,5"|"♙","7","0"`, datasets.Options{}, all, "position in column 1, score in column 2, result in column 3"},
		{"decimal probabilities", "fen;wdl|♙;0,25|♙;0,731|♙;1", datasets.Options{}, "* 1-0", "position in column 1, result in column 2"},
		{"commas that separate", "♙ @ 31,1|♙ @ -20,0|♙ @ 7,1", datasets.Options{}, "1-0 0-1", "EPD: score in value 1, result in value 2"},
		{"a score is missing", "♙,31,1|♙,,0.5|♙,7,0", datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"won alone", late("♙ @ 31 @ 1", "♙ @ 7 @ 1", 30), datasets.Options{}, "t.epd:1: value 2 is 1 in all of the first 31 lines: pass -result 3 if it is the result, or -result - if it is not", ""},
		{"won alone in a table", late(`"♙",31,1`, `"♙",7,1`, 30), datasets.Options{}, "t.epd:1: column 3 is 1 in all of the first 31 lines: pass -result 3 if it is the result, or -result - if it is not", ""},
		{"won alone, named", late("♙ @ 31 @ 1", "♙ @ 7 @ 1", 30), datasets.Options{Result: "3"}, "1-0", "EPD: score in value 1, result in value 2"},
		{"won alone, not wanted", late("♙ @ 31 @ 1", "♙ @ 7 @ 1", 30), datasets.Options{Result: "-"}, "*", "EPD: score in value 1"},
		{"one value that is always 1", late("♙ @ 1", "♙ @ 1", 30), datasets.Options{}, "t.epd:1: value 1 is 1 in all of the first 31 lines: is it the result or the score? pass -result 2 or -score 2", ""},
		{"one value, named the result", late("♙ @ 1", "♙ @ 1", 30), datasets.Options{Result: "2"}, "1-0", "EPD: result in value 1"},
		{"one value, named the score", late("♙ @ 1", "♙ @ 1", 30), datasets.Options{Score: "2"}, "*", "EPD: score in value 1"},
		{"one value that is always lost", late("♙;0", "♙;0", 30), datasets.Options{}, "t.epd:1: column 2 is 0 in all of the first 31 lines: is it the result or the score? pass -result 2 or -score 2", ""},
		{"scores that begin with zeros", late("♙ @ 0", "♙ @ 12|♙ @ -8|♙ @ 30", 60), datasets.Options{}, "*", "EPD: score in value 1"},
		{"scores near zero in a table", late("♙,0", "♙,1|♙,-1|♙,2|♙,5", 60), datasets.Options{}, "*", "position in column 1, score in column 2"},

		{"signs", late("♙ @ 31 @ 1", "♙ @ -20 @ 0|♙ @ 7 @ -1", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2 (1, 0, −1)"},
		{"signs alone", late("♙ @ 1", "♙ @ 0|♙ @ -1", 50), datasets.Options{}, all, "EPD: result in value 1 (1, 0, −1)"},
		{"signs with points", late("♙ @ 31 @ 1.0", "♙ @ 20 @ 0.0|♙ @ 7 @ -1.0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2 (1, 0, −1)"},
		{"signs with a header", late("fen,result|♙,1", "♙,0|♙,-1", 1), datasets.Options{}, all, "position in column 1, result in column 2 (1, 0, −1)"},
		{"signs late, with a header", "fen,cp,result|" + late("♙,9,1", "♙,8,0|♙,7,-1", 900), datasets.Options{}, all, "position in column 1, score in column 2, result in column 3 (1, 0, −1)"},
		{"signs in brackets", late("♙ [1]", "♙ [0]|♙ [-1]", 30), datasets.Options{}, all, "EPD: result in [] (1, 0, −1)"},
		{"signs of an opcode", late(`♙ c9 "1";`, `♙ c9 "0";|♙ c9 "-1";`, 30), datasets.Options{}, all, "EPD: result in c9 (1, 0, −1)"},
		{"signs, the mover's", "♙,31,1|♙,-20,0|♟,7,1|♟,8,-1", datasets.Options{ResultPOV: datasets.POVMover}, all, "EPD: score in value 1, result in value 2 (1, 0, −1)"},
		{"halves", late("♙ @ 31 @ 2", "♙ @ -20 @ 1|♙ @ 7 @ 0", 50), datasets.Options{}, all, "EPD: score in value 1, result in value 2 (2, 1, 0)"},
		{"halves with a header", "fen;wdl|♙;2|♙;1|♙;0", datasets.Options{}, all, "position in column 1, result in column 2 (2, 1, 0)"},
		{"halves otherwise", "fen;wdl|♙;1|♙;0|♙;2", datasets.Options{Codes: "0=1/2-1/2,1=1-0,2=0-1"}, all, "position in column 1, result in column 2 (0=1/2-1/2,1=1-0,2=0-1)"},
		{"halves otherwise, written with points", "fen;wdl|♙;1.0|♙;0.0|♙;2.0", datasets.Options{Codes: "0=1/2,1=1-0,2=0-1"}, all, "position in column 1, result in column 2 (0=1/2,1=1-0,2=0-1)"},
		{"stated signs without a loss", "fen,result|♙,1|♙,0", datasets.Options{Codes: "signs"}, "1-0 1/2-1/2", "position in column 1, result in column 2 (1, 0, −1)"},
		{"stated points", "fen,result|♙,1|♙,0.5|♙,0", datasets.Options{Codes: "points"}, all, "position in column 1, result in column 2"},

		{"colours", "fen,result|♙,white|♙,draw|♙,black", datasets.Options{}, all, "position in column 1, result in column 2"},
		{"the winner", "fen,cp,winner|♙,1,white|♙,2,draw|♙,3,black", datasets.Options{}, all, "position in column 1, score in column 2, result in column 3"},
		{"the winner, empty for a draw", "fen,winner|♙,w|♙,|♙,b", datasets.Options{Codes: "=1/2-1/2"}, all, "position in column 1, result in column 2 (=1/2-1/2)"},
		{"true and false", "fen,white_won|♙,True|♙,|♙,False", datasets.Options{Result: "white_won", Score: "-", Codes: "true=1-0,=1/2-1/2,false=0-1"}, all, "position in column 1, result in column 2 (true=1-0,=1/2-1/2,false=0-1)"},
		{"colours in full", "fen,result|♙,White wins|♙,Draw|♙,BLACK_WINS", datasets.Options{}, all, "position in column 1, result in column 2"},
		{"colours in letters", "fen,result|♙,w|♙,d|♙,b", datasets.Options{}, all, "position in column 1, result in column 2"},
		{"colours after bars", late("♙ @ 31 @ white", "♙ @ -20 @ draw|♙ @ 7 @ black", 30), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"colours after commas", late("♙,31,White wins", "♙,-20,Draw|♙,7,Black wins", 30), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"colours of an opcode", `♙ c9 "white";|♙ c9 "draw";|♙ c9 "black";`, datasets.Options{}, all, "EPD: result in c9"},
		{"colours whoever is to move", "fen,result|♟,white|♟,draw|♟,black", datasets.Options{ResultPOV: datasets.POVMover}, all, "position in column 1, result in column 2"},
		{"letters whoever is to move", "fen,result|♟,w|♟,d|♟,b", datasets.Options{ResultPOV: datasets.POVMover}, all, "position in column 1, result in column 2"},
		{"the mover's", "fen,outcome|♟,loss|♟,draw|♟,win", datasets.Options{ResultPOV: datasets.POVMover}, all, "position in column 1, result in column 2"},
		{"the mover's in letters", "fen,outcome|♟,l|♟,d|♟,w", datasets.Options{ResultPOV: datasets.POVMover}, all, "position in column 1, result in column 2"},
		{"White's win and loss", "fen,outcome|♙,Won|♙,drawn|♙,LOST", datasets.Options{}, all, "position in column 1, result in column 2"},
		{"letters without a name", late("♙;31;W", "♙;-20;D|♙;7;L", 30), datasets.Options{}, all, "EPD: score in value 1, result in value 2"},
		{"other words", "fen,result|♙,weiss|♙,remis|♙,schwarz", datasets.Options{Codes: "weiss=1-0,remis=1/2-1/2,schwarz=0-1"}, all, "position in column 1, result in column 2 (weiss=1-0,remis=1/2-1/2,schwarz=0-1)"},
		{"none", "fen,result|♙,1-0|♙,None|♙,1/2-1/2|♙,0-1", datasets.Options{}, "1-0 * 1/2-1/2 0-1", "position in column 1, result in column 2"},
		{"colons", "fen,result|♙,1:0|♙,½:½|♙,0:1", datasets.Options{}, all, "position in column 1, result in column 2"},
	}
	replace := strings.NewReplacer("♙", whitePawn, "♟", blackPawn, "@", "|", "|", "\n")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := replace.Replace(tt.in)
			samples, bad, err := parseAll(t, in, tt.opt)
			got := fmt.Sprint(err)
			if err == nil {
				got = distinct(samples)
			}
			if got != tt.want || bad != nil {
				t.Errorf("got  %s, %q\nwant %s", got, bad, tt.want)
			}
			if f, err := detectFormat(linesOf(in), tt.opt); err == nil && f.Columns().String() != tt.columns {
				t.Errorf("columns %q, want %q", f.Columns(), tt.columns)
			}
		})
	}
}

// distinct lists results, each once.
func distinct(samples []datasets.Sample) string {
	var all []string
	for _, s := range samples {
		if r := s.Result.String(); !strings.Contains(" "+strings.Join(all, " ")+" ", " "+r+" ") {
			all = append(all, r)
		}
	}
	return strings.Join(all, " ")
}

// TestUnread: values without a name that are not read are named.
func TestUnread(t *testing.T) {
	for _, tt := range []struct{ name, in, unread, ignored string }{
		{"all are read", "P | 30 | 1-0", "", ""},
		{"a value too many", "P | 30 | 12 | 1-0", "value 2", ""},
		{"brackets beside", "P [0.5] 30 7", "value 2", ""},
		{"a column too many", `"P",30,77,1-0`, "column 3", ""},
		{"names that are not known", "fen,eval,knodes,title|P,3,77,x", "", "knodes, title"},
		{"results under another name", "fen,cp,how|P,3,1-0|P,4,1/2-1/2", "column 3, how (its values look like results, such as 1-0)", ""},
		{"whose move it is", "fen,cp,turn|P,3,w|P,4,b", "", "turn"},
		{"a mate that is none", "fen,cp,mate|P,3,False|P,4,True", "column 3 (a mate by its name, but its values are none, such as False)", "mate"},
	} {
		in := strings.NewReplacer("P", whitePawn, " | ", " | ", "|", "\n").Replace(tt.in)
		f, err := detectFormat(linesOf(in), datasets.Options{})
		if err != nil || f.Columns().Unread != tt.unread || f.Columns().Ignored != tt.ignored {
			t.Errorf("%s: %v, unread %q, ignored %q", tt.name, err, f.Columns().Unread, f.Columns().Ignored)
		}
	}
}

// TestMateColumn reads mates from a column of their own.
func TestMateColumn(t *testing.T) {
	const mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
	for _, tt := range []struct {
		name, in string
		opt      datasets.Options
		want     string
	}{
		{"a column beside", "fen,cp,mate|P,14,|P,,3|P,,-2", datasets.Options{}, "+14 #+3 #-2"},
		{"as pandas writes it", "fen,cp,mate|P,14.0,nan|P,,3.0|P,,-2.0", datasets.Options{}, "+14 #+3 #-2"},
		{"other words for none", "fen,cp,mate_in|P,14,null|P,None,3|P,?,#-2|P,5,-", datasets.Options{}, "+14 #+3 #-2 +5"},
		{"0 for none", "fen,eval,Mate In|P,14,0|P,0,3|P,-3,0", datasets.Options{}, "+14 #+3 -3"},
		{"mate on the board", "fen,cp,mate|P,14,|" + mated + ",,0", datasets.Options{}, "+14 #+0"},
		{"both, the mate counts", "fen,cp,mate|P,14,|P,32000,5", datasets.Options{}, "+14 #+5"},
		{"the mover's", "fen,cp,mate|B,14,|B,,3", datasets.Options{POV: datasets.POVMover}, "-14 #-3"},
		{"mates late", "fen,cp,mate|" + strings.Repeat("P,14,|", 500) + "P,,7", datasets.Options{}, strings.Repeat("+14 ", 500) + "#+7"},
		{"names of programs", "score_mate,centipawns,fen|,14,P|3,,P", datasets.Options{}, "+14 #+3"},
		{"type and value", "fen,type,value|P,cp,14|P,mate,3|P,Mate,-2|P,,", datasets.Options{}, "+14 #+3 #-2 ?"},
		{"type and value in quotes", `"FEN";"Type";"Value"|"P";"cp";"14"|"P";"mate";"-3"`, datasets.Options{}, "+14 #-3"},
		{"type and value, the mover's", "fen,type,value|B,cp,14|B,mate,3", datasets.Options{POV: datasets.POVMover}, "-14 #-3"},
		{"mates late by their type", "fen,type,value|" + strings.Repeat("P,cp,14|", 500) + "P,mate,7", datasets.Options{}, strings.Repeat("+14 ", 500) + "#+7"},
		{"a score and its type", "fen,eval,eval_type|P,14,cp|P,3,mate", datasets.Options{}, "+14 #+3"},
		{"is it a mate", "fen,score,is_mate|P,14,0|P,3,1|P,-32000,1|P,-2,true", datasets.Options{}, "+14 #+3 #- #-2"},
		{"a type of something else", "fen,eval,type|P,14,blitz|P,3,rapid", datasets.Options{}, "+14 +3"},
		{"a type with a named score", "fen,type,eval,value|P,mate,3,9", datasets.Options{Score: "value"}, "#+9"},
		{"words before numbers", "fen,eval|P,cp 14|P,mate -3|P,Cp -5", datasets.Options{}, "+14 #-3 -5"},
		{"as Python prints them", `fen,eval|P,"{'type': 'cp', 'value': 14}"|P,"{'type': 'mate', 'value': -3}"|P,"{""cp"": 7}"`, datasets.Options{}, "+14 #-3 +7"},
		{"mates alone", "fen,mate|P,1|P,-2", datasets.Options{}, "#+1 #-2"},
		{"an operation", "P cp 14; |P mate -3;|P mate 4;", datasets.Options{}, "+14 #-3 #+4"},
		{"neither", "fen,cp,mate|P,,|P,3,", datasets.Options{}, "? +3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.NewReplacer("P", whitePawn, "B", blackPawn, "|", "\n").Replace(tt.in)
			samples, bad, err := parseAll(t, in, tt.opt)
			var got []string
			for _, s := range samples {
				got = append(got, s.Score.String())
			}
			if text := strings.Join(got, " "); text != tt.want || bad != nil || err != nil {
				t.Errorf("%s, %q, %v, want %s", text, bad, err, tt.want)
			}
		})
	}
}
