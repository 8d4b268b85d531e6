package entrants

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Settings are what games depend on beside the plan of a match: who plays, from where,
// and what stands in the files. A match that goes on must have the same.
type Settings struct {
	Entrants []Spec            `json:"entrants"`
	Openings Openings          `json:"openings"`
	SHA256   map[string]string `json:"sha256"` // of weights, programs and book, by their names
}

// NewSettings reads the files of entrants and openings.
func NewSettings(specs []Spec, from Openings) (*Settings, error) {
	s := &Settings{Entrants: specs, Openings: from, SHA256: map[string]string{}}
	for i := range specs {
		if isFile(specs[i].Weights) {
			if err := s.add(specs[i].Weights); err != nil {
				return nil, err
			}
		}
		if err := s.addCommand(specs[i].Command); err != nil {
			return nil, err
		}
	}
	return s, s.add(from.Book)
}

// add adds a file, if there is one.
func (s *Settings) add(path string) error {
	if path == "" || s.SHA256[path] != "" {
		return nil
	}
	sum, err := sumOf(path)
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
	s.SHA256[command], err = sumOf(path)
	return err
}

// sumOf returns the SHA-256 of a file in hexadecimal.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
