package entrants

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/weights"
)

// Settings are what games depend on beside the plan of a match: who plays, from where,
// and what stands in the files. A match that goes on must have the same.
type Settings struct {
	Entrants []Spec            `json:"entrants"`
	Openings Openings          `json:"openings"`
	SHA256   map[string]string `json:"sha256"` // of weights, networks, programs and book, by their names

	// Program is [engine.Build], if an engine of this module plays, or judges random
	// openings.
	Program string `json:"program,omitempty"`
}

// NewSettings reads the files of entrants and openings.
func NewSettings(specs []Spec, from Openings) (*Settings, error) {
	s := &Settings{Entrants: specs, Openings: from, SHA256: map[string]string{}}
	for i := range specs {
		for _, name := range specs[i].files() {
			if err := s.add(name); err != nil {
				return nil, err
			}
		}
		if err := s.addCommand(specs[i].Command); err != nil {
			return nil, err
		}
	}
	if from.Book != StartBook {
		if err := s.add(from.Book); err != nil {
			return nil, err
		}
	}
	ours := func(s Spec) bool { return !s.Foreign() }
	if from.Balance > 0 || slices.ContainsFunc(specs, ours) {
		var err error
		if s.Program, err = engine.Build(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// files returns the names of the files that an engine of this module evaluates by.
func (s *Spec) files() (list []string) {
	for _, name := range []string{s.Weights, s.Policy} {
		if weights.IsFile(name) {
			list = append(list, name)
		}
	}
	if s.Network != "" {
		list = append(list, s.Network)
	}
	return list
}

// Twins returns pairs of entrants that are one player: the same weights, search and
// options, or the same program, under the same limit.
func (s *Settings) Twins() (pairs [][2]int) {
	for i := range s.Entrants {
		for j := range i {
			if s.Identity(i) == s.Identity(j) {
				pairs = append(pairs, [2]int{j, i})
			}
		}
	}
	return pairs
}

// Knows returns what an entrant knows of chess: the hash of its network, its weights file or its program,
// or the name of weights that are not a file.
func (s *Settings) Knows(i int) string {
	e := &s.Entrants[i]
	player := cmp.Or(e.Command, e.Network, e.Weights, weights.NameBuiltin)
	return cmp.Or(s.SHA256[player], player)
}

// Identity returns what makes an entrant play as it does, its name aside.
func (s *Settings) Identity(i int) string {
	e := &s.Entrants[i]
	options, _ := e.settings() // what is wrong with them gets elsewhere
	for k := range options {
		options[k].Name = strings.ToLower(options[k].Name)
	}
	slices.SortFunc(options, func(a, b client.Setting) int { return cmp.Compare(a.Name, b.Name) })
	search := e.Search
	if !e.Foreign() {
		search = cmp.Or(search, engine.DefaultSearch)
	}
	identity := fmt.Sprintf("%q %q %q %q %q %v", s.Knows(i), search, e.Args, e.Dir, options, e.Limit)
	if policy := s.SHA256[e.Policy]; policy != "" {
		identity += " " + policy
	}
	return identity
}

// add adds a file, if there is one.
func (s *Settings) add(path string) error {
	if path == "" || s.SHA256[path] != "" {
		return nil
	}
	sum, err := input.HashFile(path)
	s.SHA256[path] = sum
	return err
}

// addCommand adds the file of a program.
func (s *Settings) addCommand(command string) error {
	if command == "" || s.SHA256[command] != "" {
		return nil
	}
	path, err := exec.LookPath(command)
	if err != nil {
		return fmt.Errorf("%s: %w: pass the command of a UCI engine", command, err)
	}
	s.SHA256[command], err = input.HashFile(path)
	return err
}
