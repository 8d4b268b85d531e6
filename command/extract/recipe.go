package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/matrix"
)

// doneEnding is that of the file that says how a shard was made, after the shard's name.
const doneEnding = ".json"

// A recipe is all that a shard of an extraction depends on.
type recipe struct {
	Set    string        `json:"set"`
	Hash   string        `json:"hash"`
	Flags  []string      `json:"flags"` // that were given
	Inputs []recipeInput `json:"inputs"`
}

// A recipeInput tells a file from others without reading it.
type recipeInput struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"`
	Modified int64  `json:"modified"` // nanoseconds since 1970
}

// newRecipe returns the recipe of a call, as text; nil where an input is not a file.
func newRecipe(args []string, opt *extract.Options, files []string) ([]byte, error) {
	r := recipe{Flags: telling(args)}
	r.Set, r.Hash, _ = opt.Terms()
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil, nil // reading it says what is wrong
		}
		r.Inputs = append(r.Inputs, recipeInput{name, info.Size(), info.ModTime().UnixNano()})
	}
	text, err := json.MarshalIndent(r, "", "  ")
	return append(text, '\n'), err
}

// telling returns the flags of a call that its rows may depend on.
func telling(args []string) (list []string) {
	for i := 0; i < len(args); i++ {
		name, _, whole := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		switch name {
		case "json":
		case "threads", "o", "reject":
			if !whole {
				i++
			}
		default:
			list = append(list, args[i])
		}
	}
	return list
}

// isDone reports whether a shard is there, made by a recipe.
func isDone(out string, recipe []byte) (bool, error) {
	old, err := atomicfile.ReadFile(out+doneEnding, atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) || recipe == nil {
		return false, nil
	}
	if err != nil || !bytes.Equal(old, recipe) {
		return false, err
	}
	m, err := matrix.Open(out)
	if err != nil {
		return false, nil // it is made again
	}
	return true, m.Close()
}

// forgetDone takes away what says how a matrix was made that is about to be made again.
func forgetDone(out string) error {
	if filepath.Ext(out) != ".matrix" {
		return nil
	}
	if err := os.Remove(out + doneEnding); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// noteDone says how a shard was made.
func noteDone(out string, recipe []byte) error {
	if recipe == nil {
		return nil
	}
	return atomicfile.Write(out+doneEnding, recipe)
}
