package directions

import (
	"example.org/centipawn/fit/directions"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// Format is that of directions.json.
const Format = "centipawn directions 1"

// A List is the directions that were made from one set of games. It is plain data, and holds no time and
// no number of threads: equal inputs give equal bytes of JSON.
type List struct {
	Format string `json:"format"`
	Tool   string `json:"tool"`   // program and version
	Old    string `json:"old"`    // base name of the old weights' file
	Set    string `json:"set"`    // of terms
	Inputs string `json:"inputs"` // hash of rows, old weights and program: directions of others are made again
	Rows   int    `json:"rows"`   // of the games
	Games  int    `json:"games"`  // or clusters

	Directions []Direction `json:"directions"`
	Skipped    []Skipped   `json:"skipped,omitempty"`

	// Whole are the changes by the directions as they are, in their order. Nil until all are made.
	Whole *directions.Table `json:"whole,omitempty"`

	// Split are the changes by their parts: the middlegame weights alone, the endgame weights alone, and what
	// has neither, each where it moves. Their names are those of the directions with .mg, .eg and .rest.
	Split *directions.Table `json:"split,omitempty"`
}

// A Direction is a fit that begins with the old weights and holds on to them.
type Direction struct {
	Name    string `json:"name"`    // such as scores-3000
	Why     string `json:"why"`     // what it differs in
	Command string `json:"command"` // that makes it alone, with base names of files
	File    string `json:"file"`    // base name of its weights, in the folder of the list
	Key     string `json:"key"`     // hash of what it depends on beside Inputs of the list

	// Labels names what it was fitted to: results, scores, results and scores, or the name of -labels.
	Labels string `json:"labels"`

	// Train and Test are its errors on its own labels; nil: there is no such row, or it was fitted to choices.
	Train *Errors `json:"train,omitempty"`
	Test  *Errors `json:"test,omitempty"` // nil without test rows

	Notes note.List `json:"warnings,omitempty"`

	// Weights are those of File.
	Weights *weights.File `json:"-"`
}

// Errors are mean squared differences between expected scores and labels, by the K of the fit.
type Errors struct {
	Rows   int     `json:"rows"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	Change float64 `json:"change"` // New less Old: negative is better

	// Low and High are its 95 % interval by games; both 0: there is none.
	Low  float64 `json:"low,omitempty"`
	High float64 `json:"high,omitempty"`
}

// Skipped is a direction that was not made.
type Skipped struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}
