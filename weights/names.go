package weights

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights/builtin"
)

// The names of weights that are not files. A file of such a name is called by its path:
// ./builtin.
const (
	NameBuiltin   = "builtin"   // the default ones, or builtin:NAME
	NamePublished = "published" // of the set at hand, or published:SET
	NameZero      = "zero"      // every term 0
	NameRandom    = "random"    // values drawn at random
	NameFlat      = "flat"      // values drawn at random, and nothing else
)

// Builtin returns the default weights. They are decoded once and shared: read a file of
// your own to change one.
func Builtin() *File { return decoded() }

// BuiltinNonlinear returns the weights of the set standard_nonlinear that come with the program, as [Builtin] the
// default ones.
func BuiltinNonlinear() *File { return decodedNonlinear() }

// BuiltinRetuned returns the default weights as play has retuned them, as [Builtin] the default ones.
func BuiltinRetuned() *File { return decodedRetuned() }

// BuiltinPolicy returns the default policy, as [Builtin] the default weights.
func BuiltinPolicy() *File { return decodedPolicy() }

var (
	decoded          = embedded(builtin.Name, builtin.File)
	decodedNonlinear = embedded(builtin.NonlinearName, builtin.NonlinearFile)
	decodedRetuned   = embedded(builtin.RetunedName, builtin.RetunedFile)
	decodedPolicy    = embedded(builtin.PolicyName, builtin.PolicyFile)
)

func embedded(name string, content []byte) func() *File {
	return sync.OnceValue(func() *File {
		f, err := Decode(name, bytes.NewReader(content))
		if err != nil {
			panic("weights: " + err.Error()) // the embedded file is not the one that the test has seen
		}
		return f
	})
}

// builtins are the evaluations that come with the program, by their files.
var builtins = []struct {
	file string
	get  func() *File
}{{builtin.Name, Builtin}, {builtin.NonlinearName, BuiltinNonlinear}, {builtin.RetunedName, BuiltinRetuned}}

// findBuiltin returns weights that come with the program, by the name of their file.
func findBuiltin(name string) (*File, error) {
	var names []string
	for _, b := range builtins {
		its := strings.TrimSuffix(b.file, ".json")
		if its == name {
			return b.get(), nil
		}
		names = append(names, its)
	}
	return nil, fmt.Errorf("no built-in weights %s: pass a weights file, or %s:NAME with one of %s", name, NameBuiltin, strings.Join(names, ", "))
}

// FindPolicy returns the policy that a user names: builtin (also "") or a file.
func FindPolicy(name string) (*File, error) {
	if name == "" || name == NameBuiltin {
		return BuiltinPolicy(), nil
	}
	return Read(name)
}

// Find returns the weights that a user names: builtin (also ""), builtin:NAME, published,
// published:SET or a file. set is the set at hand, whose published weights have no further name; "" if there
// is none. Zero and random weights are not to be found: a program that knows the terms of a set
// makes them.
func Find(name, set string) (*File, error) {
	kind, of, _ := strings.Cut(name, ":")
	switch {
	case name == "" || name == NameBuiltin:
		return Builtin(), nil
	case kind == NameBuiltin:
		return findBuiltin(of)
	case name == NamePublished && set == "":
		return nil, fmt.Errorf("%s: no set at hand: pass %s:SET, one of %s", name, name, strings.Join(PublishedSets(), ", "))
	case name == NamePublished:
		return findPublished(set)
	case kind == NamePublished && name != kind:
		return findPublished(of)
	case name == NameZero || name == NameRandom || name == NameFlat:
		return nil, fmt.Errorf("%s: these weights have no values: pass %s, %s:SET or a file (./%s)",
			name, NameBuiltin, NamePublished, name)
	}
	return Read(name)
}

// FindEvaluation is [Find] where a policy is refused.
func FindEvaluation(name string) (*File, error) {
	f, err := Find(name, "")
	if err != nil {
		return nil, err
	}
	if err := f.Require(Evaluation); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// FindFor is [Find] for weights of a set, by its name and hash: those of another are refused.
// Weights that published:SET names are values of terms by name: a set of one's own that has
// these terms takes them.
func FindFor(name, set, hash string) (*File, error) {
	f, err := Find(name, set)
	if err == nil && strings.HasPrefix(name, NamePublished+":") {
		f.Set = set
	}
	if err == nil && (f.Set != set || f.SetHash != "" && f.SetHash != hash) {
		err = fmt.Errorf("%s: %w", name, note.Refuse(note.F11, "it is of set %s (hash %s), not of set %s (hash %s): names or counts differ; pass weights of that set",
			f.Set, f.SetHash, set, hash))
	}
	return f, err
}

func findPublished(set string) (*File, error) {
	if f, ok := Published(set); ok {
		return f, nil
	}
	return nil, fmt.Errorf("no published weights for set %s: pass a weights file, or %s:SET with one of %s", set, NamePublished, strings.Join(PublishedSets(), ", "))
}

// IsFile reports whether a name is that of a file.
func IsFile(name string) bool {
	switch name {
	case "", NameBuiltin, NamePublished, NameZero, NameRandom, NameFlat:
		return false
	}
	return !strings.HasPrefix(name, NamePublished+":") && !strings.HasPrefix(name, NameBuiltin+":")
}

// Label returns what weights of a name are called in a table: a file's base name without
// its extension, or "published pesto".
func Label(name string) string {
	switch {
	case name == "":
		return NameBuiltin
	case !IsFile(name):
		return strings.ReplaceAll(name, ":", " ")
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
