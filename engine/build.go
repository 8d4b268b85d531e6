package engine

import (
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"sync"
)

// Build names this build of the engine, for runs whose games must all come of one: another
// may find other moves. The same source makes the same program.
//
// The program's file is read once, by the first call. Only Linux knows it when another one
// has taken its name: a run of hours calls at its beginning.
func Build() (string, error) { return build() }

var build = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "linux" {
		path = "/proc/self/exe" // what runs, whatever has its name
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("this build of the engine, SHA-256 %x", sha256.Sum256(program)), nil
})
