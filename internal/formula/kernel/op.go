// Package kernel has the operations of formulas: for a number with first and second derivatives, and over
// batches of rows with the derivatives passed back.
package kernel

import "math"

// An Op is what a node of a program does.
type Op uint8

// The operations. Those from Less to Or give a truth value, all others a number.
const (
	Const   Op = iota // Node.Value
	Read              // the leaf Node.Leaf
	Add               // x + y
	Sub               // x − y
	Mul               // x · y
	Div               // x / y
	Neg               // −x
	Min               // the smaller of x and y
	Max               // the larger
	Abs               // |x|
	Square            // x·x
	Sqrt              // √x
	Sigmoid           // 1 / (1 + e^−x)
	Exp               // eˣ
	Log               // natural logarithm
	Trunc             // rounded toward zero
	Round             // rounded to the nearest whole number, halves away from zero
	Lookup            // the table Node.Table at x, from y to z: see [Place]
	If                // y if x, else z
	Less              // x < y
	AtMost            // x ≤ y
	Equal             // x = y
	Differ            // x ≠ y
	And               // both of two truth values
	Or                // at least one
	Count             // how many there are
)

var opNames = [Count]string{Const: "constant", Read: "leaf", Add: "+", Sub: "-", Mul: "*", Div: "/", Neg: "-", Min: "min", Max: "max",
	Abs: "abs", Square: "square", Sqrt: "sqrt", Sigmoid: "sigmoid", Exp: "exp", Log: "log", Trunc: "trunc", Round: "round",
	Lookup: "lookup", If: "if", Less: "<", AtMost: "<=", Equal: "==", Differ: "!=", And: "and", Or: "or"}

// String returns the operation as formulas write it.
func (op Op) String() string { return opNames[op] }

// Truth reports whether the operation gives a truth value.
func (op Op) Truth() bool { return op >= Less && op <= Or }

// Arity returns how many of a node's Args count.
func (op Op) Arity() int {
	switch op {
	case Const, Read:
		return 0
	case Neg, Abs, Square, Sqrt, Sigmoid, Exp, Log, Trunc, Round:
		return 1
	case Lookup, If:
		return 3
	}
	return 2
}

// Cost is about how many additions an operation takes as long as.
func (op Op) Cost() int {
	switch op {
	case Const, Read:
		return 0
	case Sigmoid, Exp, Log:
		return 10
	case Div, Sqrt, Lookup, Round:
		return 4
	}
	return 1
}

// Number returns what an operation that gives a number makes of numbers; not for Const, Read, Lookup, If.
func (op Op) Number(x, y float64) float64 {
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case Div:
		return x / y
	case Neg:
		return -x
	case Min:
		return min(x, y)
	case Max:
		return max(x, y)
	case Abs:
		return math.Abs(x)
	case Square:
		return x * x
	case Sqrt:
		return math.Sqrt(x)
	case Sigmoid:
		return 1 / (1 + math.Exp(-x))
	case Exp:
		return math.Exp(x)
	case Log:
		return math.Log(x)
	case Trunc:
		return math.Trunc(x)
	}
	return math.Round(x)
}

// Slope returns the derivative of z = op(x), of Square, Sqrt, Sigmoid, Exp and Log.
func (op Op) Slope(x, z float64) float64 {
	switch op {
	case Square:
		return x + x
	case Sqrt:
		return 0.5 / z
	case Sigmoid:
		return z * (1 - z)
	case Exp:
		return z
	}
	return 1 / x
}

// Bend returns the second derivative.
func (op Op) Bend(x, z float64) float64 {
	switch op {
	case Square:
		return 2
	case Sqrt:
		return -0.25 / (z * x)
	case Sigmoid:
		return z * (1 - z) * (1 - 2*z)
	case Exp:
		return z
	}
	return -1 / (x * x)
}

// Compare returns what a comparison says of numbers.
func (op Op) Compare(x, y float64) bool {
	switch op {
	case Less:
		return x < y
	case AtMost:
		return x <= y
	case Equal:
		return x == y
	}
	return x != y
}

// Place returns where x lies in a table of n ≥ 2 numbers at equal steps from low to high: between the
// numbers i and i+1, the part f of a step after i. The table's value there is
//
//	(1 − f)·table[i] + f·table[i+1]
//
// Below low it is that at low, above high that at high. Of NaN, f is NaN.
func Place(x, low, high float64, n int) (i int, f float64) {
	u := (min(max(x, low), high) - low) * float64(n-1) / (high - low)
	if u >= 1 {
		i = min(int(u), n-2)
	}
	return i, u - float64(i)
}

// Finite reports whether a number is neither infinite nor NaN.
func Finite(x float64) bool { return x-x == 0 }
