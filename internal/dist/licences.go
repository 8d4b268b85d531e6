package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// licenceFile is how modules call the files of their terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// notOurs begins licences under which nothing may be linked.
var notOurs = regexp.MustCompile(`(?i)^\s*GNU (AFFERO )?GENERAL PUBLIC LICENSE`)

// chosen are the terms that we take of modules that offer a choice, in a file beside those of its root.
var chosen = map[string]string{"github.com/golang/freetype": "licenses/ftl.txt"}

// writeLicences collects the terms of all that is linked into the commands for any system, or embedded.
func writeLicences(folder string) error {
	parts, err := linkedParts()
	if err != nil {
		return err
	}
	for name, dir := range parts {
		if err := copyLicences(folder, name, dir); err != nil {
			return err
		}
	}
	return nil
}

// linkedParts are the folders of the terms of all that is not ours: modules, Go itself, and what pages embed.
func linkedParts() (map[string]string, error) {
	parts, err := linkedModules()
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	parts["go"] = strings.TrimSpace(string(goroot))
	vendor := filepath.Join("internal", "pages", "assets", "vendor")
	embedded, err := os.ReadDir(vendor)
	if err != nil {
		return nil, err
	}
	for _, e := range embedded {
		if e.IsDir() {
			parts[e.Name()] = filepath.Join(vendor, e.Name())
		}
	}
	return parts, nil
}

// linkedModules are the modules that the commands link on any system of a release, with their folders.
func linkedModules() (map[string]string, error) {
	modules := map[string]string{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/...")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", goos, err)
		}
		for line := range strings.Lines(string(out)) {
			if module, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				modules[module] = dir
			}
		}
	}
	return modules, nil
}

// copyLicences copies the terms of a module. It is an error if there are none, or if they are not ours.
func copyLicences(folder, module, dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range files {
		if !f.IsDir() && licenceFile.MatchString(f.Name()) {
			names = append(names, f.Name())
		}
	}
	if path, _, _ := strings.Cut(module, "@"); chosen[path] != "" {
		names = append(names, chosen[path])
	}
	if names == nil {
		return fmt.Errorf("%s: no licence in %s", module, dir)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if notOurs.Match(text) {
			return fmt.Errorf("%s is under the GPL or AGPL: it must not be linked", module)
		}
		to := strings.NewReplacer("/", "_", "@", "_").Replace(module + "_" + name)
		if err := os.WriteFile(filepath.Join(folder, to), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
