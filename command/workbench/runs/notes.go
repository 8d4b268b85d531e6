package runs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/BurntSushi/toml"

	"example.org/centipawn/internal/atomicfile"
)

// NotesName is the file in the folder of a project that has the notes.
const NotesName = "workbench.notes.toml"

// A Note is what a person keeps of a run.
type Note struct {
	Note string   `toml:"note,omitempty"`
	Tags []string `toml:"tags,omitempty"`
}

// notesFile is the file.
type notesFile struct {
	Runs map[string]Note `toml:"runs"` // by path from the folder, with slashes
}

// Notes are those of a project. They may be edited by hand, too.
type Notes struct {
	dir string // "": there is no folder to keep them in

	mu   sync.Mutex
	file notesFile
	at   time.Time // of the file that was read
	size int64
}

// NewNotes returns the notes of a folder; without one, there are none.
func NewNotes(dir string) *Notes { return &Notes{dir: dir} }

// Limits of a note.
const (
	LongestNote = 300 // characters
	MostTags    = 20
	LongestTag  = 40 // characters
)

// ErrNoFolder reports notes of a project without a folder.
var ErrNoFolder = errors.New("notes are kept in the folder of a project: start workbench with a folder that the run is in")

// read reads the file if it has changed.
func (n *Notes) read() error {
	path := filepath.Join(n.dir, NotesName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		n.file, n.at, n.size = notesFile{}, time.Time{}, 0
		return nil
	}
	if err != nil || info.ModTime().Equal(n.at) && info.Size() == n.size {
		return err
	}
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if err != nil {
		return err
	}
	var f notesFile
	if _, err := toml.Decode(string(text), &f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	n.file, n.at, n.size = f, info.ModTime(), info.Size()
	return nil
}

// key is the name of a path in the file; "" if it is not below the folder.
func (n *Notes) key(path string) string {
	if n.dir == "" {
		return ""
	}
	below, err := filepath.Rel(n.dir, path)
	if err != nil || !filepath.IsLocal(below) {
		return ""
	}
	return filepath.ToSlash(below)
}

// Add adds the notes to rows; path returns the path of each.
func (n *Notes) Add(rows []*Row, path func(r *Row) string) error {
	if n.dir == "" {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	err := n.read()
	for _, r := range rows {
		kept := n.file.Runs[n.key(path(r))]
		r.Note, r.Tags = kept.Note, slices.Clone(kept.Tags)
	}
	return err
}

// Set keeps the note of a path; an empty one is removed. The file is written whole, with what was edited by hand.
func (n *Notes) Set(path string, note Note) error {
	note, err := note.clean()
	if err != nil {
		return err
	}
	key := n.key(path)
	if key == "" {
		return ErrNoFolder
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.read(); err != nil {
		return err
	}
	file := notesFile{Runs: make(map[string]Note)}
	for k, v := range n.file.Runs {
		file.Runs[k] = v
	}
	if file.Runs[key] = note; note.Note == "" && len(note.Tags) == 0 {
		delete(file.Runs, key)
	}
	var b bytes.Buffer
	b.WriteString("# Notes and tags of runs, by path. The command workbench writes them; they may be edited.\n\n")
	if err := toml.NewEncoder(&b).Encode(file); err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(n.dir, NotesName), b.Bytes()); err != nil {
		return err
	}
	n.file, n.at = file, time.Time{} // the next look reads what was written
	return nil
}

// clean makes a note one line, and its tags words that are sorted and different.
func (n Note) clean() (Note, error) {
	n.Note = line(n.Note)
	if len([]rune(n.Note)) > LongestNote {
		return n, fmt.Errorf("note: want at most %d characters", LongestNote)
	}
	var tags []string
	for _, t := range n.Tags {
		if t = strings.ReplaceAll(line(t), " ", "-"); t == "" {
			continue
		}
		if len([]rune(t)) > LongestTag {
			return n, fmt.Errorf("tag %.20s…: want at most %d characters", t, LongestTag)
		}
		tags = append(tags, t)
	}
	slices.Sort(tags)
	if n.Tags = slices.Compact(tags); len(n.Tags) > MostTags {
		return n, fmt.Errorf("tags: want at most %d", MostTags)
	}
	return n, nil
}

// line makes a text one line of printable characters.
func line(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, text)), " ")
}
