package workbench

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// TestCtrlC: the command prints its address, answers there, and ends without an error.
func TestCtrlC(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Main(ctx, []string{"published:pesto"}, cli.Streams{Out: in, Err: io.Discard})
		in.Close()
		ended <- err
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSpace(string(line[:n]))
	u, err := url.Parse(address)
	if err != nil || u.Hostname() != "127.0.0.1" || u.Query().Get("token") == "" {
		t.Fatalf("the address is %q: %v", address, err)
	}
	u.Path = "/api/items"
	reply, err := http.Get(u.String())
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatal(reply, err)
	}
	open, err := io.ReadAll(reply.Body)
	reply.Body.Close()
	if err != nil || !strings.Contains(string(open), "published:pesto") {
		t.Errorf("%v: what is open is not named: %s", err, open)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestUsualPort: the port stays the same from run to run; where it is taken, a message names another.
func TestUsualPort(t *testing.T) {
	var said strings.Builder
	first, err := listenAt(t.Context(), usualAddress, &said)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if first.Addr().String() != usualAddress {
		t.Skip("another program has the port")
	}
	if said.Len() > 0 {
		t.Errorf("the usual port is free, and it says %q", said.String())
	}
	second, err := listenAt(t.Context(), usualAddress, &said)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if second.Addr().String() == usualAddress || !strings.Contains(said.String(), "free port") {
		t.Errorf("a second server is at %s and says %q", second.Addr(), said.String())
	}
	if _, err := listenAt(t.Context(), second.Addr().String(), &said); err == nil {
		t.Error("another address that is taken is not an error")
	}
}

// TestArguments: errors name arguments that are not files, or not files of a known kind.
func TestArguments(t *testing.T) {
	for arg, want := range map[string]string{"nothing.json": "nothing.json", "doc.go": "neither weights"} {
		err := Main(t.Context(), []string{arg}, cli.Streams{Out: io.Discard, Err: io.Discard})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", arg, err, want)
		}
	}
}

// TestVisitors: a hundred at once get their answers, searches among them.
func TestVisitors(t *testing.T) {
	server, _ := newTest(t, adviceFile(t, adviceOf(script)))
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			route := routes[i%len(routes)]
			if route.path == "/api/whatif/profile" { // it needs rows, and none are open
				return
			}
			params := url.Values{}
			for name, v := range route.params {
				if name != "rows" && name != "old" {
					params[name] = v
				}
			}
			reply, err := http.Get(server.URL + route.path + "?" + params.Encode())
			if err != nil {
				t.Error(err)
				return
			}
			defer reply.Body.Close()
			if body, err := io.ReadAll(reply.Body); err != nil || reply.StatusCode != http.StatusOK {
				t.Errorf("%s: status %d, %v: %.200s", route.path, reply.StatusCode, err, body)
			}
		})
	}
	all.Wait()
}

// TestPipe: a pipe in a folder is skipped, and one that is named is refused; neither is waited for.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.csv")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("needs mkfifo")
	}
	if _, err := items.Open([]string{pipe}, io.Discard); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe by name: %v", err)
	}
	if err := weights.Builtin().Write(filepath.Join(dir, "a.json")); err != nil {
		t.Fatal(err)
	}
	open, err := items.Open([]string{dir}, io.Discard)
	if err != nil || len(open) != 3 || open[0].Label != "a.json" || open[1].Label != "published:standard" {
		t.Errorf("%d items, %v", len(open), err)
	}
}
