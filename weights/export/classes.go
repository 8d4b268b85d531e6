package export

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula/source"
)

// javaDialect is Java 8: a class Weights, in a package.
var javaDialect = dialect{
	language:   source.Java,
	check:      checkJava,
	comment:    "//",
	begin:      "\npackage $pkg;\n\npublic final class Weights {\n",
	indent:     "    ",
	end:        "}\n",
	identifier: upperWords,
	valid:      plainName,
	float:      shortest,
	pairs: `private Weights() {}

// A Score is a tapered weight in centipawns: mg with all pieces on the board, eg
// with none. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
// set's endgame scale, if it has one.
public static final class Score {
    public final int mg, eg;

    Score(int mg, int eg) {
        this.mg = mg;
        this.eg = eg;
    }
}

static Score S(int mg, int eg) { return new Score(mg, eg); }

`,
	packed: `private Weights() {}

// A tapered weight in centipawns, mg with all pieces on the board, eg with none,
// packed into one number, $high above $low: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
static int S(int mg, int eg) { return $high * 65536 + $low; }

// The upper half. A negative lower one has borrowed one from it.
public static int $highValue(int s) { return (s + 0x8000) >> 16; }

// The lower half.
public static int $lowValue(int s) { return (short) s; }

`,
	function: "evaluate",
	pairOf:   "S(%d, %d)",
	packedOf: "S(%d, %d)",
	score:    "Score", packedScore: "int",
	integer:  "int",
	decimal:  "double",
	constant: "public static final %[2]s %[1]s = %[3]s;",
	variable: "public static final %[2]s %[1]s = %[3]s;",
	close:    "\n",
	array: func(name, elem string, sizes []int) string {
		return "public static final " + elem + strings.Repeat("[]", len(sizes)) + " " + name + " = "
	},
	brackets:   [2]string{"{", "}"},
	terminator: ";",
}

// csharpDialect is C# 6: a static class Weights, in a namespace.
var csharpDialect = dialect{
	language:   source.CSharp,
	check:      checkCSharp,
	comment:    "//",
	begin:      "\nusing System;\n\nnamespace $pkg {\n\npublic static class Weights {\n",
	indent:     "    ",
	end:        "}\n\n}\n",
	identifier: exported,
	valid:      plainName,
	taken:      strings.Fields("Score S Mg Eg MgValue EgValue Evaluate Weights Equals GetHashCode GetType MemberwiseClone ReferenceEquals ToString Finalize"),
	float:      shortest,
	pairs: `// A Score is a tapered weight in centipawns: Mg with all pieces on the board, Eg
// with none. At phase φ it is worth Mg·φ + Eg·(1−φ), the second part times the
// set's endgame scale, if it has one.
public struct Score {
    public readonly int Mg, Eg;

    public Score(int mg, int eg) {
        this.Mg = mg;
        this.Eg = eg;
    }
}

static Score S(int mg, int eg) { return new Score(mg, eg); }

`,
	packed: `// A tapered weight in centipawns, mg with all pieces on the board, eg with none,
// packed into one number, $high above $low: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
static int S(int mg, int eg) { return $high * 65536 + $low; }

// The upper half. A negative lower one has borrowed one from it.
public static int $TitleHighValue(int s) { return (s + 0x8000) >> 16; }

// The lower half.
public static int $TitleLowValue(int s) { return unchecked((short)s); }

`,
	function: "Evaluate",
	pairOf:   "S(%d, %d)",
	packedOf: "S(%d, %d)",
	score:    "Score", packedScore: "int",
	integer:  "int",
	decimal:  "double",
	constant: "public const %[2]s %[1]s = %[3]s;",
	variable: "public static readonly %[2]s %[1]s = %[3]s;",
	close:    "\n",
	array: func(name, elem string, sizes []int) string {
		return "public static readonly " + elem + "[" + strings.Repeat(",", len(sizes)-1) + "] " + name + " = "
	},
	brackets:   [2]string{"{", "}"},
	terminator: ";",
}

// checkJava refuses a package whose parts are no identifiers.
func checkJava(pkg string) error { return checkParts(pkg, javaWords) }

// checkCSharp refuses a namespace whose parts are no identifiers.
func checkCSharp(pkg string) error { return checkParts(pkg, csharpWords) }

func checkParts(pkg string, keywords []string) error {
	for part := range strings.SplitSeq(pkg, ".") {
		if words(part) != part || slices.Contains(keywords, part) {
			return fmt.Errorf("package %q: %q cannot be a name there: pass letters, digits and underscores, with full stops between parts", pkg, part)
		}
	}
	return nil
}

var (
	javaWords = strings.Fields(`abstract assert boolean break byte case catch char class const continue default do
	double else enum extends false final finally float for goto if implements import instanceof int interface long
	native new null package private protected public return short static strictfp super switch synchronized this
	throw throws transient true try void volatile while`)
	csharpWords = strings.Fields(`abstract as base bool break byte case catch char checked class const continue
	decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto
	if implicit in int interface internal is lock long namespace new null object operator out override params
	private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch
	this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`)
)
