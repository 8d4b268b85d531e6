package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"centipawn/datasets"
	"centipawn/matrix"
)

// stale looks for the files that a matrix was made of, beside it and in the
// working folder, and warns of one that is not what it was then (F10). Only a
// file that was written after the matrix is read.
func stale(folder string, m *matrix.Matrix) (list []datasets.Warning, err error) {
	made, err := os.Stat(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return nil, err
	}
	for _, s := range m.Provenance().Sources {
		for _, dir := range []string{filepath.Dir(folder), "."} {
			path := filepath.Join(dir, s.Name)
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || !info.ModTime().After(made.ModTime()) {
				continue
			}
			sum, err := hashFile(path)
			if err != nil {
				return nil, err
			}
			if sum != s.SHA256 {
				list = append(list, datasets.Warning{Code: "F10", Text: fmt.Sprintf("%s was made of another %s than the one in %s, which is newer: extract it again", folder, s.Name, dir)})
			}
			break
		}
	}
	return list, nil
}

// hashFile returns the SHA-256 of a file's bytes, in hexadecimal.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
