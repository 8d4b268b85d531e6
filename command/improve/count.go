package improve

import (
	"bytes"
	"io"
)

// A counter counts the rows of a trace that passes: lines that are no comments.
type counter struct {
	io.Writer
	rows   int
	inside bool // of a line
}

// Write implements [io.Writer].
func (c *counter) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if text := bytes.TrimSpace(line); !c.inside && len(text) > 0 && text[0] != '#' {
			c.rows++
		}
		c.inside = line[len(line)-1] != '\n'
	}
	return c.Writer.Write(p)
}
