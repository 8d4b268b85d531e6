package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
)

// A Form is what the help of a command knows. Its flags are those that the command itself parses, with their
// defaults: setting one checks a value as the command does, and changes nothing but the form.
type Form struct {
	Synopsis, About string
	Flags           *flag.FlagSet
	Groups          []Group // of flags; those of no group come first
}

// FormOf returns a new form of a command, or of one of its verbs.
func FormOf(ctx context.Context, run Command, verbs ...string) (*Form, error) {
	var c catalog
	err := run(ctx, append(slices.Clone(verbs), "-h"), Streams{Out: &c, Err: io.Discard})
	for _, f := range c.forms {
		if f.Flags == c.flags {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%q has no flags: %w", verbs, err)
}

// Flag returns a flag of the form; nil if there is none of the name.
func (f *Form) Flag(name string) *flag.Flag { return f.Flags.Lookup(name) }

// Sections are the groups with the flags of no group before them, each flag once. Groups without flags are left out.
func (f *Form) Sections() (list []Group) {
	var first Group
	seen := map[string]bool{}
	for _, g := range f.Groups {
		own := Group{Title: g.Title}
		for _, name := range g.Flags {
			if f.Flag(name) != nil && !seen[name] {
				seen[name] = true
				own.Flags = append(own.Flags, name)
			}
		}
		if len(own.Flags) > 0 {
			list = append(list, own)
		}
	}
	f.Flags.VisitAll(func(flag *flag.Flag) {
		if !seen[flag.Name] {
			first.Flags = append(first.Flags, flag.Name)
		}
	})
	if len(first.Flags) > 0 {
		list = append([]Group{first}, list...)
	}
	return list
}

// IsBool reports whether a flag needs no value.
func IsBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}
