package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
)

// CallOf reads the call of a command, as the lock of a run keeps it.
func CallOf(ctx context.Context, command []string) (Call, error) {
	if len(command) == 0 {
		return Call{}, errors.New("its command is not known")
	}
	words := slices.Clone(command)
	words[0] = strings.TrimSuffix(filepath.Base(words[0]), ending())
	v := verbOf(words)
	if v == nil && len(words) > 1 { // of a program with many verbs
		words = words[1:]
		v = verbOf(words)
	}
	if v == nil {
		return Call{}, fmt.Errorf("%s is not a job", line(command))
	}
	form, err := v.form(ctx)
	if err != nil {
		return Call{}, err
	}
	call := Call{Verb: v.Name}
	rest := words[len(v.Words):]
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		if arg == "--" {
			call.Args = append(call.Args, rest...)
			break
		}
		if !strings.HasPrefix(arg, "-") || arg == "-" {
			call.Args = append(call.Args, arg)
			continue
		}
		name, value, valued := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := form.Flag(name)
		switch {
		case f == nil:
			return call, fmt.Errorf("%s has no flag -%s", line(v.Words), name)
		case valued:
		case cli.IsBool(f):
			value = "true"
		case len(rest) > 0:
			value, rest = rest[0], rest[1:]
		}
		call.Flags = append(call.Flags, Setting{name, value})
	}
	return call, nil
}

// verbOf returns the verb whose command some words begin with, the one of the most words.
func verbOf(words []string) (best *Verb) {
	for _, v := range registry {
		n := len(v.Words)
		if len(words) >= n && slices.Equal(words[:n], v.Words) && (best == nil || n > len(best.Words)) {
			best = v
		}
	}
	if best != nil && len(best.Words) == 1 && best.Words[0] == "match" && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		return nil // another verb of match
	}
	return best
}

// FitOf returns the call of the fit that has written weights, by the run file beside them.
func (p *Project) FitOf(weights string) (Call, error) {
	rel, err := p.Reads(settings.RunPath(weights))
	if err != nil {
		return Call{}, fmt.Errorf("%s: %w", filepath.Base(settings.RunPath(weights)), err)
	}
	given, inputs, err := settings.ReadRunFile(filepath.Join(p.Dir, rel))
	if err != nil {
		return Call{}, err
	}
	call := Call{Verb: "fit", Args: inputs}
	for _, g := range given {
		if !settings.Exposed(g.Name) { // a key of run files alone
			call = Call{Verb: "fit", Flags: []Setting{{"run", rel}}}
			break
		}
		call.Flags = append(call.Flags, Setting(g))
	}
	call.Flags = append(call.Flags, Setting{"o", filepath.Base(weights)})
	return call, nil
}

// Clone returns a call with outputs that are still free, and with paths relative to the project.
func (p *Project) Clone(call Call) Call {
	v, err := Lookup(call.Verb)
	if err != nil {
		return call
	}
	clone := Call{Verb: call.Verb}
	for _, s := range call.Flags {
		switch v.kinds[s.Name] {
		case Output, Folder:
			s.Value = p.Free(s.Value)
		case Input:
			s.Value = p.shortened(s.Value)
		}
		clone.Flags = append(clone.Flags, s)
	}
	for _, arg := range call.Args {
		clone.Args = append(clone.Args, p.shortened(arg))
	}
	return clone
}

// shortened returns a path relative to the project, if it is within.
func (p *Project) shortened(path string) string {
	if rel, ok := p.Relative(path); ok && filepath.IsAbs(path) {
		return rel
	}
	return path
}

// Relative returns a path of this program relative to the project; false if it is outside.
func (p *Project) Relative(path string) (string, bool) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	if resolved, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil { // as that of the project is
		full = filepath.Join(resolved, filepath.Base(full))
	}
	rel, err := p.relative(full)
	return rel, err == nil
}

// mostTaken is how many names of outputs are tried.
const mostTaken = 10_000

// Free returns the name of an output with the first number that no file has: fit.json, fit-2.json.
func (p *Project) Free(name string) string {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if before, number, ok := cutLast(stem, "-"); ok && isNumber(number) {
		stem = before
	}
	for n := 1; n < mostTaken; n++ {
		try := stem + ext
		if n > 1 {
			try = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		_, full, err := p.within(try)
		if err != nil {
			return name
		}
		if _, err := os.Lstat(full); err != nil {
			return try
		}
	}
	return name
}

func cutLast(text, at string) (before, after string, ok bool) {
	if i := strings.LastIndex(text, at); i > 0 {
		return text[:i], text[i+len(at):], true
	}
	return text, "", false
}
