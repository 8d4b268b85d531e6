// Copyright 2026 the centipawn authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software
// and associated documentation files (the "Software"), to deal in the Software without
// restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
// BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

//go:build trace

package trace

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// On says whether the build tag trace is there.
const On = true

// A Number is what weights are counted in.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

const tapered = " tapered"

// A term is a weight in memory, or an array of them.
type term struct {
	begin, end uintptr
	size       uintptr // of one
	column     int     // of the first
}

// row is what the evaluation has counted since the last row.
var row struct {
	terms    []term
	named    map[string]int  // columns of weights without an address
	declared map[string]bool // patterns of names
	counts   []float64       // of column 1 on
	mg, eg   float64
	offset   float64
	score    float64
	scored   bool
}

// Set names the set of terms.
func Set(name string) { write([]byte("# set " + name + "\n")) }

// Term declares a weight, or an array or a slice of them, each with a half for the middlegame and
// one for the endgame.
func Term[T any](weights *T, names string) { declare("Term", weights, names, tapered) }

// Plain declares weights without halves.
func Plain[T any](weights *T, names string) { declare("Plain", weights, names, "") }

// From declares as many weights as there are names, of which the first is given, with two halves.
func From[T any](first *T, names string) {
	all := expand("From", names)
	size := unsafe.Sizeof(*first)
	add("From", uintptr(unsafe.Pointer(first)), size*uintptr(len(all)), names, all, tapered)
}

// Named declares a weight without an address, with two halves.
func Named(name string) { declareNamed("Named", name, tapered) }

// NamedPlain declares a weight without an address and without halves.
func NamedPlain(name string) { declareNamed("NamedPlain", name, "") }

// Count counts a weight n times.
func Count[T any, N Number](weight *T, n N) {
	at, size := uintptr(unsafe.Pointer(weight)), unsafe.Sizeof(*weight)
	for _, t := range row.terms {
		if at < t.begin || at >= t.end {
			continue
		}
		if size != t.size {
			fail("Count", "the weight", fmt.Sprintf("it has %d bytes, a name of its trace.Term has %d: the Term has not as many names as weights", size, t.size))
		}
		row.counts[t.column+int((at-t.begin)/size)] += float64(n)
		return
	}
	fail("Count", "the weight", "no trace.Term declares it: declare the package variable and count it, not a copy")
}

// CountNamed counts a weight without an address.
func CountNamed[N Number](name string, n N) {
	column, ok := row.named[name]
	if !ok {
		fail("CountNamed", name, "no trace.Named declares it")
	}
	row.counts[column] += float64(n)
}

// Factors sets what the halves of a weight are multiplied by.
func Factors(mg, eg float64) { row.mg, row.eg = mg, eg }

// Offset sets the centipawns of the position that are not a weight times a count.
func Offset[N Number](centipawns N) { row.offset = float64(centipawns) }

// Score sets the label of the position in centipawns, from White's view.
func Score[N Number](centipawns N) { row.score, row.scored = float64(centipawns), true }

// Row prints what was counted, and forgets it.
func Row[N Number](result, game string, eval N) {
	line := []byte(result)
	if game != "" {
		line = append(append(line, " qid:"...), game...)
	}
	line = append(line, fmt.Sprintf(" mg:%.6f eg:%.6f", row.mg, row.eg)...)
	if row.offset != 0 {
		line = number(append(line, " offset:"...), row.offset)
	}
	if row.scored {
		line = number(append(line, " score:"...), row.score)
	}
	line = number(append(line, " eval:"...), float64(eval))
	for i, n := range row.counts {
		if n != 0 {
			line = append(strconv.AppendInt(append(line, ' '), int64(i+1), 10), ':')
			line = number(line, n)
			row.counts[i] = 0
		}
	}
	write(append(line, '\n'))
	row.offset, row.scored = 0, false
}

// number appends v with nine significant digits.
func number(line []byte, v float64) []byte { return strconv.AppendFloat(line, v, 'g', 9, 64) }

// declare declares the columns of what weights points to.
func declare(call string, weights any, names, kind string) {
	v := reflect.ValueOf(weights)
	begin, bytes, of := v.Pointer(), v.Type().Elem().Size(), v.Type().Elem()
	if of.Kind() == reflect.Slice {
		begin, bytes, of = v.Elem().Pointer(), of.Elem().Size()*uintptr(v.Elem().Len()), of.Elem()
	}
	for of.Kind() == reflect.Array {
		of = of.Elem()
	}
	switch of.Kind() {
	case reflect.Slice:
		fail(call, names, "a slice of slices: declare each of them by a line of its own")
	case reflect.Map, reflect.Pointer, reflect.Interface:
		fail(call, names, "weights in a "+of.Kind().String()+" have no address of their own: declare each by trace.Named and count it by trace.CountNamed")
	}
	add(call, begin, bytes, names, expand(call, names), kind)
}

func declareNamed(call, name, kind string) {
	if strings.Contains(name, "{") {
		fail(call, name, "it declares one weight: write a line for each name of the braces")
	}
	if row.named == nil {
		row.named = map[string]int{}
	}
	row.named[name] = len(row.counts)
	addColumns(call, name, []string{name}, kind)
}

// add declares the columns of the weights in some bytes of memory.
func add(call string, begin, bytes uintptr, names string, all []string, kind string) {
	row.terms = append(row.terms, term{begin, begin + bytes, bytes / uintptr(len(all)), len(row.counts)})
	addColumns(call, names, all, kind)
}

func addColumns(call, names string, all []string, kind string) {
	if row.declared[names] {
		fail(call, names, "it is declared twice")
	}
	if row.declared == nil {
		row.declared = map[string]bool{}
	}
	row.declared[names] = true
	var text []byte
	for _, name := range all {
		row.counts = append(row.counts, 0)
		text = append(text, fmt.Sprintf("# column %d %s%s\n", len(row.counts), name, kind)...)
	}
	write(text)
}

// expand returns the names of a pattern with braces, the last braces fastest.
func expand(call, pattern string) []string {
	all := []string{""}
	for rest := pattern; ; {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			return join(all, []string{rest})
		}
		shut := strings.IndexByte(rest, '}')
		if shut < open {
			fail(call, pattern, "a brace that is not closed")
		}
		inside := dimension(rest[open+1 : shut])
		if len(inside) == 0 {
			fail(call, pattern, "braces without a name")
		}
		all, rest = join(join(all, []string{rest[:open]}), inside), rest[shut+1:]
	}
}

func join(heads, tails []string) (list []string) {
	for _, head := range heads {
		for _, tail := range tails {
			list = append(list, head+tail)
		}
	}
	return list
}

// dimension returns the names that stand in braces.
func dimension(inside string) (list []string) {
	if inside == "a8..h1" || inside == "a1..h8" {
		for i := 0; i < 64; i++ {
			rank := i / 8
			if inside == "a8..h1" {
				rank = 7 - rank
			}
			list = append(list, string([]byte{"abcdefgh"[i%8], "12345678"[rank]}))
		}
		return list
	}
	if at := strings.Index(inside, ".."); at >= 0 {
		first, err := strconv.Atoi(inside[:at])
		last, err2 := strconv.Atoi(inside[at+2:])
		if err == nil && err2 == nil {
			for ; first <= last; first++ {
				list = append(list, strconv.Itoa(first))
			}
			return list
		}
	}
	return strings.Split(inside, ",")
}

func write(text []byte) {
	if _, err := os.Stdout.Write(text); err != nil {
		fmt.Fprintln(os.Stderr, "trace:", err)
		os.Exit(1)
	}
}

// fail ends the program, with the line of the call from outside of this package.
func fail(call, what, why string) {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	frame, more := frames.Next() // this function
	here := strings.TrimSuffix(frame.Function, "fail")
	for more && strings.HasPrefix(frame.Function, here) {
		frame, more = frames.Next()
	}
	fmt.Fprintf(os.Stderr, "%s:%d: trace.%s: %s: %s\n", frame.File, frame.Line, call, what, why)
	os.Exit(1)
}
