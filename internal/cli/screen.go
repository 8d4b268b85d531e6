package cli

import (
	"os"
	"sync"
	"unicode/utf8"
)

// A screen is a terminal, or what may end on one, to which only what is [Printable] gets.
type screen struct {
	file *os.File
	mu   sync.Mutex
	cut  []byte // the beginning of a character whose rest is still to be written
}

// Write implements [io.Writer].
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := append(s.cut, p...)
	n := wholeRunes(text)
	s.cut = append([]byte(nil), text[n:]...)
	if _, err := s.file.WriteString(Printable(string(text[:n]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// wholeRunes returns the length of text without a character that is cut off at its end.
func wholeRunes(text []byte) int {
	for n := len(text) - 1; n >= 0 && n > len(text)-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			if utf8.FullRune(text[n:]) {
				break
			}
			return n
		}
	}
	return len(text)
}

// Terminal returns the screen's file, for what steers a terminal itself.
func (s *screen) Terminal() *os.File { return s.file }
