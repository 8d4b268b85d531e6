package building

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/disk"
)

// Files are those of a source's folder, in order.
type Files struct {
	Notes []string // what is to be said of them

	list []file
}

// The locks of runs, by which their folders are known: they are no source.
const (
	ProveLock    = "prove.lock"
	VariantsLock = "variants.lock"
)

// List returns the files of a folder: all that a build may need and that no build has made.
func List(ctx context.Context, folder string) (f Files, err error) {
	if f.list, err = list(ctx, folder); err != nil {
		return f, err
	}
	f.sift(ctx, folder)
	f.outside()
	return f, nil
}

// Copied returns the files of a copy, all that are there.
func Copied(ctx context.Context, copied string) (f Files, err error) {
	f.list, err = list(ctx, copied)
	return f, err
}

// Len is how many files there are.
func (f *Files) Len() int { return len(f.list) }

// Sums are hashes of the files, by their paths with slashes: SHA-256, and of a link to a folder where it
// leads.
func (f *Files) Sums() map[string]string {
	sums := make(map[string]string, len(f.list))
	for _, file := range f.list {
		sums[file.path] = file.sum
	}
	return sums
}

// Copy copies the files into a new folder, and returns how many bytes they have.
func (f *Files) Copy(ctx context.Context, to string) (bytes int64, err error) {
	return copyAll(ctx, f.list, to)
}

// A file of the source.
type file struct {
	from string // where it is
	path string // in the source's folder, with slashes
	mode fs.FileMode
	link string // of a link, to what within the source's folder, a path like path
	sum  string // of its content, SHA-256; of a link to a folder, where it leads
}

// Left out of a copy: what make would take for up to date although a header has changed, and what
// is not source.
var (
	objects = []string{".o", ".obj", ".gch", ".pch", ".gcda"}
	folders = []string{".git", ".hg", ".svn"}
)

// list returns the files of a folder, in order.
func list(ctx context.Context, folder string) (files []file, err error) {
	if folder, err = filepath.Abs(folder); err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(folder, func(from string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case d.IsDir() && from != folder && omitted(from, d.Name()):
			return fs.SkipDir
		case d.IsDir() || slices.Contains(objects, filepath.Ext(from)):
			return nil
		}
		f, err := newFile(folder, from)
		if f.sum != "" {
			files = append(files, f)
		}
		return err
	})
	return files, err
}

// omitted reports whether a folder is not source, such as a run's.
func omitted(path, name string) bool {
	cargo := name == "target" && exists(filepath.Join(filepath.Dir(path), "Cargo.toml"))
	return cargo || slices.Contains(folders, name) || exists(filepath.Join(path, ProveLock)) || exists(filepath.Join(path, VariantsLock))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// newFile reads a file; one that is neither a file nor a link to one or to a folder has no
// sum, nor has one that this program prints to.
func newFile(folder, from string) (f file, err error) {
	path, err := filepath.Rel(folder, from)
	if err != nil {
		return f, err
	}
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil // a link that leads nowhere
	}
	if err != nil {
		return f, err
	}
	target, err := filepath.EvalSymlinks(from)
	if err != nil {
		return f, err
	}
	f = file{from: from, path: filepath.ToSlash(path), mode: info.Mode()}
	if rel, err := filepath.Rel(folder, target); err == nil && filepath.IsLocal(rel) && rel != path {
		f.link = filepath.ToSlash(rel)
	}
	switch {
	case info.IsDir():
		f.sum = target
	case info.Mode().IsRegular() && !printed(info):
		f.sum, err = sum(from)
	}
	return f, err
}

// printed reports whether this program prints to a file.
func printed(file fs.FileInfo) bool {
	return slices.ContainsFunc([]*os.File{os.Stdout, os.Stderr}, func(f *os.File) bool {
		info, err := f.Stat()
		return err == nil && os.SameFile(info, file)
	})
}

func sum(path string) (string, error) {
	in, err := disk.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := sha256.New()
	_, err = io.Copy(h, in)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// copyAll copies files into a new folder, and returns how many bytes they have.
func copyAll(ctx context.Context, files []file, to string) (bytes int64, err error) {
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return bytes, err
		}
		n, err := f.copy(to)
		if err != nil {
			return bytes, err
		}
		bytes += n
	}
	return bytes, nil
}

// copy copies a file into a folder's copy. A link within the folder leads to what it led to, in the
// copy; one to another folder leads there.
func (f *file) copy(root string) (n int64, err error) {
	to := filepath.Join(root, filepath.FromSlash(f.path))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return 0, err
	}
	if f.link != "" || f.mode.IsDir() {
		target := f.sum
		if f.link != "" {
			target = filepath.Join(root, filepath.FromSlash(f.link))
		}
		target, err := filepath.Abs(target)
		if err != nil {
			return 0, err
		}
		return 0, os.Symlink(target, to)
	}
	in, err := disk.Open(f.from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := disk.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode.Perm()|0o200)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, in)
	return n, errors.Join(err, out.Close())
}
