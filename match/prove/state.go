package prove

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/building"
	"example.org/centipawn/weights"
)

// stateFile is the file of a run's state.
const stateFile = "prove.json"

func (r *Run) save() error {
	data, err := json.MarshalIndent(&r.state, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(r.Dir, stateFile), append(data, '\n'))
}

// now returns the state of a run that has done nothing.
func (r *Run) now() (s state, err error) {
	s = state{Build: buildInputs{r.Build, r.Program}, Write: writeInputs{Files: r.files.Sums()}}
	if s.Write.Into, err = r.source().Paths(); err != nil {
		return s, err
	}
	options, err := json.Marshal(r.Options)
	s.Write.Reading = digest(options)
	var bad [2]error
	s.Write.New, bad[0] = digestOf(r.New)
	s.Write.Old, bad[1] = digestOf(r.Old)
	return s, errors.Join(err, bad[0], bad[1])
}

func digest(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

func digestOf(f *weights.File) (string, error) {
	var b strings.Builder
	err := f.Encode(&b)
	return digest([]byte(b.String())), err
}

// open compares the run with what is in its folder: done is what was done from the same. Once a
// game is played, no other engine may take the place of one that has played.
func (r *Run) open() error {
	now, err := r.now()
	if err != nil {
		return err
	}
	path := filepath.Join(r.Dir, stateFile)
	text, err := atomicfile.ReadFile(path, atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		r.state = now
		return errors.Join(r.overwrites(), r.save())
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &r.state); err != nil {
		return fmt.Errorf("%s: not the state of such a run: %w: pass another folder", path, err)
	}
	return r.compare(path, now)
}

// overwrites refuses a folder with a copy's name that no run has made.
func (r *Run) overwrites() error {
	for _, side := range []string{New, Old} {
		if path := filepath.Join(r.Dir, side); exists(path) {
			return fmt.Errorf("%s would be overwritten, and belongs to no such run: pass another folder", path)
		}
	}
	return nil
}

// compare keeps what is done as long as it was done from the same.
func (r *Run) compare(path string, now state) error {
	changed, sources, err := differences(r.state, now)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case r.played() && len(changed) > 0:
		return fmt.Errorf("%s: %s: this would be another engine than the one that has played: pass another folder, or the earlier value",
			path, strings.Join(changed, "; "))
	case r.played():
		if len(sources) > 0 {
			r.say("copy", fmt.Sprintf("the source has changed since it was copied, and the match is of the copy: %s", building.Some(sources)))
		}
		return nil
	case len(changed)+len(sources) > 0:
		r.say("copy", "begins again, since this has changed: "+building.Some(append(changed, sources...)))
		r.state = now
	}
	return r.save()
}

// differences returns what is not the same in two states: of what was asked for, and which files of
// the copy. A file that is new since then, such as a log, is nothing to those that are as they were.
func differences(before, now state) (changed, sources []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(before.Write.Files)) {
		if now.Write.Files[name] != before.Write.Files[name] {
			sources = append(sources, name)
		}
	}
	before.Done, now.Done = nil, nil
	before.Write.Files, now.Write.Files = nil, nil
	old, bad := json.Marshal(before)
	new, err := json.Marshal(now)
	if err = errors.Join(bad, err); err != nil {
		return nil, nil, err
	}
	changed, err = resume.Differences(old, new)
	return changed, sources, err
}

// played reports whether a game was played.
func (r *Run) played() bool {
	info, err := os.Stat(filepath.Join(r.Match(), "games.jsonl"))
	return err == nil && info.Size() > 0
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// mark notes that a stage of a side is done.
func (r *Run) mark(stage, side string) error {
	r.state.Done = append(r.state.Done, stage+" "+side)
	return r.save()
}

// forget notes that nothing of a side is done.
func (r *Run) forget(side string) error {
	r.state.Done = slices.DeleteFunc(r.state.Done, func(s string) bool { return s == written+" "+side || s == built+" "+side })
	return r.save()
}
