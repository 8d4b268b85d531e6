package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Regular refuses a path of what is there and is not a file: a pipe waits for its writer, and a device
// has no end. The error says what it is.
func Regular(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return regular(path, info)
}

func regular(path string, info fs.FileInfo) error {
	what := "another thing"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return &fs.PathError{Op: "open", Path: path, Err: errors.New("is " + what + ": pass a file")}
}

// OpenRegular opens a file to be read, and nothing else: see [Regular].
func OpenRegular(path string) (*File, error) {
	if err := Regular(path); err != nil {
		return nil, err
	}
	return opened(path, func() (*os.File, error) { return os.Open(path) })
}

// OpenIn opens a file of a folder, to be read, by a name that another file of the folder states. One
// that leads out of the folder, by its name or by a symbolic link, is refused: who hands over a
// folder decides what is in it, not what else of this machine is read.
func OpenIn(folder, name string) (*File, error) {
	path := filepath.Join(folder, name)
	root, err := os.OpenRoot(filepath.Clean(folder))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, inside(path, folder, err)
	}
	f, err := opened(path, func() (*os.File, error) { return root.Open(name) })
	return f, inside(path, folder, err)
}

// opened opens and looks once more: what is at the path may be another thing by now.
func opened(path string, f func() (*os.File, error)) (*File, error) {
	file, err := open(path, f)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, file.File.Close())
	}
	return file, nil
}

// inside puts the whole path into an error of a root, or says that it leads out of the folder.
func inside(path, folder string, err error) error {
	var fault *fs.PathError
	switch {
	case !errors.As(err, &fault):
		return err
	case fault.Err.Error() == "path escapes from parent":
		return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("leads out of the folder %s: put the file itself there", filepath.Clean(folder))}
	}
	return &fs.PathError{Op: "open", Path: path, Err: fault.Err}
}
