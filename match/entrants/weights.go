package entrants

import (
	"path/filepath"
	"strings"

	"centipawn/eval"
	"centipawn/weights"
	"centipawn/weights/builtin"
)

// Weights that are no file are called so: those that are built in, and, with the name
// of a set behind the colon, published ones.
const (
	builtinName     = "builtin"
	publishedPrefix = "published:"
)

// isFile reports whether weights are a file's.
func isFile(weights string) bool {
	return weights != "" && weights != builtinName && !strings.HasPrefix(weights, publishedPrefix)
}

// Weights returns the weights that a [Spec] names: a file's, those that are built in
// ("" or "builtin"), or published ones ("published:pesto").
func Weights(name string) (*weights.File, error) {
	if set, ok := strings.CutPrefix(name, publishedPrefix); ok {
		return eval.Published(set)
	}
	if isFile(name) {
		return weights.Read(name)
	}
	return builtin.Weights(), nil
}

// weightsName is what a player with these weights is called.
func weightsName(name string) string {
	switch {
	case name == "":
		return builtinName
	case isFile(name):
		base := filepath.Base(name)
		return strings.TrimSuffix(base, filepath.Ext(base))
	}
	return strings.ReplaceAll(name, ":", " ")
}
