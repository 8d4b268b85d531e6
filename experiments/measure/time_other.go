//go:build !unix

package measure

import "time"

// processorTime returns the time since the process began.
func processorTime() time.Duration { return time.Since(begun) }

var begun = time.Now()
