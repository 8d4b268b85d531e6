package matrix

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"example.org/centipawn/internal/disk"
)

// What is written has a temporary name beside the final one, which it gets when
// it is complete.
const (
	partialSuffix = ".partial" // being written, or left by an interrupted run
	oldSuffix     = ".old"     // being replaced, or left by a run interrupted just then
)

// checkReplaceable refuses to put a matrix where something else is.
func checkReplaceable(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s exists and is not a folder: it will not be replaced", dir)
	case !isMatrix(dir):
		return fmt.Errorf("%s exists and is not a matrix: it will not be replaced", dir)
	}
	if name := foreign(dir); name != "" {
		return fmt.Errorf("%s holds %s, which is not part of a matrix: it will not be replaced", dir, name)
	}
	return nil
}

// foreign returns the name of something in a folder that no matrix has, "" if
// there is none.
func foreign(dir string) string {
	own := map[string]bool{manifestFile: true}
	for a := range numArrays {
		own[a.file()] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if !own[e.Name()] || !e.Type().IsRegular() {
			return e.Name()
		}
	}
	return ""
}

// createPartial makes the temporary folder of dir, after clearing what an
// interrupted run left. The folder is locked until unlock is called.
func createPartial(dir string) (unlock func() error, err error) {
	if err := recoverOld(dir); err != nil {
		return nil, err
	}
	if err := checkReplaceable(dir); err != nil {
		return nil, err
	}
	tmp := dir + partialSuffix
	if err := removeLeftover(tmp); err != nil {
		return nil, err
	}
	if err := disk.Mkdir(tmp, 0o777); err != nil {
		return nil, disk.Missing(tmp, err)
	}
	if unlock, err = lockPath(tmp); err != nil {
		return nil, errors.Join(err, disk.RemoveAll(tmp))
	}
	return unlock, nil
}

// lockPath locks the temporary folder of a run.
func lockPath(tmp string) (unlock func() error, err error) {
	if unlock, err = disk.LockPath(tmp); errors.Is(err, disk.ErrLocked) {
		return nil, fmt.Errorf("%s is being written by another run", tmp)
	}
	return unlock, err
}

// recoverOld undoes or completes a replacement of dir that was interrupted.
func recoverOld(dir string) error {
	old := dir + oldSuffix
	if !isMatrix(old) || foreign(old) != "" {
		return nil // none, or not ours
	}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return disk.Rename(old, dir)
	}
	return disk.RemoveAll(old)
}

// removeLeftover removes the temporary folder of an interrupted run.
func removeLeftover(tmp string) error {
	info, err := os.Lstat(tmp)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if name := foreign(tmp); !info.IsDir() || name != "" {
		return fmt.Errorf("%s is in the way and was not left by an interrupted run: move it away", tmp)
	}
	unlock, err := lockPath(tmp)
	if err != nil {
		return err
	}
	return errors.Join(disk.RemoveAll(tmp), unlock())
}

// commit gives the temporary folder its final name. A matrix of that name is
// replaced: between two renames there is none for a moment, and [Create] puts
// the old one back if the program ends just then.
func commit(dir string) error {
	tmp, old := dir+partialSuffix, dir+oldSuffix
	if err := checkReplaceable(dir); err != nil {
		return err
	}
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return disk.Rename(tmp, dir)
	}
	if err := disk.Rename(dir, old); err != nil {
		return err
	}
	if err := disk.Rename(tmp, dir); err != nil {
		return errors.Join(err, disk.Rename(old, dir))
	}
	return disk.RemoveAll(old)
}
