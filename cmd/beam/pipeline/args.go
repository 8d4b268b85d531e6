package pipeline

import (
	"io"
	"strings"
)

// flagValue returns the value of a flag among arguments.
func flagValue(args []string, name string) (value string, given bool) {
	for i, arg := range args {
		switch flag, value, whole := cutFlag(arg); {
		case flag != name:
		case whole:
			return value, true
		case i+1 < len(args):
			return args[i+1], true
		default:
			return "", true
		}
	}
	return "", false
}

// withoutFlag returns the arguments without a flag and its value.
func withoutFlag(args []string, name string) (rest []string) {
	for i := 0; i < len(args); i++ {
		flag, _, whole := cutFlag(args[i])
		if flag != name {
			rest = append(rest, args[i])
		} else if !whole {
			i++
		}
	}
	return rest
}

// cutFlag returns the name of a flag, and its value if it stands in the same argument.
func cutFlag(arg string) (name, value string, whole bool) {
	text, ok := strings.CutPrefix(arg, "-")
	if !ok {
		return "", "", false
	}
	return strings.Cut(strings.TrimPrefix(text, "-"), "=")
}

// nothing is an input that is at its end.
type nothing struct{}

func (*nothing) Read([]byte) (int, error) { return 0, io.EOF }

// tail keeps the last bytes that a shard has said.
type tail struct{ last []byte }

const tailBytes = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.last = append(t.last, b...)
	if extra := len(t.last) - tailBytes; extra > 0 {
		t.last = t.last[extra:]
	}
	return len(b), nil
}

func (t *tail) text() string { return strings.TrimSpace(string(t.last)) }
