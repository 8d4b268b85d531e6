package advise

import (
	"flag"
	"slices"
	"strings"

	"example.org/centipawn/extract"
)

// notRepeated are flags of reading that say nothing about the rows.
var notRepeated = []string{"threads", "reject"}

// dataFlags returns the flags among args that say which rows are read, as they were given, quoted for a
// shell: those of [extract.FlagGroups].
func dataFlags(fs *flag.FlagSet, args []string) (list []string) {
	var names []string
	for _, g := range extract.FlagGroups() {
		names = append(names, g.Flags...)
	}
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		arg := args[i]
		name, _, whole := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		f := fs.Lookup(name)
		if !strings.HasPrefix(arg, "-") || f == nil {
			continue
		}
		words := []string{shellWord(arg)}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !whole && !(ok && b.IsBoolFlag()) && i+1 < len(args) {
			i++
			words = append(words, shellWord(args[i]))
		}
		if slices.Contains(names, name) && !slices.Contains(notRepeated, name) {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}

// shellWord writes a word as a shell reads it.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./:,+@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
