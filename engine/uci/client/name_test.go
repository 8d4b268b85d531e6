package client

import "testing"

// TestName: what an engine calls itself is text in one line, whatever it prints.
func TestName(t *testing.T) {
	var c Client
	c.declare("id name L\xe9touzey\t 2\x1b[1m")
	c.declare("id author \xe9")
	if c.Name() != "L?touzey 2?[1m" || c.Author() != "?" {
		t.Errorf("name %q, author %q", c.Name(), c.Author())
	}
}
