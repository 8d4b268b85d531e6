package jobs

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/trees/teacher"
	"example.org/centipawn/weights"
)

// longest is the most bytes that a value may have.
const longest = 4096

// checkText refuses what no value of a flag has.
func checkText(text string) error {
	switch {
	case len(text) > longest:
		return fmt.Errorf("it is longer than %d bytes", longest)
	case !utf8.ValidString(text):
		return errors.New("it is not text")
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }):
		return errors.New("it has a line break or a control character")
	}
	return nil
}

// weights checks a weights file, or a name of weights.
func (p *Project) weights(text string) error {
	if !weights.IsFile(text) {
		return nil
	}
	_, err := p.Reads(text)
	return err
}

// allows reports whether the owner has named a program.
func (p *Project) allows(words []string) bool {
	return len(words) > 0 && slices.ContainsFunc(p.Programs, func(text string) bool {
		named, err := client.Words(text)
		return err == nil && slices.Equal(named, words)
	})
}

// program checks the command of another program.
func (p *Project) program(words []string) error {
	if !p.allows(words) {
		text := strings.Join(words, " ")
		return fmt.Errorf("%q would run, which this workbench may not start: restart it with -program %q", text, text)
	}
	return nil
}

// command checks a text that is the command of another program.
func (p *Project) command(text string) error {
	words, err := client.Words(text)
	if err != nil {
		return err
	}
	return p.program(words)
}

// player checks a player of a match.
func (p *Project) player(text string) error {
	spec, err := entrants.Parse(text)
	if err != nil {
		return err
	}
	return p.spec(&spec)
}

// teacher checks who values rows.
func (p *Project) teacher(text string) error {
	if word, _, _ := strings.Cut(text, ","); word == "self" {
		return nil
	}
	t, err := teacher.Parse(text)
	if err != nil {
		return err
	}
	return p.spec(&t.Spec)
}

// pathOptions are options of our engine that are paths, in small letters.
var pathOptions = []string{"evalfile", "policyfile", "networkfile", "syzygypath"}

// innerOptions are options of our engine by which it runs another one.
var innerOptions = []string{"innerengine", "inneroptions"}

// spec checks who plays: what runs, and each path that is named.
func (p *Project) spec(s *entrants.Spec) error {
	if s.Foreign() {
		if err := p.program(append([]string{s.Command}, s.Args...)); err != nil {
			return err
		}
	}
	if strings.ContainsAny(s.Name+s.Search, `/\`) {
		return errors.New("a name with a slash in it")
	}
	for _, check := range []struct {
		text string
		by   func(string) error
	}{{s.Weights, p.weights}, {s.Policy, p.weights}, {s.Network, p.input}, {s.Dir, p.input}} {
		if check.text == "" {
			continue
		}
		if err := check.by(check.text); err != nil {
			return fmt.Errorf("%s: %w", check.text, err)
		}
	}
	for name := range s.Options {
		value, _ := s.Option(name)
		if err := p.option(name, value); err != nil {
			return fmt.Errorf("%s=%s: %w", name, value, err)
		}
	}
	return nil
}

// option checks an option of an engine: one that may be a path must lead to a place within the project.
func (p *Project) option(name, value string) error {
	plain := strings.ToLower(strings.Join(strings.Fields(name), ""))
	switch {
	case slices.Contains(innerOptions, plain):
		return errors.New("it runs another program: name that as the player")
	case slices.Contains(pathOptions, plain) && value != "" && value != "<empty>" && weights.IsFile(value), strings.ContainsAny(value, `/\`):
		return p.tables(value)
	}
	return nil
}

// input checks a path that is read.
func (p *Project) input(text string) error {
	_, err := p.Reads(text)
	return err
}

// tables checks folders that are separated as in PATH.
func (p *Project) tables(text string) error {
	for _, dir := range filepath.SplitList(text) {
		if err := p.input(dir); err != nil {
			return err
		}
	}
	return nil
}
