package prove

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// products are libraries: what a build has made before, and what a source may bring along.
var products = []string{".a", ".lib", ".so", ".dylib", ".dll", ".rlib"}

// sift leaves out the libraries that git does not track, which a build has made: linked into the
// copy's program they would be of the old source. Where no git knows the folder they are copied.
func (r *Run) sift(ctx context.Context) {
	isProduct := func(f file) bool { return slices.Contains(products, filepath.Ext(f.path)) }
	if !slices.ContainsFunc(r.files, isProduct) {
		return
	}
	tracked, known := trackedIn(ctx, r.Source)
	var libraries []string
	r.files = slices.DeleteFunc(r.files, func(f file) bool {
		if !isProduct(f) || slices.Contains(tracked, f.path) {
			return false
		}
		libraries = append(libraries, f.path)
		return known
	})
	switch {
	case len(libraries) == 0:
	case known:
		r.say("copy", "left out, since a build may have made them and git does not track them: "+some(libraries))
	default:
		r.say("copy", "copied as they are, though a build may have made them: "+some(libraries)+"; remove them if it makes them again")
	}
}

// trackedIn returns the libraries of a folder that git tracks, and whether it is a checkout.
func trackedIn(ctx context.Context, folder string) (paths []string, known bool) {
	args := []string{"-C", folder, "ls-files", "-z", "--recurse-submodules", "--"}
	for _, extension := range products {
		args = append(args, "*"+extension)
	}
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	return strings.Split(strings.TrimRight(string(out), "\x00"), "\x00"), err == nil
}

// outside says which links lead out of the source: both copies use what is there.
func (r *Run) outside() {
	var links []string
	for _, f := range r.files {
		if f.mode.IsDir() && f.link == "" {
			links = append(links, f.path+" to "+f.sum)
		}
	}
	if len(links) > 0 {
		r.say("copy", "links to folders outside of the source stay links, and what a build writes there is of both engines: "+some(links))
	}
}
