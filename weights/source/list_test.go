package source_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/weights/source"
)

// listed returns a listing as lines, those of each kind after its name.
func listed(t *testing.T, src string) (lines []string) {
	t.Helper()
	l := source.List(arrays(t, src))
	for _, kind := range []struct {
		name string
		list []source.Entry
	}{{"table", l.Tables}, {"number", l.Numbers}, {"other", l.Others}} {
		for _, e := range kind.list {
			lines = append(lines, kind.name+" "+e.String())
		}
	}
	for _, err := range l.Unread {
		lines = append(lines, err.Error())
	}
	return lines
}

// Tables and constants are listed, variables of functions are not; enums and #define are apart.
func TestList(t *testing.T) {
	const left = ": want plain numbers: write them there, or leave this table out"
	tests := []struct {
		name, src string
		want      []string
	}{
		{"C", `
#define MAX_PLY 128
enum { PAWN = 1, ROOK = 4 };
const int Tempo = 18;
Score Pair = S(20, 30), Passed[2] = {S(1, 2), S(3, 4)};
int search(Position *p, int depth = 0) {
    int i = 0, table[2] = {1, 2};
    static int Bonus = 5;
    for (int j = 0; j < 4; j++) { int k = 7; }
    if (depth == 3) depth = 4; else { nodes = 0; }
    const Score local[2] = {S(1, 2), S(3, 4)};
    return (struct X){ .a = 1 }.a;
}
struct Score make(int mg) { int x = 3; }
int After = 9;
int Computed[3] = {1, 2, 3 * PAWN};
int calls = f(5, x);
`, []string{"table Passed[2] tapered", "table local[2] tapered", "number Tempo", "number Pair tapered", "number Bonus", "number After",
			"other MAX_PLY", "other PAWN", "other ROOK", `src:16:26: Computed[2]: an expression, "3 * PAWN"` + left}},
		{"C++", `
namespace eval { namespace { constexpr Score Rook[2] = {S(1, 2), S(3, 4)}; } }
class Evaluator final : public Base {
  public:
    int tempo = 12;
    Evaluator(int a) : base(a) { size = 5; }
    int value() const { int x = 1; return x; }
    template <typename T> auto f(T a) noexcept -> int { auto g = [](int i) { int y = 2; return y; }; return 1; }
    enum class Kind : int { A = 1 };
};
#ifdef TUNE
int f(int x) { int a = 1;
#else
int g(int x) { int b = 1;
#endif
  int c = 1; }
int Last = 3;
`, []string{"table Rook[2] tapered", "number tempo", "number Last", "other A = A"}},
		{"Rust", `
impl Evaluator { const TEMPO: i32 = 10; fn value(&self, x: [i32; 3]) -> [i32; 2] { let mut n = 0; let t = [1, 2]; t } }
pub enum Kind { A = 1, B = 2 }
pub static TABLE: [i32; 3] = [1, 2, 3];
`, []string{"table TABLE[3]", "number TEMPO", "other A", "other B"}},
		{"Go", `package eval

const (
	Tempo = 12
	Limit = 5
)

type T struct{ a int }

func (t *T) Value(a, b int) (x int) {
	n := 0
	for i := 0; i < 4; i++ {
	}
	const Bonus = 7
	return n
}

var Table = [2]Score{{1, 2}, {3, 4}}
`, []string{"table Table[2] tapered", "number Tempo", "number Limit", "number Bonus"}},
		{"Java", `
package engine.eval;
public class Eval { static final int[] ROOK = {1, 2, 3}; int tempo = 5; int f(int a) { int x = 1; final int y = 2; return x; } }
`, []string{"table ROOK[3]", "number tempo", "number y"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, listed(t, tt.src)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// In Python what is indented below def is a variable.
func TestListPython(t *testing.T) {
	src := "TABLE = [1, 2, 3]\ndef f(x=5):\n    n = 0\n    if n:\n        m = 1\n\nclass Eval:\n    tempo = 3\n    def g(self):\n        k = 4\nLAST = 6\n"
	all, err := source.Read([]source.Code{{Name: "eval.py", Data: []byte(src)}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := source.List(all)
	var got []string
	for _, e := range append(l.Tables, l.Numbers...) {
		got = append(got, e.String())
	}
	if diff := cmp.Diff([]string{"TABLE[3]", "tempo", "LAST"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
