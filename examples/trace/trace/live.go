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

//go:build centipawn_live

package trace

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"
)

// On says whether the build tag trace is there: what counts is not called.
const On = false

// Live says whether the build tag centipawn_live is there.
const Live = true

const (
	liveOption = "CentipawnWeights"
	liveBytes  = 1 << 25 // of a file, at most
)

// A weight has one value or two halves, each a number; with pack both are in one number.
type weight struct {
	halves [2]reflect.Value
	old    [2]reflect.Value
	n      int
	pack   func(mg, eg int) int
	fixed  bool // it has no address
}

var live = struct {
	set, formula string
	weights      map[string]*weight
	pack         func(mg, eg int) int
	hooks        []func()
}{weights: map[string]*weight{}}

// Set names the set of terms.
func Set(name string) { live.set = name }

// Formula gives the evaluation as a formula over sums.
func Formula(text string) { live.formula = text }

// Term declares a weight, or an array or a slice of them, each with a half for the middlegame and
// one for the endgame: two fields of a struct, of which the endgame's is the first if its name begins
// with an e and the other's with an m; an array of two; or what LivePack makes.
func Term[T any](weights *T, names string) {
	declareLive("Term", names, 2, numbers(reflect.ValueOf(weights).Elem(), nil))
}

// Halves declares weights of which the halves stand in two arrays.
func Halves[T any](mg, eg *T, names string) {
	first, second := numbers(reflect.ValueOf(mg).Elem(), nil), numbers(reflect.ValueOf(eg).Elem(), nil)
	if len(first) != len(second) {
		fail("Halves", names, "the two arrays differ in length")
	}
	var both []reflect.Value
	for i := range first {
		both = append(both, first[i], second[i])
	}
	declareLive("Halves", names, 2, both)
}

// Plain declares weights without halves.
func Plain[T any](weights *T, names string) {
	declareLive("Plain", names, 1, numbers(reflect.ValueOf(weights).Elem(), nil))
}

// Parameter declares weights that the formula reads by their names.
func Parameter[T any](weights *T, names string) {
	declareLive("Parameter", names, 1, numbers(reflect.ValueOf(weights).Elem(), nil))
}

// From declares as many weights as there are names, of which the first is given, with two halves.
func From[T any](first *T, names string) {
	of := reflect.ArrayOf(len(expand("From", names)), reflect.TypeOf(*first))
	declareLive("From", names, 2, numbers(reflect.NewAt(of, unsafe.Pointer(first)).Elem(), nil))
}

// Named declares a weight without an address, with two halves: it stays as it is.
func Named(name string) { live.weights[name] = &weight{n: 2, fixed: true} }

// NamedPlain declares a weight without an address and without halves: it stays as it is.
func NamedPlain(name string) { live.weights[name] = &weight{n: 1, fixed: true} }

// LivePack says how a weight of two halves is made of them, if it is one number. It is for the terms
// that are declared from now on.
func LivePack(pack func(mg, eg int) int) { live.pack = pack }

// LiveHook is called after weights were taken from a file.
func LiveHook(hook func()) { live.hooks = append(live.hooks, hook) }

// numbers appends the numbers that a value is made of, in their order in memory; of a struct of two with
// the endgame in front in the other.
func numbers(v reflect.Value, list []reflect.Value) []reflect.Value {
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := 0; i < v.Len(); i++ {
			list = numbers(v.Index(i), list)
		}
	case reflect.Struct:
		fields := []int{0, 1}
		if t := v.Type(); t.NumField() != 2 {
			return append(list, reflect.Value{})
		} else if strings.HasPrefix(strings.ToLower(t.Field(0).Name), "e") && strings.HasPrefix(strings.ToLower(t.Field(1).Name), "m") {
			fields = []int{1, 0}
		}
		for _, i := range fields {
			list = numbers(v.Field(i), list)
		}
	default:
		if !v.CanInt() && !v.CanUint() && !v.CanFloat() {
			return append(list, reflect.Value{})
		}
		list = append(list, reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()) // a field may be unexported
	}
	return list
}

// declareLive gives numbers their names.
func declareLive(call, names string, halves int, list []reflect.Value) {
	all := expand(call, names)
	packed := halves == 2 && len(list) == len(all)
	switch {
	case packed && live.pack == nil:
		fail(call, names, "two halves in one number: say how by trace.LivePack, or declare two arrays by trace.Halves")
	case !packed && len(list) != halves*len(all):
		fail(call, names, fmt.Sprintf("%d names for %d numbers, want %d for each", len(all), len(list), halves))
	}
	for i, name := range all {
		w := &weight{n: halves}
		if packed {
			w.pack = live.pack
			w.halves[0] = list[i]
		} else {
			copy(w.halves[:], list[halves*i:halves*(i+1)])
		}
		for h, v := range w.halves {
			if h < halves && !(packed && h > 0) && !v.IsValid() {
				fail(call, names, "a weight is a number, a struct or an array of two, or LivePack makes it")
			}
			if v.IsValid() {
				w.old[h] = reflect.New(v.Type()).Elem()
				w.old[h].Set(v)
			}
		}
		if packed && !w.halves[0].CanInt() {
			fail(call, names, "two halves in one number: it has no sign, or decimals")
		}
		switch known := live.weights[name]; {
		case known == nil:
			live.weights[name] = w
		case known.n != halves || known.fixed || known.halves[0].Addr().Pointer() != w.halves[0].Addr().Pointer():
			fail(call, names, "there are other weights by this name")
		} // one that is declared again keeps the values from before a file was taken
	}
}

// fits reports whether a number, which is whole unless the type has decimals, fits; of a packed one half
// of the bits.
func fits(v reflect.Value, packed bool, x float64) bool {
	bits := v.Type().Bits()
	most := math.Ldexp(1, bits-1)
	switch {
	case packed:
		return math.Abs(x) < math.Ldexp(1, bits/2-1)
	case v.CanUint():
		return x >= 0 && x < 2*most
	case v.CanInt():
		return x >= -most && x < most
	}
	return true
}

func set(v reflect.Value, x float64) {
	switch {
	case v.CanUint():
		v.SetUint(uint64(x))
	case v.CanInt():
		v.SetInt(int64(x))
	default:
		v.SetFloat(x)
	}
}

// check returns the values of a weight as it holds them, rounded half away from zero.
func (w *weight) check(values []float64, parameter bool) (held [2]float64, err error) {
	switch {
	case w.fixed:
		return held, errors.New("it is declared by trace.Named, without an address: make it a variable, and declare that")
	case len(values) != w.n && w.n == 1:
		return held, errors.New("it has one value, not mg and eg")
	case len(values) != w.n:
		return held, errors.New("it has mg and eg, not one value")
	}
	for h, x := range values {
		of := w.halves[h]
		if w.pack != nil {
			of = w.halves[0]
		}
		held[h] = x
		if !of.CanFloat() {
			held[h] = math.Round(x)
		}
		if parameter && x != 0 && held[h] == 0 {
			return held, errors.New("a parameter that rounds to 0")
		}
		if !fits(of, w.pack != nil, held[h]) {
			return held, errors.New("the value does not fit the type")
		}
	}
	return held, nil
}

// Count counts a weight n times.
func Count[T any, N Number](weight *T, n N) {}

// CountNamed counts a weight without an address.
func CountNamed[N Number](name string, n N) {}

// Sums gives sums the weights that are declared from now on.
func Sums(names ...string) {}

// Sum makes counts go to a sum.
func Sum(name string) {}

// CountIn counts a weight n times in a sum.
func CountIn[T any, N Number](sum string, weight *T, n N) {}

// Forget takes back what was counted in a sum.
func Forget(sum string) {}

// Input gives a number of the position that the formula reads.
func Input[N Number](name string, value N) {}

// SumValue gives what the engine has for a sum, to check against.
func SumValue[N Number](sum string, mg, eg N) {}

// Factors sets what the halves of a weight are multiplied by.
func Factors(mg, eg float64) {}

// Offset sets the centipawns of the position that are not a weight times a count.
func Offset[N Number](centipawns N) {}

// Score sets the label of the position in centipawns, from White's view.
func Score[N Number](centipawns N) {}

// Row prints what was counted, and forgets it.
func Row[N Number](result, game string, eval N) {}
