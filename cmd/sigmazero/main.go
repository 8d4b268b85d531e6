// Sigmazero trains a network with a policy and a value, and says what it knows.
//
// Usage:
//
//	sigmazero -dir RUN -warm FILE...
//	sigmazero make|show|grade|export ...
package main

import (
	"example.org/centipawn/command/sigmazero"
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("sigmazero", sigmazero.Main) }
