package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Choice is one formula of several: an input says by a number which of them is the evaluation of a
// row. Its text has a line for each definition of theirs, then one for each of them:
//
//	shape1_danger = max(0, white);
//	if shape == 0 then (linear)
//	else (linear + square(shape1_danger))
type Choice struct {
	text   strings.Builder
	pieces []piece
}

// A piece of the text of a choice is that of a shape.
type piece struct {
	at, from, n int // offsets in the text and in that of the shape, and length
	shape       int
}

// Choose makes one formula of several; of one it is that alone, without the input. The names of the
// definitions get a prefix.
func Choose(input string, shapes []*Formula) *Choice {
	c := new(Choice)
	if len(shapes) == 1 {
		c.text.WriteString(shapes[0].Text())
		c.pieces = []piece{{n: c.text.Len()}}
		return c
	}
	for i, f := range shapes {
		f.define(c, i, input)
	}
	for i, f := range shapes {
		f.choose(c, i, len(shapes), input)
	}
	return c
}

// Text returns the formula.
func (c *Choice) Text() string { return c.text.String() }

// Origin returns which shape an error of the choice's text is of, and the error there; -1 if it is of
// none alone.
func (c *Choice) Origin(e *Error, shapes []*Formula) (shape int, of *Error) {
	at, line := e.Column-1, 1
	for text := range strings.Lines(c.Text()) {
		if line++; line > e.Line {
			break
		}
		at += len(text)
	}
	for _, p := range c.pieces {
		if at >= p.at && at < p.at+p.n {
			return p.shape, shapes[p.shape].text.wrong(p.from+at-p.at, "%s", e.Text)
		}
	}
	return -1, e
}

// Chosen returns which shape of the text of a choice a formula is, -1 if none.
func Chosen(text, input string, f *Formula) int {
	if text == f.Text() {
		return 0
	}
	lines := strings.Split(text, "\n")
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, branch(0, 2, input)) })
	if first < 0 {
		return -1
	}
	for i := range len(lines) - first {
		definitions, last := new(Choice), new(Choice)
		f.define(definitions, i, input)
		f.choose(last, i, len(lines)-first, input)
		if lines[first+i] == strings.TrimSuffix(last.Text(), "\n") && within(lines[:first], definitions.Text(), prefix(i, input)) {
			return i
		}
	}
	return -1
}

// within reports whether the lines that begin with a prefix are these.
func within(lines []string, want, prefix string) bool {
	var have strings.Builder
	for _, l := range lines {
		if strings.HasPrefix(l, prefix) {
			have.WriteString(l + "\n")
		}
	}
	return have.String() == want
}

func prefix(i int, input string) string { return fmt.Sprintf("%s%d_", input, i) }

// branch begins the line of shape i of n.
func branch(i, n int, input string) string {
	switch {
	case i == 0:
		return fmt.Sprintf("if %s == 0 then (", input)
	case i == n-1:
		return "else ("
	}
	return fmt.Sprintf("else if %s == %d then (", input, i)
}

// define appends the definitions of shape i.
func (f *Formula) define(c *Choice, i int, input string) {
	for k, d := range f.defs {
		end := f.body
		if k+1 < len(f.defs) {
			end = f.defs[k+1].at
		}
		f.append(c, i, d.at, end, prefix(i, input))
		c.text.WriteString("\n")
	}
}

// choose appends the line of shape i of n.
func (f *Formula) choose(c *Choice, i, n int, input string) {
	c.text.WriteString(branch(i, n, input))
	f.append(c, i, f.body, len(f.text), prefix(i, input))
	if c.text.WriteString(")"); i < n-1 {
		c.text.WriteString("\n")
	}
}

// append appends a part of shape i on one line, with a prefix to what it defines.
func (f *Formula) append(c *Choice, i, from, to int, prefix string) {
	to = from + len(strings.TrimRight(string(f.text[from:to]), "; \t\r\n"))
	for _, at := range f.defined() {
		if at >= from && at < to {
			c.copy(i, f, from, at, "")
			c.copy(i, f, at, at, prefix)
			from = at
		}
	}
	c.copy(i, f, from, to, "")
	if to <= f.body {
		c.text.WriteString(";")
	}
}

// defined returns where names of definitions stand, in order.
func (f *Formula) defined() (list []int) {
	for _, d := range f.defs {
		list = append(list, d.at)
	}
	for _, r := range f.raws {
		if r.op == alias {
			list = append(list, r.at)
		}
	}
	slices.SortFunc(list, cmp.Compare[int])
	return list
}

// copy appends something and then a part of shape i.
func (c *Choice) copy(i int, f *Formula, from, to int, before string) {
	c.text.WriteString(before)
	c.pieces = append(c.pieces, piece{c.text.Len(), from, to - from, i})
	c.text.WriteString(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, string(f.text[from:to])))
}
