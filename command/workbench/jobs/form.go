package jobs

import (
	"context"
	"flag"
	"slices"

	"example.org/centipawn/internal/cli"
)

// argsName stands for the arguments of a command among the names of flags.
const argsName = "args"

// A Form is what a page needs to ask for a job.
type Form struct {
	Verb     string    `json:"verb"`
	Title    string    `json:"title"`
	Command  string    `json:"command"` // the command without flags
	Synopsis string    `json:"synopsis"`
	About    string    `json:"about"`
	Sections []Section `json:"sections"` // what is asked for most often first
}

// A Section is some fields of a form under a heading.
type Section struct {
	Title  string  `json:"title"`
	Fields []Field `json:"fields"`
}

// A Field is a flag of the command, or its arguments.
type Field struct {
	Name    string `json:"name"`    // of the flag; args: the arguments
	Kind    Kind   `json:"kind"`    // what its value is
	Unit    string `json:"unit"`    // how help calls the value
	Help    string `json:"help"`    // what the flag does
	Default string `json:"default"` // empty if that goes without saying
	Bool    bool   `json:"bool"`    // it is on or off
	Several bool   `json:"several"` // it may have several values
	Needed  bool   `json:"needed"`  // the command needs it
}

// Form returns the form of a verb.
func (v *Verb) Form(ctx context.Context) (*Form, error) {
	of, err := v.form(ctx)
	if err != nil {
		return nil, err
	}
	form := &Form{v.Name, v.Title, line(v.Words), of.Synopsis, of.About, nil}
	usual := Section{Title: "What is asked for most often"}
	for _, name := range v.Usual {
		usual.Fields = append(usual.Fields, v.field(of, name))
	}
	form.Sections = append(form.Sections, usual)
	for _, group := range of.Sections() {
		section := Section{Title: group.Title}
		if section.Title == "" {
			section.Title = "General"
		}
		for _, name := range group.Flags {
			if !slices.Contains(v.Usual, name) && v.kinds[name] != "" && v.kinds[name] != Refused {
				section.Fields = append(section.Fields, v.field(of, name))
			}
		}
		if len(section.Fields) > 0 {
			form.Sections = append(form.Sections, section)
		}
	}
	return form, nil
}

// field describes a flag.
func (v *Verb) field(of *cli.Form, name string) Field {
	needed := slices.Contains(v.Needs, name)
	if name == argsName {
		return Field{Name: name, Kind: v.Args, Unit: "files", Help: "data files, matrices or traces, one a line", Several: true, Needed: needed}
	}
	f := of.Flag(name)
	unit, help := flag.UnquoteUsage(f)
	field := Field{Name: name, Kind: v.kinds[name], Unit: unit, Help: help, Default: f.DefValue, Bool: cli.IsBool(f), Several: slices.Contains(several, name), Needed: needed}
	if field.Default == "false" {
		field.Default = ""
	}
	return field
}
