package cli

import (
	"bytes"
	"fmt"
	"io"
)

// JSONVersion is that of the objects that -json prints. It rises when a field goes or means
// something else, not when one is added.
const JSONVersion = 2

// WriteJSON prints an object for programs on a line of its own, its version first. Numbers that JSON
// cannot hold are null.
func WriteJSON(w io.Writer, object any) error {
	text, err := Marshal(object)
	if err != nil {
		return err
	}
	fields, ok := bytes.CutPrefix(text, []byte("{"))
	if !ok {
		return fmt.Errorf("cli: %T is not printed as an object", object)
	}
	if len(fields) > 1 {
		fields = append([]byte(","), fields...)
	}
	_, err = fmt.Fprintf(w, "{\"version\":%d%s\n", JSONVersion, fields)
	return err
}
