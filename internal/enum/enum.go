// Package enum gives the values of small types their names: in flags, in files, in messages.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Name returns the name of a value, or its type and number if it has none.
func Name[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("%T(%d)", e, uint8(e))
}

// Parse sets e to the value that is called text.
func Parse[E ~uint8](e *E, names []string, text []byte) error {
	i, err := Index(names, string(text))
	if err == nil {
		*e = E(i)
	}
	return err
}

// Index returns the index of a name, of two at least.
func Index(names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	last := len(names) - 1
	return 0, fmt.Errorf("%q is neither %s nor %s", name, strings.Join(names[:last], ", "), names[last])
}
