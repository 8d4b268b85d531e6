package jobs

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// A Launcher returns the program that runs a command and its arguments, the program's name first.
type Launcher func(words []string) (path string, argv []string, err error)

// Self is the launcher of a program that runs the commands of the registry itself, called by their names: see
// [Called]. If the command's own program stands beside it, of the same build, that is taken: a match goes on with the
// program that began it alone. Args are the arguments that the workbench has: if a verb stands before them, the program
// is one with many verbs, and a job is another of these.
func Self(args []string) Launcher {
	before := os.Args[1:max(1, len(os.Args)-len(args))]
	return func(words []string) (string, []string, error) {
		self, err := os.Executable()
		if err != nil {
			return "", nil, err
		}
		if len(before) == 1 && before[0] == "workbench" {
			return self, append([]string{filepath.Base(os.Args[0])}, words...), nil
		}
		if own := filepath.Join(filepath.Dir(self), words[0]+ending()); sameBuild(self, own) {
			self = own
		}
		return self, words, nil
	}
}

func ending() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

var builds sync.Map // whether programs are of the build of this one, by path

// sameBuild reports whether a program is there and says the version of another.
func sameBuild(self, other string) bool {
	if same, known := builds.Load(other); known {
		return same.(bool)
	}
	same := false
	if info, err := os.Stat(other); err == nil && info.Mode().IsRegular() {
		mine, theirs := version(self), version(other)
		same = mine != "" && mine == theirs
	}
	builds.Store(other, same)
	return same
}

// version is what a program says with -version, its name aside.
func version(path string) string {
	text, err := exec.Command(path, "-version").Output()
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	return rest
}

// Called returns the command as which a program was called, by the name that its first argument, its own name, has; false
// if that is none of the registry's.
func Called() (name string, ok bool) {
	name = strings.TrimSuffix(filepath.Base(os.Args[0]), ending())
	_, ok = Command(name)
	return name, ok
}
