package client

import (
	"fmt"
	"strings"

	"example.org/centipawn/engine/uci"
)

// SetOption sets an option of the engine. One that the engine has not declared, or a value outside
// of what it has declared, is a [BadOption] and is not sent. The value of a button is "".
func (c *Client) SetOption(name, value string) error {
	o := c.option(name)
	if o == nil {
		return &BadOption{c.id, name, value, fmt.Errorf("unknown option %q: pass one of: %s", name, c.optionNames())}
	}
	spelled, err := o.Value(value)
	if err != nil {
		return &BadOption{c.id, name, value, err}
	}
	if o.Is(chess960) {
		c.chess960 = spelled == "true"
	}
	command := "setoption name " + o.Name
	switch {
	case spelled != "":
		command += " value " + spelled
	case o.Type == uci.String:
		command += " value <empty>"
	}
	return c.send(command)
}

// chess960 is the option by which castling is written as the king taking his rook.
const chess960 = "UCI_Chess960"

// option returns the option of this name, nil if there is none.
func (c *Client) option(name string) *uci.Option {
	for i := range c.options {
		if c.options[i].Is(name) {
			return &c.options[i]
		}
	}
	return nil
}

func (c *Client) optionNames() string {
	var names []string
	for i := range c.options {
		names = append(names, c.options[i].Name)
	}
	return strings.Join(names, ", ")
}
