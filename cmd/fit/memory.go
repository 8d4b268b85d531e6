package main

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// fitGrowth is how far the heap grows between collections while weights are
// fitted, in percent: nearly all of it are the rows, which hold no pointers and so
// cost a collection nothing.
const fitGrowth = 10

// releaseReading gives back what reading took and fitting does not need, and
// keeps the heap tight from then on, unless GOGC says how.
func releaseReading() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(fitGrowth)
	}
	debug.FreeOSMemory()
}

// byteUnits are the units of sizes, longest endings first.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// parseBytes reads a size such as 2GB or 512MiB.
func parseBytes(text string) (int64, error) {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if s, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = s, u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if size := v * unit; err == nil && size >= 1 && size < math.MaxInt64 {
		return int64(size), nil
	}
	return 0, fmt.Errorf("-memory %s: want a size such as 2GB or 512MiB", text)
}

// memoryBound returns the bytes that the working copy of the rows may take: those
// of -memory, or half of Go's memory limit (GOMEMLIMIT) if there is one; 0 is no
// bound.
func memoryBound(text string) (int64, error) {
	if text != "" {
		return parseBytes(text)
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return limit / 2, nil
	}
	return 0, nil
}
