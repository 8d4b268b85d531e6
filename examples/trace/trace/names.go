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

//go:build trace || centipawn_live

package trace

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

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
