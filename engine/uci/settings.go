package uci

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// protocolOptions are the settings that Serve keeps itself.
type protocolOptions struct {
	overhead time.Duration // lost on the way of every move
	chess960 bool          // castling is written as the king taking his rook
	showWDL  bool
}

func defaultProtocol() protocolOptions { return protocolOptions{overhead: 10 * time.Millisecond} }

// options declares the settings with their present values. Ponder is declared so
// that a GUI lets the engine ponder: nothing depends on it.
func (p *protocolOptions) options() []Option {
	return []Option{
		{Name: "Move Overhead", Type: Spin, Default: strconv.Itoa(int(p.overhead.Milliseconds())), Min: 0, Max: 5000},
		{Name: "Ponder", Type: Check, Default: "false"},
		{Name: "UCI_Chess960", Type: Check, Default: strconv.FormatBool(p.chess960)},
		{Name: "UCI_ShowWDL", Type: Check, Default: strconv.FormatBool(p.showWDL)},
	}
}

// set takes a checked value and reports whether the option is one of these.
func (p *protocolOptions) set(name, value string) bool {
	switch name {
	case "Move Overhead":
		ms, _ := strconv.Atoi(value)
		p.overhead = time.Duration(ms) * time.Millisecond
	case "Ponder":
	case "UCI_Chess960":
		p.chess960 = value == "true"
	case "UCI_ShowWDL":
		p.showWDL = value == "true"
	default:
		return false
	}
	return true
}

// setOption is "setoption name NAME [value VALUE]". During a search the value is
// checked at once and taken when the search has ended.
func (s *server) setOption(c call) {
	name, text := splitSetting(c)
	if name == "" {
		s.out.info("setoption: no name: pass setoption name NAME value VALUE")
		return
	}
	at := slices.IndexFunc(s.options, func(o Option) bool { return o.Is(name) })
	if at < 0 {
		s.out.info("setoption: unknown option %.80q: uci lists all options", name)
		return
	}
	o := &s.options[at]
	value, err := o.Value(text)
	if err != nil {
		s.out.info("%v", err)
		return
	}
	s.whenIdle("option "+o.Name, func() { s.apply(o.Name, value) })
}

func (s *server) apply(name, value string) {
	if s.protocol.set(name, value) {
		return
	}
	if err := s.engine.SetOption(name, value); err != nil {
		s.out.info("option %s: %v", name, err)
	}
}

// splitSetting returns the name and the value as it is written, blanks and all.
func splitSetting(c call) (name, value string) {
	if len(c.words) < 2 || c.words[1] != "name" {
		return "", ""
	}
	words := c.words[2:]
	end := slices.Index(words, "value")
	if end < 0 {
		return strings.Join(words, " "), ""
	}
	before := len(strings.Fields(c.text)) - len(words) + end + 1
	return strings.Join(words[:end], " "), afterFields(c.text, before)
}
