package directions

// ListName is the file of the list in the folder of the directions.
const ListName = "directions.json"

// Options say from what directions are made.
type Options struct {
	// Inputs are the rows: traces, matrices or data files, as the command fit takes them.
	Inputs []string

	// Start is the file of the old weights.
	Start string

	// Dir is the folder of the weights files and their list. It is made if it is not there; directions in it
	// that are of the same inputs are not made again.
	Dir string

	// Tempo are patterns of the weights that are held, but for the direction that frees them. Nil means
	// tempo, Tempo and the like. A pattern that matches nothing is an error if it was given.
	Tempo []string

	// Labels are other labels of the rows of traces.
	Labels []Labels

	// Leaves are rows of search trees (match leaves), Choices those of choices among moves (match choices).
	// Nil: these directions are skipped.
	Leaves, Choices Rows

	// Only names the directions that are made. Nil means all that apply.
	Only []string

	// Flags are further flags of the command fit for all directions, such as "-parity", "2" or "-seed", "2".
	Flags []string

	Threads int // 0: one for each processor

	// Slow computes standard errors, too, as fit does without -quick.
	Slow bool
}

// Labels are labels of the rows by a file: the n-th row is of the n-th position, as with fit -positions.
type Labels struct{ Name, File string }

// Rows are further traces or data files.
type Rows []string
