package rows

import (
	"fmt"
	"slices"
	"strings"
)

// NameOf returns the name of an enum's value.
func NameOf[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("%T(%d)", e, uint8(e))
}

// ParseName sets e to the value whose name is text.
func ParseName[E ~uint8](e *E, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q: want %s", text, strings.Join(names, " or "))
	}
	*e = E(i)
	return nil
}
