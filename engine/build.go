package engine

import (
	"crypto/sha256"
	"fmt"
	"os"
)

// Build names this build of the engine, for runs whose games must all come of one: another
// may find other moves. The same source makes the same program.
func Build() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("this build of the engine, SHA-256 %x", sha256.Sum256(program)), nil
}
