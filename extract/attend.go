package extract

import (
	"fmt"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/matrix"
	"example.org/centipawn/matrix/dense"
)

// Attend gives options what a command adds: the standard input, and remarks and
// progress on standard error. The function that it returns takes the progress
// away.
func (o *Options) Attend(std cli.Streams) (done func()) {
	stages := &progress.Stages{W: std.Err}
	o.Progress = func(stage string, read, size int64) { stages.At(stage, read, size, "") }
	o.Read.Stdin = std.In
	o.Remark = func(f note.Note) { cli.Printf(std.Err, "warning: %v\n", f) }
	return stages.Done
}

// OpenReject makes name the file of bad lines, if there is a name. The function
// that it returns closes it.
func (o *Options) OpenReject(name string) (done func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("-reject: %w", err)
	}
	o.Reject = f
	return f.Close, nil
}

// Create returns what [Run] opens its writer with: a writer for the kind of
// output that the name's ending says, a matrix for any other ending.
func Create(name string, shard matrix.Shard) func(matrix.Schema) (matrix.Writer, error) {
	return func(s matrix.Schema) (matrix.Writer, error) {
		switch filepath.Ext(name) {
		case ".csv":
			return dense.CreateCSV(name, s)
		case ".parquet":
			return dense.CreateParquet(name, s)
		}
		return matrix.Create(name, s, shard)
	}
}
