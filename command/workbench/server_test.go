package workbench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
)

// newTest returns a server of arguments that runs for the test, and its token.
func newTest(t *testing.T, args ...string) (*httptest.Server, string) {
	t.Helper()
	s, running := serving(t, args...)
	return running, s.access.Token
}

// serving returns a server of arguments, and where it answers for the test.
func serving(t *testing.T, args ...string) (*server, *httptest.Server) {
	t.Helper()
	var messages bytes.Buffer
	project, err := items.Watch(args, &messages)
	if err != nil {
		t.Fatal(err)
	}
	running := httptest.NewUnstartedServer(nil)
	a, err := web.NewAccess("127.0.0.1:0", running.Listener.Addr())
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(project, a)
	running.Config.Handler = s.handler()
	running.Start()
	t.Cleanup(running.Close)
	return s, running
}

// sampleRows is how many lines of the embedded sample a test reads.
const sampleRows = 6000

// smallSample writes the first lines of the embedded sample to a file, sample.csv.
func smallSample(t *testing.T) string {
	t.Helper()
	f, err := os.Open("../../datasets/sample/sample.csv.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var text bytes.Buffer
	lines := bufio.NewScanner(d)
	for n := 0; n < sampleRows && lines.Scan(); n++ {
		text.Write(lines.Bytes())
		text.WriteByte('\n')
	}
	path := filepath.Join(t.TempDir(), "sample.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// get asks a server and returns status and body.
func get(t *testing.T, server *httptest.Server, path string, params url.Values) (int, []byte) {
	t.Helper()
	reply, err := http.Get(server.URL + path + "?" + params.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, body
}

// ask asks a server for JSON, which must be there.
func ask[T any](t *testing.T, server *httptest.Server, path string, params url.Values) (v T) {
	t.Helper()
	status, body := get(t, server, path, params)
	if status != http.StatusOK {
		t.Fatalf("%s?%s: status %d: %s", path, params.Encode(), status, body)
	}
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// rowsOf returns the rows of a data file, counted by a set.
func rowsOf(t *testing.T, path, set string) *items.Rows {
	t.Helper()
	open, err := items.Open([]string{path}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := open[0].Rows(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
