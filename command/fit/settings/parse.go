package settings

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/internal/cli"
)

// Parse adds the flags of fit to those of a command, reads its arguments and the run file that they
// name, and returns the options. The error has been printed where it is one of usage.
func Parse(fs *flag.FlagSet, args []string, std cli.Streams) (opt Options, err error) {
	s := newSettings()
	if err := s.misplaced(args); err != nil {
		return opt, cli.Usagef(std, "%v", err)
	}
	s.addFlags(fs)
	file := fs.String("run", "", "take settings that are not given as flags from this TOML `file`")
	inputs, err := cli.Parse(fs, args, std)
	if err == nil && *file != "" {
		err = s.readRun(*file)
	}
	if err != nil {
		return opt, err
	}
	if opt, err = s.options(inputs); err != nil {
		return opt, cli.Usagef(std, "%v", err)
	}
	opt.Call = call(args, opt.Out, opt.Report)
	return opt, nil
}

// call returns the command of some arguments, with base names in place of the paths of files that are there or are
// to be written.
func call(args []string, outputs ...string) string {
	words := []string{"fit"}
	for _, arg := range args {
		name, path, valued := strings.Cut(arg, "=")
		if !valued || !strings.HasPrefix(arg, "-") {
			name, path = "", arg
		} else {
			name += "="
		}
		_, err := os.Stat(path)
		if err == nil || slices.Contains(outputs, path) {
			path = filepath.Base(path)
		}
		words = append(words, cli.Quote(name+path))
	}
	return strings.Join(words, " ")
}
