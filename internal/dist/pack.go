package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// packed is the time of every file in an archive: the first that a zip file can name.
var packed = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// modeOf is the mode of a file: of commands, that they can be run.
func modeOf(name string) fs.FileMode {
	if strings.Contains(name, "/bin/") {
		return 0o755
	}
	return 0o644
}

// tarred packs dir/root as a compressed tar file.
func tarred(dir, root string) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	err = eachFile(dir, root, func(name string, data []byte) error {
		h := &tar.Header{Name: name, Mode: int64(modeOf(name)), Size: int64(len(data)), ModTime: packed, Format: tar.FormatPAX}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		_, err := w.Write(data)
		return err
	})
	for _, closing := range []func() error{w.Close, z.Close} {
		if closeErr := closing(); err == nil {
			err = closeErr
		}
	}
	return out.Bytes(), err
}

// zipped packs dir/root as a zip file.
func zipped(dir, root string) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err := eachFile(dir, root, func(name string, data []byte) error {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: packed}
		h.SetMode(modeOf(name))
		f, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	})
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return out.Bytes(), err
}

// eachFile visits the files of dir/root in the order of their names, which begin with root.
func eachFile(dir, root string, visit func(name string, data []byte) error) error {
	return filepath.WalkDir(filepath.Join(dir, root), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(name), data)
	})
}
