package building

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/internal/plaintext"
)

// products are libraries: what a build has made before, and what a source may bring along.
var products = []string{".a", ".lib", ".so", ".dylib", ".dll", ".rlib"}

// sift leaves out the libraries that git does not track, which a build has made: linked into the
// copy's program they would be of the old source. Where no git knows the folder they are copied.
func (f *Files) sift(ctx context.Context, folder string) {
	isProduct := func(f file) bool { return slices.Contains(products, filepath.Ext(f.path)) }
	if !slices.ContainsFunc(f.list, isProduct) {
		return
	}
	tracked, known := trackedIn(ctx, folder)
	var libraries []string
	f.list = slices.DeleteFunc(f.list, func(f file) bool {
		if !isProduct(f) || slices.Contains(tracked, f.path) {
			return false
		}
		libraries = append(libraries, f.path)
		return known
	})
	switch {
	case len(libraries) == 0:
	case known:
		f.note("left out, since a build may have made them and git does not track them: " + Some(libraries))
	default:
		f.note("copied as they are, though a build may have made them: " + Some(libraries) + "; remove them if it makes them again")
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
func (f *Files) outside() {
	var links []string
	for _, file := range f.list {
		if file.mode.IsDir() && file.link == "" {
			links = append(links, file.path+" to "+file.sum)
		}
	}
	if len(links) > 0 {
		f.note("links to folders outside of the source stay links, and what a build writes there is of both engines: " + Some(links))
	}
}

func (f *Files) note(text string) { f.Notes = append(f.Notes, text) }

// Some shortens a list.
func Some(list []string) string {
	const most = 5
	if more := len(list) - most; more > 0 {
		return fmt.Sprintf("%s and %s more", strings.Join(list[:most], "; "), plaintext.Thousands(more))
	}
	return strings.Join(list, "; ")
}
