package trace

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// liveX is a weights file of the set x.
func liveX(t *testing.T, terms string) string {
	t.Helper()
	return write(t, "x.json", `{"format": "centipawn weights", "version": 1, "set": "x", "unit": "centipawns, White-relative", "terms": [`+terms+`]}`)
}

// liveRun runs a program with a weights file in its environment, and returns all that it prints.
func liveRun(t *testing.T, program, file, input string) (printed string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env, cmd.Stdin = append(os.Environ(), "CENTIPAWN_WEIGHTS="+file), strings.NewReader(input)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// TestLiveOptionInTime: the option comes before uciok in an engine whose streams are not those of stdio.
func TestLiveOptionInTime(t *testing.T) {
	program := compile(t, "g++", "-DCENTIPAWN_LIVE", write(t, "x.cc", `#include <iostream>
#include <string>
#include "centipawn_trace.h"
int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);)
        if (line == "uci") {
            TRACE_LIVE_OPTION();
            std::cout << "uciok" << std::endl;
        }
}
`))
	want := "option name CentipawnWeights type string default <empty>\nuciok\n"
	if got, err := liveRun(t, program, "", "uci\n"); err != nil || got != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, got, want)
	}
}

// TestLiveWide: CENTIPAWN_PACK gets int; a half that does not fit is refused, however wide the weight is.
func TestLiveWide(t *testing.T) {
	program := compile(t, "gcc", "-DCENTIPAWN_LIVE", write(t, "x.c", `typedef struct { double mg, eg; } Score;
static Score make(int mg, int eg) { Score s = {mg, eg}; return s; }
#define CENTIPAWN_PACK(mg, eg) make(mg, eg)
#include "centipawn_trace.h"
static TRACE_CONST Score A = {1, 2};
int main(void) {
    TRACE_SET("x");
    TRACE_TERM(A, "a");
    TRACE_LIVE_START();
    printf("%g %g\n", A.mg, A.eg);
    return 0;
}
`))
	file := liveX(t, `{"name": "a", "mg": 1e14, "eg": 5}`)
	want := "info string CentipawnWeights refused: " + file + ":1: a: the value does not fit the type\n1 2\n"
	if got, err := liveRun(t, program, file, ""); err != nil || got != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, got, want)
	}
	if got, err := liveRun(t, program, liveX(t, `{"name": "a", "mg": -2147483647, "eg": 5}`), ""); err != nil || got != "-2.14748e+09 5\n" {
		t.Errorf("%v, printed\n%s", err, got)
	}
}

// TestLiveLocale: where the locale's point has several bytes and strtod does not take it, a number is refused, not
// read up to the point.
func TestLiveLocale(t *testing.T) {
	program := compile(t, "gcc", "-DCENTIPAWN_LIVE", write(t, "x.c", `#include <locale.h>
static char point[] = "\xd9\xab";
static struct lconv *other(void) {
    static struct lconv l;
    l.decimal_point = point;
    return &l;
}
#define localeconv other
#include "centipawn_trace.h"
static TRACE_CONST double A = 1;
int main(void) {
    TRACE_SET("x");
    TRACE_PLAIN(A, "a");
    TRACE_LIVE_START();
    printf("%g\n", A);
    return 0;
}
`))
	file := liveX(t, `{"name": "a", "value": 2.5}`)
	want := "info string CentipawnWeights refused: " + file + ":1: a number that the program's locale does not read\n1\n"
	if got, err := liveRun(t, program, file, ""); err != nil || got != want {
		t.Errorf("%v, printed\n%s, want\n%s", err, got, want)
	}
	if got, err := liveRun(t, program, liveX(t, `{"name": "a", "value": 3e1}`), ""); err != nil || got != "30\n" {
		t.Errorf("%v, printed\n%s", err, got)
	}
}

// TestLiveTwoFiles: what another file declares by the same name must be stored in the same way, and no name may stand for
// two weights: one of them would keep its compiled value.
func TestLiveTwoFiles(t *testing.T) {
	const first = `#include "centipawn_trace.h"
static TRACE_CONST int A[2] = {1, 2};
void other(void);
int main(void) {
    TRACE_SET("x");
    TRACE_PLAIN(A, "a.{0..1}");
    other();
    TRACE_LIVE_START();
    printf("%d %d\n", A[0], A[1]);
    return 0;
}
`
	file := liveX(t, `{"name": "a.1", "value": 300}`)
	for _, tt := range []struct{ weights, declared, want string }{
		{"static TRACE_CONST int A[2] = {1, 2};", `TRACE_PLAIN(A, "a.{0..1}")`, "1 300\n"},
		{"static TRACE_CONST signed char A[2] = {1, 2};", `TRACE_PLAIN(A, "a.{0..1}")`, "a.{0..1}: another file declares other weights by this name\n"},
		{"static TRACE_CONST float A[2] = {1, 2};", `TRACE_PLAIN(A, "a.{0..1}")`, "a.{0..1}: another file declares other weights by this name\n"},
		{"static TRACE_CONST int A = 2;", `TRACE_PLAIN(A, "a.1")`, "info string CentipawnWeights refused: " + file + ":1: a.1: two declarations have this name\n1 2\n"},
	} {
		second := write(t, "y.c", "#include \"centipawn_trace.h\"\n"+tt.weights+"\nvoid other(void);\nvoid other(void) { "+tt.declared+"; }\n")
		program := compile(t, "gcc", "-DCENTIPAWN_LIVE", write(t, "x.c", first), second)
		if got, _ := liveRun(t, program, file, ""); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: printed\n%s, want\n%s", tt.weights, got, tt.want)
		}
	}
}

// TestLiveDeclaredAgain: an engine may declare its weights once more, as at each new game: the compiled values stay those
// from before any file.
func TestLiveDeclaredAgain(t *testing.T) {
	const text = `#include "centipawn_trace.h"
static TRACE_CONST int A[2] = {1, 2};
int main(void) {
    for (int i = 0; i < 2000; i++) {
        TRACE_SET("x");
        TRACE_PLAIN(A, "a.{0..1}");
        if (!i) TRACE_LIVE_START();
    }
    printf("%d %d\n", A[0], A[1]);
    TRACE_LIVE_LOAD("");
    printf("%d %d\n", A[0], A[1]);
    return 0;
}
`
	for _, cc := range []string{"gcc", "g++"} {
		t.Run(cc, func(t *testing.T) {
			program := compile(t, cc, "-DCENTIPAWN_LIVE", write(t, "x.c", text))
			if got, err := liveRun(t, program, liveX(t, `{"name": "a.1", "value": 30}`), ""); err != nil || got != "1 30\n1 2\n" {
				t.Errorf("%v, printed\n%s", err, got)
			}
		})
	}
}
