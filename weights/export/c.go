package export

import (
	"fmt"
	"slices"
	"strings"
)

// checkC refuses a package that is no identifier.
func checkC(pkg string) error {
	if words(pkg) != pkg || slices.Contains(cWords, pkg) {
		return fmt.Errorf("package %q: not an identifier of C", pkg)
	}
	return nil
}

func guard(pkg string) string {
	name := strings.ToUpper(pkg) + "_WEIGHTS_H"
	return fmt.Sprintf("#ifndef %s\n#define %s\n\n", name, name)
}

// cDialect is C99.
var cDialect = dialect{
	language:   "C",
	check:      checkC,
	comment:    "//",
	begin:      func(pkg string) string { return "\n" + guard(pkg) + "#include <stdint.h>\n\n" },
	end:        func(string) string { return "#undef S\n\n#endif\n" },
	identifier: words,
	taken:      cWords,
	float:      shortest,
	pairs: `// A Score is a tapered weight in centipawns: mg with all pieces on the board, eg
// with none. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
// set's endgame scale, if it has one.
typedef struct { int16_t mg, eg; } Score;

#undef S
#define S(mg, eg) {(mg), (eg)}

`,
	packed: `// A Score is a tapered weight in centipawns, mg with all pieces on the board, eg
// with none, packed into one number: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
typedef int32_t Score;

// The middle-game part. A negative endgame part has borrowed one from it.
static inline int mg_value(Score s) { return (s + 0x8000) >> 16; }

// The endgame part.
static inline int eg_value(Score s) { return (int16_t)(uint16_t)s; }

#undef S
#define S(mg, eg) ((mg) * 65536 + (eg))

`,
	block:    "static inline " + cBlock,
	value:    "S(%d, %d)",
	plain:    "static const double %[1]s = %[2]s;",
	tapered:  "static const Score %[1]s = %[2]s;",
	close:    "\n",
	board:    [2]string{"static const double %s[64] = {\n", "static const Score %s[64] = {\n"},
	endBoard: "};\n\n",
}

// cppDialect is C++11.
var cppDialect = dialect{
	language: "C++",
	check:    checkC,
	comment:  "//",
	begin: func(pkg string) string {
		return "\n" + guard(pkg) + "#include <cstdint>\n\nnamespace " + pkg + " {\n\n"
	},
	end:        func(pkg string) string { return "} // namespace " + pkg + "\n\n#endif\n" },
	identifier: words,
	taken:      cWords,
	float:      shortest,
	pairs: `// A Score is a tapered weight in centipawns: mg with all pieces on the board, eg
// with none. At phase φ it is worth mg·φ + eg·(1−φ), the second part times the
// set's endgame scale, if it has one.
struct Score { std::int16_t mg, eg; };

constexpr Score S(std::int16_t mg, std::int16_t eg) { return Score{mg, eg}; }

`,
	packed: `// A Score is a tapered weight in centipawns, mg with all pieces on the board, eg
// with none, packed into one number: a sum of scores is the score of the sums,
// within ±32767. At phase φ it is worth mg·φ + eg·(1−φ), the second part times
// the set's endgame scale, if it has one.
using Score = std::int32_t;

constexpr Score S(int mg, int eg) { return mg * 65536 + eg; }

// The middle-game part. A negative endgame part has borrowed one from it.
constexpr int mg_value(Score s) { return (s + 0x8000) >> 16; }

// The endgame part.
constexpr int eg_value(Score s) { return static_cast<std::int16_t>(s & 0xffff); }

`,
	block:    "inline " + cBlock,
	value:    "S(%d, %d)",
	plain:    "constexpr double %[1]s = %[2]s;",
	tapered:  "constexpr Score %[1]s = %[2]s;",
	close:    "\n",
	board:    [2]string{"constexpr double %s[64] = {\n", "constexpr Score %s[64] = {\n"},
	endBoard: "};\n\n",
}

// cBlock is the function of the block's sums in C and C++.
const cBlock = `double block_value(double white, double black, double phase) {
    white = white > 0 ? white : 0;
    black = black > 0 ? black : 0;
    return (white * white - black * black) / 100 * phase;
}

`

// cWords are the keywords of C and C++ that a term could be called by, and the
// names that the headers use.
var cWords = strings.Fields(`Score S mg_value eg_value block_value std int16_t int32_t uint16_t
	alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const
	consteval constexpr constinit const_cast continue decltype default delete do double dynamic_cast else
	enum explicit export extern false float for friend goto if inline int long mutable namespace new
	noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
	requires restrict return short signed sizeof static static_assert static_cast struct switch template
	this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
	wchar_t while xor xor_eq linux unix`)
