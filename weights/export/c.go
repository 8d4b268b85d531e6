package export

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula/source"
)

// checkC refuses a package that is not an identifier.
func checkC(pkg string) error {
	if words(pkg) != pkg || slices.Contains(cWords, pkg) {
		return fmt.Errorf("package %q: no identifier", pkg)
	}
	return nil
}

const guard = "#ifndef $PKG_WEIGHTS_H\n#define $PKG_WEIGHTS_H\n\n"

// cDialect is C99. All names that are not a weight's begin with the package's, so that an
// engine's own S or Score stays what it is.
var cDialect = dialect{
	language:   source.C,
	check:      checkC,
	comment:    "//",
	begin:      "\n" + guard + "#include <stdint.h>\n$imports\n",
	end:        "#endif\n",
	identifier: words,
	valid:      plainName,
	taken:      append([]string{"$pkg_score", "$pkg_mg", "$pkg_eg", "$pkg_evaluate", "$PKG_S"}, cWords...),
	float:      shortest,
	pairs: `// A tapered weight in centipawns: mg with all pieces on the board, eg with none. At
// phase φ it is worth mg·φ + eg·(1−φ), the second part times the set's endgame
// scale, if it has one.
typedef struct { int16_t mg, eg; } $pkg_score;

`,
	packed: `// A tapered weight in centipawns, mg with all pieces on the board, eg with none,
// packed into one number, $high above $low: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
typedef int32_t $pkg_score;

// The upper half. A negative lower one has borrowed one from it.
static inline int $pkg_$high($pkg_score s) { return (s + 0x8000) >> 16; }

// The lower half.
static inline int $pkg_$low($pkg_score s) { return (int16_t)(uint16_t)s; }

#define $PKG_S(mg, eg) (($high) * 65536 + ($low))

`,
	function: "$pkg_evaluate",
	pairOf:   "{%d, %d}",
	packedOf: "$PKG_S(%d, %d)",
	score:    "$pkg_score",
	integer:  "int",
	decimal:  "double",
	constant: "static const %[2]s %[1]s = %[3]s;",
	variable: "static const %[2]s %[1]s = %[3]s;",
	close:    "\n",
	array: func(name, elem string, sizes []int) string {
		return "static const " + elem + " " + name + sized(sizes) + " = "
	},
	brackets:   [2]string{"{", "}"},
	terminator: ";",
}

// cppDialect is C++11.
var cppDialect = dialect{
	language:   source.CPP,
	check:      checkC,
	comment:    "//",
	begin:      "\n" + guard + "#include <cstdint>\n$imports\nnamespace $pkg {\n\n",
	end:        "} // namespace $pkg\n\n#endif\n",
	identifier: words,
	valid:      plainName,
	taken:      append([]string{"Score", "pack", "mg_value", "eg_value", "evaluate"}, cWords...),
	float:      shortest,
	pairs: `// A Score is a tapered weight in centipawns: mg with all pieces on the board, eg
// with none. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
// set's endgame scale, if it has one.
struct Score { std::int16_t mg, eg; };

`,
	packed: `// A Score is a tapered weight in centipawns, mg with all pieces on the board, eg
// with none, packed into one number, $high above $low: a sum of scores is the score of
// the sums, within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part
// times the set's endgame scale, if it has one.
using Score = std::int32_t;

constexpr Score pack(int mg, int eg) { return $high * 65536 + $low; }

// The upper half. A negative lower one has borrowed one from it.
constexpr int $high_value(Score s) { return (s + 0x8000) >> 16; }

// The lower half.
constexpr int $low_value(Score s) { return static_cast<std::int16_t>(s & 0xffff); }

`,
	function: "evaluate",
	pairOf:   "{%d, %d}",
	packedOf: "pack(%d, %d)",
	score:    "Score",
	integer:  "int",
	decimal:  "double",
	constant: "constexpr %[2]s %[1]s = %[3]s;",
	variable: "constexpr %[2]s %[1]s = %[3]s;",
	close:    "\n",
	array: func(name, elem string, sizes []int) string {
		return "constexpr " + elem + " " + name + sized(sizes) + " = "
	},
	brackets:   [2]string{"{", "}"},
	terminator: ";",
}

// cWords are the keywords of C and C++ that a term could be called by, and the
// names that the headers use.
var cWords = strings.Fields(`std int16_t int32_t uint16_t
	alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const
	consteval constexpr constinit const_cast continue decltype default delete do double dynamic_cast else
	enum explicit export extern false float for friend goto if inline int long mutable namespace new
	noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
	requires restrict return short signed sizeof static static_assert static_cast struct switch template
	this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
	wchar_t while xor xor_eq linux unix`)
