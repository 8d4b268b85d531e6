// Matrix looks into the design matrices that extract writes.
//
// Usage:
//
//	matrix check X.matrix...
//	matrix merge -o X.matrix PART.matrix...
//	matrix overlap [-json] A.matrix B.matrix
package main

import (
	"example.org/centipawn/command/matrix"
	"example.org/centipawn/internal/cli"
)

func main() { cli.Main("matrix", matrix.Main) }
