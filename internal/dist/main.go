// Dist builds the archives of a release: for each system the commands, the licence texts of all that
// is linked or embedded, completions and manual pages; and SHA256SUMS.
//
//	go run ./internal/dist [-targets os/arch,...] FOLDER
//
// Equal commits and compilers give equal bytes, wherever and whenever they are built.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/cli"
)

const targets = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	list := flag.String("targets", targets, "build for these `systems`")
	profile := flag.String("pgo", "cmd/engine/default.pgo", "the compiler's `profile`, or off")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/dist [-targets os/arch,...] FOLDER")
		os.Exit(2)
	}
	if err := dist(flag.Arg(0), strings.Split(*list, ","), *profile); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// dist writes the archives of the systems, and their checksums.
func dist(folder string, systems []string, profile string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	common := filepath.Join(tmp, "common")
	if err := writeCommon(common, filepath.Join(tmp, "host")); err != nil {
		return err
	}
	var sums strings.Builder
	for _, system := range systems {
		name, data, err := buildOne(tmp, common, system, profile)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s: %.1f MB\n", name, float64(len(data))/1e6)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// buildOne builds the commands for a system and packs them with what all systems share.
func buildOne(tmp, common, system, profile string) (name string, data []byte, err error) {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return "", nil, fmt.Errorf("want os/arch")
	}
	root := fmt.Sprintf("centipawn-%s-%s-%s", cli.Version, goos, goarch)
	folder := filepath.Join(tmp, root)
	if err := os.CopyFS(folder, os.DirFS(common)); err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(folder)
	if err := build(filepath.Join(folder, "bin"), profile, "GOOS="+goos, "GOARCH="+goarch); err != nil {
		return "", nil, err
	}
	if goos == "windows" {
		data, err = zipped(tmp, root)
		return root + ".zip", data, err
	}
	data, err = tarred(tmp, root)
	return root + ".tar.gz", data, err
}

// build builds the commands into a folder. What else could change their bytes is fixed: settings of the
// caller's environment, and what Go says of the checkout.
func build(folder, profile string, env ...string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-pgo="+profile, "-ldflags=-s -w", "-o", folder+string(filepath.Separator), "./cmd/...")
	cmd.Env = append(append(os.Environ(), "GOFLAGS=", "GOEXPERIMENT=", "CGO_ENABLED=0", "GOAMD64=v2", "GOARM64=v8.0"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// writeCommon writes what the archives of all systems have: the texts of README, NOTICE and CHANGELOG, licences,
// and what the commands of this machine, built into host, say of themselves.
func writeCommon(folder, host string) error {
	for _, dir := range []string{"licences", "completions", "man"} {
		if err := os.MkdirAll(filepath.Join(folder, dir), 0o777); err != nil {
			return err
		}
	}
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		if err := copyFile(filepath.Join(folder, name), name); err != nil {
			return err
		}
	}
	if err := writeLicences(filepath.Join(folder, "licences")); err != nil {
		return err
	}
	if err := build(host, "off"); err != nil {
		return err
	}
	commands, err := os.ReadDir(host)
	if err != nil {
		return err
	}
	for _, c := range commands {
		if err := describe(folder, filepath.Join(host, c.Name())); err != nil {
			return err
		}
	}
	return nil
}

// describe writes a command's completions and its manual page.
func describe(folder, command string) error {
	name := strings.TrimSuffix(filepath.Base(command), ".exe")
	for file, args := range map[string][]string{
		"completions/" + name + ".bash": {"completion", "bash"},
		"completions/_" + name:          {"completion", "zsh"},
		"completions/" + name + ".fish": {"completion", "fish"},
		"man/" + name + ".1":            {"man"},
	} {
		text, err := exec.Command(command, args...).Output()
		if err != nil {
			return fmt.Errorf("%s %v: %w", name, args, err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}
