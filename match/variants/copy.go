package variants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/building"
	"example.org/centipawn/weights/source"
)

// state is the content of variants.json: of what the copy of the source was made.
type state struct {
	Files   map[string]string `json:"files"`   // the source's, by their paths: SHA-256
	Copied  bool              `json:"copied"`  // as a whole
	Checked bool              `json:"checked"` // by Check: from then on the run is of the copy
}

func (b *builds) stateFile() string { return filepath.Join(b.dir, "variants.json") }

func (b *builds) save() error {
	data, err := json.MarshalIndent(&b.state, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(b.stateFile(), append(data, '\n'))
}

// open makes the copy of the source, or goes on with that of an earlier run.
func (b *builds) open(ctx context.Context, s *building.Source) error {
	paths, err := s.Paths()
	if err != nil {
		return err
	}
	files, err := building.List(ctx, s.Folder)
	if err != nil {
		return err
	}
	if err := b.read(); err != nil {
		return err
	}
	changed := differences(b.state.Files, files.Sums())
	switch {
	case b.state.Checked && len(changed) > 0:
		b.say("copy", "the source has changed since it was copied, and this run is of the copy; for the source as it is now pass another folder: "+building.Some(changed))
	case !b.state.Copied || len(changed) > 0:
		err = b.copyFrom(ctx, &files)
	}
	if err != nil {
		return err
	}
	b.copy.Folder = filepath.Join(b.dir, "source")
	if b.files, err = building.Copied(ctx, b.copy.Folder); err != nil {
		return err
	}
	return b.readTexts(paths, s.Texts)
}

// read reads the state of an earlier run.
func (b *builds) read() error {
	text, err := atomicfile.ReadFile(b.stateFile(), atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return b.overwrites()
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &b.state); err != nil {
		return fmt.Errorf("%s: not the state of such a run: %w: pass another folder", b.stateFile(), err)
	}
	return nil
}

// overwrites refuses a folder that no run has made.
func (b *builds) overwrites() error {
	for _, name := range []string{"source", "builds"} {
		path := filepath.Join(b.dir, name)
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s would be overwritten, and belongs to no such run: pass another folder", path)
		}
	}
	return nil
}

// differences are the files that are not as they were. Those that are new, such as a log, are nothing
// to the copy.
func differences(before, now map[string]string) (changed []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if now[name] != before[name] {
			changed = append(changed, name)
		}
	}
	return changed
}

// copyFrom copies the source.
func (b *builds) copyFrom(ctx context.Context, files *building.Files) error {
	for _, note := range files.Notes {
		b.say("copy", note)
	}
	if len(b.state.Files) > 0 {
		b.say("copy", "the source is copied again: that was not done, or it has changed")
	}
	b.state = state{Files: files.Sums()}
	to := filepath.Join(b.dir, "source")
	if err := errors.Join(b.save(), disk.RemoveAll(to)); err != nil {
		return err
	}
	size, err := files.Copy(ctx, to)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	b.say("copy", fmt.Sprintf("%s, %s bytes, in %s", plaintext.Count(files.Len(), "file"), plaintext.Thousands(int(size)), to))
	b.state.Copied = true
	return b.save()
}

// readTexts reads the files that hold weights, from the copy.
func (b *builds) readTexts(paths []string, texts []source.Code) error {
	b.copy.Texts = nil
	for i, path := range paths {
		name := filepath.Join(b.copy.Folder, filepath.FromSlash(path))
		data, err := atomicfile.ReadFile(name, atomicfile.SmallLimit)
		if err != nil {
			return fmt.Errorf("%s: it is not in the copy of the source: %w", texts[i].Name, err)
		}
		b.copy.Texts = append(b.copy.Texts, source.Code{Name: name, Data: data})
		b.texts = append(b.texts, source.Code{Name: texts[i].Name, Data: data})
	}
	return nil
}
