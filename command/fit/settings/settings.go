package settings

import (
	"flag"

	"example.org/centipawn/extract"
)

// settings gives each option a name and a text: those that a user needs often are flags, and all
// are keys of run files.
type settings struct {
	opt     Options
	noTest  bool
	reading *extract.Flags
	all     *flag.FlagSet
	given   map[string][]string // texts by name
	repeats []string            // settings that may have several
}

// A recorder is a setting as a flag: it remembers what it was given.
type recorder struct {
	flag.Value
	s    *settings
	name string
}

// Set sets the value.
func (r *recorder) Set(text string) error { return r.s.set(r.name, text) }

// String is the value's; of no value nothing.
func (r *recorder) String() string {
	if r == nil || r.Value == nil {
		return ""
	}
	return r.Value.String()
}

// IsBoolFlag says that the flag needs no value.
func (r *recorder) IsBoolFlag() bool { return isBool(r.Value) }

func isBool(v flag.Value) bool {
	b, ok := v.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// set sets a setting and records its text.
func (s *settings) set(name, text string) error {
	err := s.all.Set(name, text)
	if err == nil {
		s.given[name] = append(s.given[name], text)
	}
	return err
}

// repeated adds a setting that may be repeated.
func (s *settings) repeated(name, usage string, add func(string) error) {
	s.repeats = append(s.repeats, name)
	s.all.Func(name, usage+"; may be repeated", add)
}

// A text is a setting that a function reads.
type text struct {
	is   string
	read func(string) error
}

// String is the text that was read last.
func (t *text) String() string {
	if t == nil {
		return ""
	}
	return t.is
}

// Set reads a text.
func (t *text) Set(is string) error {
	t.is = is
	return t.read(is)
}

func (s *settings) text(name, is, usage string, read func(string) error) {
	s.all.Var(&text{is, read}, name, usage)
}
