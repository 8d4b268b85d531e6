//go:build !unix

package measure

import "time"

// ProcessorTime returns the time since the process began.
func ProcessorTime() time.Duration { return time.Since(begun) }

var begun = time.Now()
