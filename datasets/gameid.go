package datasets

import "example.org/centipawn/datasets/cut"

// A GameNamer is a [LineReader] that knows what a file calls the game of a line.
type GameNamer interface {
	// GameName returns the id of the line that was read last, as it stands there; nil if it has none.
	GameName() []byte
}

// GameName returns what the file calls the game of a line of the chunk; "" if it does not name games, or its records
// are not lines. It reads the line again: a [Sample] has only a hash of the id.
func (c *Chunk) GameName(line int) string {
	layout, ok := c.layout.(LineLayout)
	if !ok {
		return ""
	}
	var scratch Parsed
	reader := layout.Lines(c.Text, &scratch)
	namer, ok := reader.(GameNamer)
	if !ok {
		return ""
	}
	number := c.Line
	for text, rest, more := cut.Line(c.Text[c.Skip:]); more; text, rest, more = cut.Line(rest) {
		if number == line {
			var s Sample
			if ReadLine(reader, text, &s) != nil {
				return ""
			}
			return string(namer.GameName())
		}
		number++
	}
	return ""
}
