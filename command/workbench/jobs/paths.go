package jobs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Project is a folder in which jobs work. No path of a job leads out of it, and no job runs another program than
// those that the owner has named.
type Project struct {
	Dir      string   // absolute, without symbolic links
	Programs []string // commands of other programs that jobs may run, as players have them after "cmd:"
}

// NewProject returns the project of a folder.
func NewProject(dir string, programs ...string) (*Project, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: it is not a folder", dir)
	}
	return &Project{abs, programs}, nil
}

var (
	errOutside = errors.New("it is outside the folder of the project")
	errHidden  = errors.New("what a job writes must not have a name that begins with a dot")
	errSpecial = errors.New("it is neither a file nor a folder")
)

// Reads checks a path that a job reads, and returns it relative to the project.
func (p *Project) Reads(path string) (string, error) {
	rel, full, err := p.within(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New("there is no such file")
	case err != nil:
		return "", errors.New("it cannot be read")
	case info.IsDir():
		return rel, p.closed(full)
	case !info.Mode().IsRegular():
		return "", errSpecial
	}
	return rel, nil
}

// writes checks a path that a job writes, a file or a folder, and returns it relative to the project.
func (p *Project) writes(path string) (string, error) {
	rel, full, err := p.within(path)
	if err != nil {
		return "", err
	}
	for element := range strings.SplitSeq(rel, string(filepath.Separator)) {
		if strings.HasPrefix(element, ".") { // also the folder itself
			return "", errHidden
		}
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", errors.New("it cannot be read")
	case info.IsDir():
		return rel, p.closed(full)
	case !info.Mode().IsRegular():
		return "", errSpecial
	}
	return rel, p.beside(full)
}

// within returns a path relative to the project and as a whole. It must not leave the project, by links either, and
// what is not there must be in a folder within the project.
func (p *Project) within(path string) (rel, full string, err error) {
	if err := checkText(path); err != nil {
		return "", "", err
	}
	if path == "" {
		return "", "", errors.New("no path")
	}
	full = path
	if !filepath.IsAbs(path) {
		full = filepath.Join(p.Dir, path)
	}
	full = filepath.Clean(full)
	if rel, err = p.relative(full); err != nil {
		return "", "", err
	}
	there := full
	for {
		_, err := os.Lstat(there)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", errors.New("it cannot be read")
		}
		there = filepath.Dir(there)
	}
	resolved, err := filepath.EvalSymlinks(there) // a link that leads nowhere is an error
	if err != nil {
		return "", "", errors.New("it is a link that leads nowhere")
	}
	if _, err := p.relative(resolved); err != nil {
		return "", "", err
	}
	return rel, full, nil
}

// relative returns an absolute path relative to the project.
func (p *Project) relative(full string) (string, error) {
	rel, err := filepath.Rel(p.Dir, full)
	if err != nil || !filepath.IsLocal(rel) {
		return "", errOutside
	}
	return rel, nil
}

// mostEntries is how many files a folder may have whose links are looked at.
const mostEntries = 200_000

// closed refuses a folder in which a link leads out of the project: a job would follow it.
func (p *Project) closed(dir string) error {
	seen := 0
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if seen++; err != nil || seen > mostEntries {
			return errors.New("not all in this folder can be looked at")
		}
		if entry.Type()&fs.ModeSymlink == 0 {
			return nil
		}
		return p.link(path)
	})
}

// link refuses a symbolic link that leads out of the project, or nowhere.
func (p *Project) link(path string) error {
	to, err := filepath.EvalSymlinks(path)
	if err == nil {
		_, err = p.relative(to)
	}
	if err != nil {
		return fmt.Errorf("the link %s in it leads out of the project", filepath.Base(path))
	}
	return nil
}

// cacheName is of the searches that fit -predict keeps beside its weights.
const cacheName = "regret.cache"

// beside refuses a file if a link that leads out of the project stands where a command would write beside it: a run
// file, a journal, a file that is not complete.
func (p *Project) beside(full string) error {
	dir, stem := filepath.Dir(full), strings.TrimSuffix(filepath.Base(full), filepath.Ext(full))
	list, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return errors.New("its folder cannot be read")
	}
	for _, entry := range list {
		name := entry.Name()
		if entry.Type()&fs.ModeSymlink != 0 && (strings.HasPrefix(name, stem+".") || name == cacheName) {
			if err := p.link(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}
