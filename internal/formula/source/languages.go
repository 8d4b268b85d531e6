package source

import (
	"strconv"
	"strings"

	"example.org/centipawn/internal/formula/kernel"
)

// A language is how a dialect writes what a function consists of. In helpers $ stands for the
// function's name.
type language struct {
	imports  []string
	constant func(x float64) string

	begin, end    string // of a function: name, parameters
	parameter     string // name
	weights       string // the parameter of the weights
	result        string // value
	local, answer string // a number, a truth value: name, value
	later, assign string // a number whose value comes later: name; name, value
	cond, orCond  string // of branches: condition
	otherwise     string
	done          string
	table         string // name, size, list
	comment       string
	indent        string

	and, or string // with their blanks
	ops     map[kernel.Op]string
	lookup  string // argument, low, high, table, first, size; or, if it is sliced, the end
	sliced  bool
	helpers []helper
}

// A helper is a function that operations need.
type helper struct{ name, text string }

// shortest is the shortest constant that is x again, with a point or an exponent in it, so that no
// language takes it for an integer.
func shortest(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func goNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

var languages = [...]*language{Go: &goLanguage, C: &cLanguage, CPP: &cppLanguage, Rust: &rustLanguage,
	Python: &pythonLanguage, CSharp: &csharpLanguage, Java: &javaLanguage, JavaScript: &javascriptLanguage}

var goLanguage = language{
	imports:  []string{`import "math"`},
	constant: goNumber,
	begin:    "func %[1]s(%[2]s) float64 {", end: "}",
	parameter: "%s float64", weights: "weights []float64",
	result: "return %s",
	local:  "%s := %s", answer: "%s := %s",
	later: "var %s float64", assign: "%s = %s",
	cond: "if %s {", orCond: "} else if %s {", otherwise: "} else {", done: "}",
	table:  "var %[1]s = []float64{%[3]s}",
	indent: "\t", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "min(%s, %s)", kernel.Max: "max(%s, %s)", kernel.Abs: "math.Abs(%s)",
		kernel.Sqrt: "math.Sqrt(%s)", kernel.Sigmoid: "1 / (1 + math.Exp(-%s))", kernel.Exp: "math.Exp(%s)",
		kernel.Log: "math.Log(%s)", kernel.Trunc: "math.Trunc(%s)", kernel.Round: "math.Round(%s)"},
	lookup: "$Lookup(%s, %s, %s, %s[%d:%d])",
	sliced: true,
	helpers: []helper{{"$Lookup", `// $Lookup interpolates in a table of numbers at equal steps from low to high.
func $Lookup(x, low, high float64, table []float64) float64 {
	n := len(table)
	u := (min(max(x, low), high) - low) * float64(n-1) / (high - low)
	i := 0
	if u >= 1 {
		i = min(int(u), n-2)
	}
	f := u - float64(i)
	return float64((1-f)*table[i]) + float64(f*table[i+1])
}
`}},
}

var cLanguage = language{
	imports:  []string{"#include <math.h>"},
	constant: shortest,
	begin:    "static inline double %[1]s(%[2]s) {", end: "}",
	parameter: "double %s", weights: "const double *weights",
	result: "return %s;",
	local:  "double %s = %s;", answer: "int %s = %s;",
	later: "double %s;", assign: "%s = %s;",
	cond: "if (%s) {", orCond: "} else if (%s) {", otherwise: "} else {", done: "}",
	table:  "static const double %[1]s[%[2]d] = {%[3]s};",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "$_min(%s, %s)", kernel.Max: "$_max(%s, %s)", kernel.Abs: "fabs(%s)",
		kernel.Sqrt: "sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + exp(-%s))", kernel.Exp: "exp(%s)",
		kernel.Log: "log(%s)", kernel.Trunc: "trunc(%s)", kernel.Round: "round(%s)"},
	lookup: "$_lookup(%s, %s, %s, %s + %d, %d)",
	helpers: []helper{
		{"$_min", "static inline double $_min(double x, double y) { return y < x ? y : x; }\n"},
		{"$_max", "static inline double $_max(double x, double y) { return y > x ? y : x; }\n"},
		{"$_lookup", `// Interpolates in a table of n numbers at equal steps from low to high.
static inline double $_lookup(double x, double low, double high, const double *table, int n) {
    double u = ((x < low ? low : x > high ? high : x) - low) * (n - 1) / (high - low);
    int i = u >= n - 2 ? n - 2 : u >= 1.0 ? (int)u : 0;
    double f = u - i;
    return (1.0 - f) * table[i] + f * table[i + 1];
}
`}},
}

var cppLanguage = language{
	imports:  []string{"#include <algorithm>", "#include <cmath>"},
	constant: shortest,
	begin:    "inline double %[1]s(%[2]s) {", end: "}",
	parameter: "double %s", weights: "const double *weights",
	result: "return %s;",
	local:  "const double %s = %s;", answer: "const bool %s = %s;",
	later: "double %s;", assign: "%s = %s;",
	cond: "if (%s) {", orCond: "} else if (%s) {", otherwise: "} else {", done: "}",
	table:  "constexpr double %[1]s[%[2]d] = {%[3]s};",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "std::min<double>(%s, %s)", kernel.Max: "std::max<double>(%s, %s)", kernel.Abs: "std::fabs(%s)",
		kernel.Sqrt: "std::sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + std::exp(-%s))", kernel.Exp: "std::exp(%s)",
		kernel.Log: "std::log(%s)", kernel.Trunc: "std::trunc(%s)", kernel.Round: "std::round(%s)"},
	lookup:  "$_lookup(%s, %s, %s, %s + %d, %d)",
	helpers: []helper{{"$_lookup", strings.Replace(cLanguage.helpers[2].text, "static inline", "inline", 1)}},
}

var rustLanguage = language{
	constant: shortest,
	begin:    "pub fn %[1]s(%[2]s) -> f64 {", end: "}",
	parameter: "%s: f64", weights: "weights: &[f64]",
	result: "%s",
	local:  "let %s = %s;", answer: "let %s = %s;",
	later: "let %s: f64;", assign: "%s = %s;",
	cond: "if %s {", orCond: "} else if %s {", otherwise: "} else {", done: "}",
	table:  "static %[1]s: [f64; %[2]d] = [%[3]s];",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "f64::min(%s, %s)", kernel.Max: "f64::max(%s, %s)", kernel.Abs: "f64::abs(%s)",
		kernel.Sqrt: "f64::sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + f64::exp(-%s))", kernel.Exp: "f64::exp(%s)",
		kernel.Log: "f64::ln(%s)", kernel.Trunc: "f64::trunc(%s)", kernel.Round: "f64::round(%s)"},
	lookup: "$_lookup(%s, %s, %s, &%s[%d..%d])", sliced: true,
	helpers: []helper{{"$_lookup", `/// Interpolates in a table of numbers at equal steps from low to high.
fn $_lookup(x: f64, low: f64, high: f64, table: &[f64]) -> f64 {
    let n = table.len();
    let u = (f64::min(f64::max(x, low), high) - low) * (n - 1) as f64 / (high - low);
    let i = usize::min(u as usize, n - 2);
    let f = u - i as f64;
    (1.0 - f) * table[i] + f * table[i + 1]
}
`}},
}

// pythonLanguage has helpers where Python raises an exception for a number that is not finite: also of
// what a branch that is not taken computes.
var pythonLanguage = language{
	imports:  []string{"import math"},
	constant: shortest,
	begin:    "def %[1]s(%[2]s):", end: "",
	parameter: "%s", weights: "weights",
	result: "return %s",
	local:  "%s = %s", answer: "%s = %s",
	assign: "%s = %s",
	cond:   "if %s:", orCond: "elif %s:", otherwise: "else:",
	table:  "%[1]s = (%[3]s)",
	indent: "    ", comment: "# ",
	and: " and ", or: " or ",
	ops: map[kernel.Op]string{kernel.Min: "min(%s, %s)", kernel.Max: "max(%s, %s)", kernel.Abs: "abs(%s)",
		kernel.Div: "_$_divide(%s, %s)", kernel.Sqrt: "_$_call(math.sqrt, %s)", kernel.Sigmoid: "_$_sigmoid(%s)",
		kernel.Exp: "_$_call(math.exp, %s)", kernel.Log: "_$_call(math.log, %s)", kernel.Trunc: "_$_call(math.trunc, %s)",
		kernel.Round: "_$_round(%s)"},
	lookup: "_$_lookup(%s, %s, %s, %s, %d, %d)",
	helpers: []helper{
		{"_$_divide", "def _$_divide(x, y):\n    return x / y if y != 0 else math.nan\n"},
		{"_$_sigmoid", "def _$_sigmoid(x):\n    return 1.0 / (1.0 + math.exp(-x)) if x > -709.0 else math.exp(x) if x > -745.0 else 0.0\n"},
		{"_$_call", `def _$_call(function, x):
    try:
        return float(function(x))
    except (ValueError, OverflowError):
        return math.nan
`},
		{"_$_round", `def _$_round(x):
    if not math.isfinite(x):
        return x
    whole = float(math.trunc(x))
    return whole + math.copysign(1.0, x) if abs(x - whole) >= 0.5 else whole
`},
		{"_$_lookup", `def _$_lookup(x, low, high, table, first, n):
    """Interpolates in a table of n numbers at equal steps from low to high."""
    u = (min(max(x, low), high) - low) * (n - 1) / (high - low)
    i = min(int(u), n - 2) if u >= 1 else 0
    f = u - i
    return (1.0 - f) * table[first + i] + f * table[first + i + 1]
`}},
}

var csharpLanguage = language{
	imports:  []string{"using System;"},
	constant: shortest,
	begin:    "public static double %[1]s(%[2]s) {", end: "}",
	parameter: "double %s", weights: "double[] weights",
	result: "return %s;",
	local:  "double %s = %s;", answer: "bool %s = %s;",
	later: "double %s;", assign: "%s = %s;",
	cond: "if (%s) {", orCond: "} else if (%s) {", otherwise: "} else {", done: "}",
	table:  "static readonly double[] %[1]s = {%[3]s};",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "Math.Min(%s, %s)", kernel.Max: "Math.Max(%s, %s)", kernel.Abs: "Math.Abs(%s)",
		kernel.Sqrt: "Math.Sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + Math.Exp(-%s))", kernel.Exp: "Math.Exp(%s)",
		kernel.Log: "Math.Log(%s)", kernel.Trunc: "Math.Truncate(%s)", kernel.Round: "$_round(%s)"},
	lookup: "$_lookup(%s, %s, %s, %s, %d, %d)",
	helpers: []helper{
		{"$_round", strings.NewReplacer("Math.signum", "Math.Sign", "Math.abs", "Math.Abs").Replace(classRound)},
		{"$_lookup", strings.NewReplacer("Math.min", "Math.Min", "Math.max", "Math.Max").Replace(classLookup)}},
}

const (
	classRound = `static double $_round(double x) {
    double whole = x % 1.0 == 0.0 ? x : x - x % 1.0;
    return Math.abs(x - whole) >= 0.5 ? whole + Math.signum(x) : whole;
}
`
	classLookup = `// Interpolates in a table of n numbers at equal steps from low to high.
static double $_lookup(double x, double low, double high, double[] table, int first, int n) {
    double u = (Math.min(Math.max(x, low), high) - low) * (n - 1) / (high - low);
    int i = u >= 1.0 ? Math.min((int) u, n - 2) : 0;
    double f = u - i;
    return (1.0 - f) * table[first + i] + f * table[first + i + 1];
}
`
)

var javaLanguage = language{
	constant: shortest,
	begin:    "public static double %[1]s(%[2]s) {", end: "}",
	parameter: "double %s", weights: "double[] weights",
	result: "return %s;",
	local:  "double %s = %s;", answer: "boolean %s = %s;",
	later: "double %s;", assign: "%s = %s;",
	cond: "if (%s) {", orCond: "} else if (%s) {", otherwise: "} else {", done: "}",
	table:  "private static final double[] %[1]s = {%[3]s};",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "Math.min(%s, %s)", kernel.Max: "Math.max(%s, %s)", kernel.Abs: "Math.abs(%s)",
		kernel.Sqrt: "Math.sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + Math.exp(-%s))", kernel.Exp: "Math.exp(%s)",
		kernel.Log: "Math.log(%s)", kernel.Trunc: "$_trunc(%s)", kernel.Round: "$_round(%s)"},
	lookup: "$_lookup(%s, %s, %s, %s, %d, %d)",
	helpers: []helper{
		{"$_trunc", "static double $_trunc(double x) { return x < 0.0 ? Math.ceil(x) : Math.floor(x); }\n"},
		{"$_round", classRound},
		{"$_lookup", classLookup}},
}

var javascriptLanguage = language{
	constant: shortest,
	begin:    "export function %[1]s(%[2]s) {", end: "}",
	parameter: "%s", weights: "weights",
	result: "return %s;",
	local:  "const %s = %s;", answer: "const %s = %s;",
	later: "let %s;", assign: "%s = %s;",
	cond: "if (%s) {", orCond: "} else if (%s) {", otherwise: "} else {", done: "}",
	table:  "const %[1]s = [%[3]s];",
	indent: "    ", comment: "// ",
	and: " && ", or: " || ",
	ops: map[kernel.Op]string{kernel.Min: "Math.min(%s, %s)", kernel.Max: "Math.max(%s, %s)", kernel.Abs: "Math.abs(%s)",
		kernel.Sqrt: "Math.sqrt(%s)", kernel.Sigmoid: "1.0 / (1.0 + Math.exp(-%s))", kernel.Exp: "Math.exp(%s)",
		kernel.Log: "Math.log(%s)", kernel.Trunc: "Math.trunc(%s)", kernel.Round: "$_round(%s)"},
	lookup: "$_lookup(%s, %s, %s, %s, %d, %d)",
	helpers: []helper{
		{"$_round", `function $_round(x) {
    const whole = Math.trunc(x);
    return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}
`},
		{"$_lookup", `// Interpolates in a table of n numbers at equal steps from low to high.
function $_lookup(x, low, high, table, first, n) {
    const u = (Math.min(Math.max(x, low), high) - low) * (n - 1) / (high - low);
    const i = u >= 1.0 ? Math.min(Math.trunc(u), n - 2) : 0;
    const f = u - i;
    return (1.0 - f) * table[first + i] + f * table[first + i + 1];
}
`}},
}
