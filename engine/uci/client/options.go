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
		return &BadOption{c.id, name, value, c.undeclared(name)}
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

// SetAndHear sets an option as SetOption does, waits until the engine is ready, and returns what it
// says of the option: the texts of its lines "info string". Errors: those of SetOption and of NewGame.
func (c *Client) SetAndHear(name, value string) (said []string, err error) {
	if _, err := c.ready("isready"); err != nil { // what it says of earlier commands is read with that
		return nil, err
	}
	if err := c.SetOption(name, value); err != nil {
		return nil, err
	}
	command := c.last
	if err := c.send("isready"); err != nil {
		return nil, err
	}
	c.last = command // which it is asked about
	_, err = c.await(max(c.newGame, c.cfg.Timeouts.Handshake), readyOK, func(text string) error {
		if words, ok := strings.CutPrefix(text, "info string "); ok && len(said) < maxSaid {
			said = append(said, shorten(strings.TrimSpace(words)))
		}
		return nil
	})
	return said, err
}

// maxSaid is how many lines of what an engine says of an option are kept.
const maxSaid = 100

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

// undeclared is why an option cannot be set that the engine has not declared in words that are
// understood.
func (c *Client) undeclared(name string) error {
	for _, line := range c.unread {
		if uci.Declares(line, name) {
			_, err := uci.ParseOption(line)
			return fmt.Errorf("the line that declares %s is not understood: %w: omit %s, or correct what the engine prints after \"uci\"", name, err, name)
		}
	}
	var names []string
	for i := range c.options {
		names = append(names, c.options[i].Name)
	}
	return uci.Unknown(name, names, c.listing())
}

// listing says how a user gets all options of the engine.
func (c *Client) listing() string {
	return fmt.Sprintf("echo uci | %s lists them", Spell(c.cfg.Command, c.cfg.Args))
}
