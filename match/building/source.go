// Package building builds an engine from copies of its source with weights written into them. The
// source itself is never changed.
package building

import (
	"time"

	"example.org/centipawn/weights/source"
)

// A Source is what an engine is built of, and how.
type Source struct {
	Folder  string         // of the engine, which is copied
	Texts   []source.Code  // the files that hold weights, within Folder
	Options source.Options // how they are read
	Command string         // that builds, for the shell, in the copy's folder
	Program string         // what it makes: a path within Folder

	Grace time.Duration // that a build which is stopped has to end before it is killed; 0: 5 s
}
