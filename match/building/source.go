// Package building builds an engine from copies of its source with weights written into them. The
// source itself is never changed.
package building

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/weights/source"
)

// A Source is what an engine is built of, and how.
type Source struct {
	Folder  string         // of the engine, which is copied
	Texts   []source.Code  // the files that hold weights, within Folder
	Options source.Options // how they are read
	Command string         // that builds, for the shell, in the copy's folder
	Program string         // what it makes: a path within Folder

	Grace time.Duration // that a build which is stopped has to end before it is killed; 0: 5 s
}

// Paths are those of the texts, within the folder, with slashes.
func (s *Source) Paths() (paths []string, err error) {
	for _, t := range s.Texts {
		path, err := within(s.Folder, t.Name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, filepath.ToSlash(path))
	}
	return paths, nil
}

// Put writes texts, those of the source with other weights, into a copy of its folder. It returns how many
// of them are not as in the source.
func (s *Source) Put(texts []source.Code, copied string) (changed int, err error) {
	paths, err := s.Paths()
	if err != nil {
		return 0, err
	}
	for i, t := range texts {
		if !bytes.Equal(t.Data, s.Texts[i].Data) {
			changed++
		}
		if err := atomicfile.Write(filepath.Join(copied, filepath.FromSlash(paths[i])), t.Data); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// within returns the path of a file below a folder, both without their symbolic links.
func within(folder, name string) (string, error) {
	name, bad := filepath.EvalSymlinks(name)
	root, err := filepath.EvalSymlinks(folder)
	if err := errors.Join(bad, err); err != nil {
		return "", err
	}
	if name, err = filepath.Abs(name); err != nil {
		return "", err
	}
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	path, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(path) {
		return "", fmt.Errorf("%s is not in %s: pass -src, the folder that holds all of the engine", name, root)
	}
	return path, nil
}
