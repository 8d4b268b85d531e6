package matrix

import "centipawn/memory"

// Guard calls f, which reads blocks of matrices. An array that another program has cut
// short since it was opened, or that the disk fails to give, becomes an error that names
// the file; without Guard it ends the program. f must not start goroutines that read.
func Guard(f func() error) error { return memory.Guard(f) }
