package export

import (
	"fmt"
	"go/format"
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/centipawn/internal/formula/source"
)

// goDialect makes every group of terms a block of constants, of variables or arrays.
var goDialect = dialect{
	language:     source.Go,
	check:        checkGo,
	format:       format.Source,
	comment:      "//",
	about:        "Package $pkg holds fitted evaluation weights.",
	begin:        "package $pkg\n\n$imports",
	afterImports: "\n",
	identifier:   exported,
	valid:        func(name string) bool { return token.IsIdentifier(name) },
	taken:        []string{"Score", "S", "Evaluate"},
	float:        func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) },
	pairs: `// A Score is a tapered weight in centipawns: MG with all pieces on the board, EG
// with none. At phase φ it is worth MG·φ + EG·(1−φ), the second part times the
// set's endgame scale, if it has one.
type Score struct{ MG, EG int16 }

// S returns a Score.
func S(mg, eg int16) Score { return Score{MG: mg, EG: eg} }

`,
	packed: `// A Score is a tapered weight in centipawns, MG with all pieces on the board, EG
// with none, packed into one number, $High above $Low: a sum of scores is the score of
// the sums, within ±32767. At phase φ it is worth MG·φ + EG·(1−φ), the second part
// times the set's endgame scale, if it has one.
type Score int32

// S returns a Score.
func S(mg, eg int) Score { return Score($high*65536 + $low) }

// $High returns the upper half. A negative lower one has borrowed one from it.
func (s Score) $High() int { return int((s + 0x8000) >> 16) }

// $Low returns the lower half.
func (s Score) $Low() int { return int(int16(s)) }

`,
	function: "Evaluate",
	pairOf:   "S(%d, %d)",
	packedOf: "S(%d, %d)",
	score:    "Score",
	integer:  "int",
	decimal:  "float64",
	constant: "%[1]s %[2]s = %[3]s",
	variable: "%[1]s = %[3]s",
	open:     [2]string{"const (\n", "var (\n"},
	close:    ")\n\n",
	array:    func(name, elem string, sizes []int) string { return "var " + name + " = " + sized(sizes) + elem },
	brackets: [2]string{"{", "}"},
}

func checkGo(pkg string) error {
	if !token.IsIdentifier(pkg) || pkg == "_" {
		return fmt.Errorf("package %q: no identifier", pkg)
	}
	return nil
}

// exported returns the exported identifier of a term or board: pst.knight
// becomes PSTKnight, king_attack KingAttack.
func exported(term string) string {
	var id strings.Builder
	for word := range strings.FieldsFuncSeq(term, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if word == "pst" {
			word = "PST"
		}
		first, size := utf8.DecodeRuneInString(word)
		id.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	if name := id.String(); token.IsIdentifier(name) && token.IsExported(name) {
		return name
	}
	return ""
}
