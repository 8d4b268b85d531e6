// Package folder is the folder of a run that goes on where it was stopped: it holds the run's
// settings, keeps a second run and other settings away, and what was being written when a run was
// killed is swept out.
package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
)

// The files of every run's folder.
const (
	settingsName = "run.json"
	lockName     = "run.lock" // held as long as a run is at work; it stays
)

// Open makes the folder of a run, or enters that of a run of the same settings, or of one that came to
// nothing: there is nothing in it but what beginnings name. Until the lock is closed no other run
// enters it.
func Open(dir string, settings any, beginnings ...string) (lock io.Closer, err error) {
	here, err := Encode(settings)
	if err != nil {
		return nil, err
	}
	if err := enter(dir); err != nil {
		return nil, err
	}
	lock, err = resume.Lock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	if err = bind(dir, here, beginnings); err == nil {
		err = sweep(dir)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// enter makes the folder; one with something in it that belongs to no run is refused. Of a run
// that was killed before it had settings there are the lock and what was to become them.
func enter(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil || Exists(filepath.Join(dir, settingsName)) {
		return err
	}
	for _, entry := range list {
		if name := entry.Name(); name != lockName && !(partial(name) && strings.HasPrefix(name, settingsName)) {
			return fmt.Errorf("%s: it holds %s and no %s, so it is not the folder of a run: pass another", dir, name, settingsName)
		}
	}
	return nil
}

// bind writes the settings of a run, or refuses others than those of the results that
// are there.
func bind(dir string, here []byte, beginnings []string) error {
	path := filepath.Join(dir, settingsName)
	there, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	list, unreadable := resume.Differences(there, here)
	if unreadable == nil && len(list) == 0 {
		return nil
	}
	kept, err := holdsResults(dir, beginnings)
	switch {
	case err != nil:
		return err
	case !kept:
		return atomicfile.Write(path, here)
	case unreadable != nil:
		return fmt.Errorf("%s: its settings cannot be read: %w", path, unreadable)
	}
	return fmt.Errorf("%s: the run here has other settings: %s: pass those, or another folder", path, strings.Join(list, "; "))
}

// holdsResults reports whether a run has got any further than to its beginnings.
func holdsResults(dir string, begun []string) (kept bool, err error) {
	var beginnings []string
	for _, name := range append([]string{settingsName, lockName}, begun...) {
		beginnings = append(beginnings, filepath.Join(dir, name))
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		kept = kept || err == nil && !entry.IsDir() && !partial(path) && !slices.Contains(beginnings, path)
		return err
	})
	return kept, err
}

// partial reports whether a file was being written when a run was killed.
func partial(name string) bool { return strings.HasSuffix(name, ".partial") }

// sweep removes what a killed run was writing.
func sweep(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && partial(entry.Name()) {
			err = os.Remove(path)
		}
		return err
	})
}

// Encode returns JSON for a person, too.
func Encode(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}

// Write writes a value as JSON.
func Write(path string, v any) error {
	text, err := Encode(v)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, text)
}

// Read reads what [Write] wrote; ok is false if there is nothing.
func Read(path string, into any) (ok bool, err error) {
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: remove it to have it made again", path, err)
	}
	return err == nil, err
}

// Exists reports whether a file is there.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Holder says whether a run is at work in a folder, and by which command.
func Holder(dir string) (resume.Holder, error) { return resume.Try(filepath.Join(dir, lockName)) }
