package formula

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// scopeError returns what Parse or Compile with the scope says.
func scopeError(text string, s Scope) error {
	f, err := Parse(text)
	if err != nil {
		return err
	}
	_, err = f.Compile(s)
	return err
}

// TestErrors: each says where, what, and what to write instead.
func TestErrors(t *testing.T) {
	s := Scope{Sums: []Sum{{Name: "linear", Tapered: true}, {Name: "danger"}}, Inputs: []string{"scale", "shape"}}
	for _, c := range []struct{ text, want string }{
		{"", `1:1: the formula is empty: write linear for`},
		{" \n ", `2:2: the formula is empty: write linear for`},
		{"linear + ", `1:10: the end of the formula cannot stand here: want a number, a name, a function, if or (`},
		{"linear +\n * danger", `2:2: "*" cannot stand here`},
		{"linear danger", `1:8: "danger" cannot stand here: want an operator, or the end of the formula`},
		{"linear + danger)", `1:16: ")" cannot stand here: want an operator, or the end`},
		{"(linear + danger", `1:17: the end of the formula cannot stand here: want an operator, or ) for a ( before`},
		{"linear; danger", `1:9: "danger" after the end: the formula ends with the evaluation`},
		{"linear + danger;;", `1:17: ";" after the end`},
		{"x = linear + danger;", `1:21: the formula ends after a definition: write the evaluation after it`},
		{"x = linear danger", `1:12: "danger" cannot stand here: want an operator, or ; after the definition of x`},
		{"x = linear; danger", `1:1: "x" is defined and never read: remove the definition`},
		{"x = linear; y = x; danger", `1:13: "y" is defined and never read`},
		{"x = linear;\nx = danger; x", `2:1: "x" is defined twice`},
		{"y = x + danger; x = linear; y + x", `1:5: "x" is defined only after this: move its definition up`},
		{"danger = linear; danger", `1:1: "danger" is a sum or an input: give the definition another name`},
		{"scale = linear; scale + danger", `1:1: "scale" is a sum or an input`},
		{"linear = danger; linear", `1:1: "linear" is the sum of the columns without a sum`},
		{"max = linear; max + danger", `1:1: "max" is a word of formulas`},
		{"mg = linear; danger", `1:1: "mg" is a word of formulas`},
		{"if = linear; danger", `1:1: "if" is a word of formulas`},
		{"linear + dagner", `1:10: unknown name "dagner": did you mean danger? the sums are danger, linear; the inputs scale, shape; a weight is read by`},
		{"linear + danger + scael", `1:19: unknown name "scael": did you mean scale? the sums are linear, danger; the inputs scale, shape`},
		{"linear + danger + zebra", `1:19: unknown name "zebra": the sums are linear, danger; the inputs`},
		{"linear + mxa(danger, 0)", `1:10: "mxa" is not a function: the functions are abs, clamp, exp, log, lookup,`},
		{"linear + danger.mid", `1:17: a sum has the parts danger.mg and danger.eg`},
		{"linear + danger + scale.mg", `1:19: "scale" is an input: only sums have parts`},
		{"x = linear; x.mg + danger", `1:14: "x" is a definition: only sums have parts`},
		{"linear", `1:1: the formula does not read the sum "danger": its weights would count nothing`},
		{"2 * danger", `1:1: the formula does not read the sum "linear"`},
		{"x = 1 - 1; linear + danger / x", `1:28: division by 0: the divisor is constant`},
		{"linear + danger / 0", `1:17: division by 0`},
		{"linear + danger * exp(1000)", `1:19: exp(1000) overflows, and all of it is constant`},
		{"linear + danger * log(-3)", `1:19: log(-3): the argument is negative, and all of it is constant`},
		{"linear + danger * sqrt(0 - 3)", `1:19: sqrt(-3): the argument is negative`},
		{"linear + danger * log(0)", `1:19: log(0) is not finite`},
		{"linear + danger + 1e200 * 1e200", `1:25: 1e+200 * 1e+200 overflows`},
		{"linear + danger + 1e400", `1:19: the number 1e400 is too large`},
		{"linear + (danger > 0)", `1:11: + needs a number, and this is true or false: write if ... then 1 else 0`},
		{"danger > 0", `1:1: the formula needs a number, and this is true or false`},
		{"linear + max(danger > 0, 1)", `1:14: max needs a number`},
		{"if danger then linear else 0", `1:4: if needs a comparison, and this is a number: write one as in x > 0`},
		{"if danger > 0 then linear > 0 else 0", `1:20: then needs a number`},
		{"if danger > 0 and linear then linear else 0", `1:19: and needs a comparison`},
		{"if danger > 0 then linear", `1:26: the end of the formula cannot stand here: want else`},
		{"if 0 < danger < 5 then linear else 0", `1:15: a comparison has two sides: join two of them by and`},
		{"if danger = 0 then linear else 0", `1:11: = defines a name, at the beginning of the formula or after ; alone: write == to compare`},
		{"then + linear", `1:1: "then" cannot stand here`},
		{"linear + max(danger)", `1:10: max has 1 arguments here: write max(x, y), or more than two`},
		{"linear + abs(danger, 2)", `1:10: abs has 2 arguments here: write abs(x)`},
		{"linear + clamp(danger, 2)", `1:10: clamp has 2 arguments here: write clamp(x, LOW, HIGH)`},
		{"linear + abs()", `1:10: abs has 0 arguments here`},
		{"linear + abs danger", `1:14: abs is a function: write abs(x)`},
		{"linear + abs(danger", `1:20: the end of the formula cannot stand here: want an operator, a comma, or ) after the arguments of abs`},
		{"linear + max(danger, )", `1:22: ")" cannot stand here: want a number`},
		{"linear + clamp(danger, 5, 2)", `1:10: clamp from 5 to 2: want LOW at most HIGH`},
		{"linear + lookup(danger, 0, 10, t, 1)", `1:35: a table has 2 to 1000 weights`},
		{"linear + lookup(danger, 0, 10, t, 2.5)", `1:35: a table has 2 to 1000 weights`},
		{"linear + lookup(danger, 0, 10, t, 2000)", `1:35: a table has 2 to 1000 weights`},
		{"linear + lookup(danger, 10, 10, t, 3)", `1:10: lookup from 10 to 10: want LOW below HIGH in lookup(x, LOW, HIGH, NAME, N)`},
		{"linear + lookup(danger, 0, scale, t, 3)", `1:10: LOW and HIGH of a lookup have to be constant`},
		{"linear + lookup(danger, 0, 10, 3)", `1:33: ")" cannot stand here: want a comma and how many weights`},
		{"linear + lookup(danger, 0, 10, (, 3)", `1:32: want the name of a weight`},
		{"linear + lookup(danger)", `1:23: ")" cannot stand here: want a comma as in lookup(`},
		{"linear + danger * weight()", `1:26: want the name of a weight`},
		{"linear + danger * weight(a b)", `1:28: "b" cannot stand here: want ) as in weight(NAME)`},
		{"linear + danger * weight", `1:25: weight is a function`},
		{"linear + 2danger", `1:10: "2danger" is not a number: write 1, 0.5 or 1e-3, and * between`},
		{"linear + 1.2.3", `1:10: "1.2.3" is not a number`},
		{"linear ^ 2", `1:8: "^" is not a sign of formulas: write square(x)`},
		{"linear ** 2", `1:8: "**" is not a sign of formulas`},
		{"if danger > 0 && linear > 0 then linear else 0", `1:15: "&&" is not a sign of formulas: write and`},
		{"linear // the sum", `1:8: "//" is not a sign of formulas: a formula has no comments`},
		{"linear\n# the sum", `2:1: "#" is not a sign of formulas`},
		{"danger > 0 ? linear : 0", `1:12: "?" is not a sign of formulas: write if x > y then a else b`},
		{"\"linear\"", `1:1: '"' is not a sign of formulas: they have + - * /`},
		{"linear × danger", `1:8: '×' is not a sign of formulas`},
		{"linear + danger\xff", `1:16: '�' is not a sign of formulas`},
		{strings.Repeat("(", 100000), `1:1001: more than 1000 parentheses, calls, branches or signs within each other`},
		{strings.Repeat("-", 100000) + "danger", `1:1001: more than 1000 parentheses`},
		{strings.Repeat("if danger > 0 then 1 else ", 10000), `more than 1000 parentheses`},
		{"linear + danger" + strings.Repeat(" ", 1<<20), `1:1: the formula has 1048591 bytes: at most 1048576 can be read`},
		{"linear + danger" + many(30000), `the formula has more than 20000 operations`},
	} {
		err := scopeError(c.text, s)
		if err == nil {
			t.Errorf("%.80s: no error, want %s", c.text, c.want)
		} else if !strings.HasPrefix(err.Error(), "formula:"+c.want) && !strings.HasPrefix(err.(*Error).Text, c.want) {
			t.Errorf("%.80s:\n%v, want\nformula:%s", c.text, err, c.want)
		}
	}
}

// many returns a sum of n terms, all different.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " + danger / %d", i+1)
	}
	return b.String()
}

// TestScopes: names that no formula can read.
func TestScopes(t *testing.T) {
	for _, c := range []struct {
		scope Scope
		want  string
	}{
		{Scope{Sums: []Sum{{Name: "king danger"}}}, `a sum or an input has the name "king danger"`},
		{Scope{Sums: []Sum{{Name: "max"}}}, `a sum or an input has the name "max"`},
		{Scope{Inputs: []string{"mg"}}, `a sum or an input has the name "mg"`},
		{Scope{Sums: []Sum{{Name: "a"}}, Inputs: []string{"a"}}, `two sums or inputs have the name "a"`},
	} {
		if err := scopeError("1", c.scope); err == nil || !strings.HasPrefix(err.Error(), "formula:1:1: "+c.want) {
			t.Errorf("%v: %v, want %s", c.scope, err, c.want)
		}
	}
}

// TestFaults: rows whose values are not finite say where that began.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text, want string
		a          float64
	}{
		{"b + 1 / a", "1:7: division by 0: 1 / 0", 0},
		{"b + 1 / a", "", 1},
		{"b +\n log(a)", "2:2: log(-2): the argument is negative", -2},
		{"b + log(a)", "1:5: log(0) is not finite", 0},
		{"b + sqrt(a)", "1:5: sqrt(-1): the argument is negative", -1},
		{"b + sqrt(a)", "1:5: the derivative of sqrt is not finite here: x = 0", 0},
		{"b + exp(a)", "1:5: exp(1000) overflows", 1000},
		{"b + a * a", "1:7: 1e+200 * 1e+200 overflows", 1e200},
		{"b + square(a)", "1:5: square(1e+200) overflows", 1e200},
		{"b + a", "1:5: a is not a finite number", math.NaN()},
		{"b + sigmoid(exp(a))", "1:13: exp(1000) overflows", 1000},
		{"b + clamp(1 / a, -5, 5)", "1:13: division by 0", 0},
		{"b + if 1 / a > 0 then 1 else 2", "1:10: division by 0", 0},
		{"b + if a > 0 then 1 / a else 2", "", 0},
		{"b + if a > 0 and 1 / a > 2 then 1 else 2", "", 0},
		{"b + 3 / (1 / a)", "1:12: division by 0", 0},
		{"b + max(3, square(a))", "1:12: square(1e+200) overflows", 1e200},
		{"b + lookup(1 / a, 0, 9, tab, 3)", "1:14: division by 0", 0},
	} {
		p := program(t, c.text)
		tape := p.NewTape(4)
		for at := range 4 {
			for l := range p.Leaves {
				tape.Leaf(l)[at] = 1
				if p.Leaves[l].Name == "a" && at == 2 {
					tape.Leaf(l)[at] = c.a
				}
			}
		}
		tape.Values(4)
		tape.Slopes(4)
		f := tape.Fault(4)
		switch {
		case f == nil && c.want != "":
			t.Errorf("%s: no fault, want %s", c.text, c.want)
		case f != nil && (f.Row != 2 || c.want == "" || !strings.HasPrefix(f.Error.Error(), "formula:"+c.want)):
			t.Errorf("%s: row %d: %v, want %q", c.text, f.Row, &f.Error, c.want)
		}
	}
}
