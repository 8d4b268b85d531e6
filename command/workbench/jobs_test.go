package workbench

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/workbench/desk"
	"example.org/centipawn/command/workbench/jobs"
)

// atDesk returns a server of a project folder with a small data file, whose jobs are on, and the folder.
func atDesk(t *testing.T, programs ...string) (s *server, running *httptest.Server, dir string) {
	t.Helper()
	dir = t.TempDir()
	text, err := os.ReadFile(smallSample(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sample.csv"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	s, running = deskOf(t, dir, programs...)
	return s, running, dir
}

// deskOf returns a server of a project folder whose jobs are on. At the end of the test none of them is at work.
func deskOf(t *testing.T, dir string, programs ...string) (s *server, running *httptest.Server) {
	t.Helper()
	s, running = serving(t, dir)
	d, err := desk.Open(&desk.Options{AtOnce: 1, Programs: programs}, s.project, []string{dir}, nil, running.Listener.Addr())
	if err != nil || d.Off != "" {
		t.Fatalf("%v %s", err, d.Off)
	}
	s.jobs = d
	ctx, end := context.WithCancel(context.Background())
	wait := d.Begin(ctx)
	go s.watch(ctx)
	t.Cleanup(func() {
		for _, j := range slices.Backward(d.Queue.Jobs()) { // the waiting ones first
			_ = d.Queue.Stop(ctx, j.ID) // it may have ended
		}
		until(t, func() bool {
			return !slices.ContainsFunc(d.Queue.Jobs(), func(j jobs.Job) bool {
				return slices.Contains([]jobs.State{jobs.Waiting, jobs.Running, jobs.Stopping}, j.State)
			})
		})
		end()
		wait()
	})
	return s, running
}

// visitor is a browser that has opened the printed address.
func visitor(t *testing.T, s *server, running *httptest.Server) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	reply, err := c.Get(running.URL + "/jobs?token=" + s.access.Token + "&new=fit")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusOK || reply.Request.URL.RequestURI() != "/jobs?new=fit" {
		t.Fatalf("status %d at %s", reply.StatusCode, reply.Request.URL)
	}
	return c
}

// sentTo posts a body and returns status and answer.
func sentTo(t *testing.T, c *http.Client, address, body string, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest("POST", address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	reply, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// TestCookie: the printed address leaves its token in a cookie that no script and no other site has, and leads to the
// address without it; with the cookie a page may write, and without it may not.
func TestCookie(t *testing.T) {
	s, running, _ := atDesk(t)
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{"/?token=": "/", "/fit?report=a%26b&token=": "/fit?report=a%26b", "//evil.example/x?token=": "/evil.example/x"} {
		reply, err := plain.Get(running.URL + path + s.access.Token)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if got := reply.Header.Get("Location"); reply.StatusCode != http.StatusSeeOther || got != want {
			t.Errorf("%s: status %d to %q, want %q", path, reply.StatusCode, got, want)
		}
		cookie := reply.Header.Get("Set-Cookie")
		for _, part := range []string{"centipawn-" + s.access.Port + "=", "HttpOnly", "SameSite=Strict", "Path=/"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("%s: the cookie %q lacks %s", path, cookie, part)
			}
		}
	}
	reply, err := plain.Get(running.URL + "/?token=x" + s.access.Token)
	if err != nil {
		t.Fatal(err)
	}
	if reply.Body.Close(); reply.StatusCode != http.StatusOK || reply.Header.Get("Set-Cookie") != "" {
		t.Errorf("another token: status %d, cookie %q", reply.StatusCode, reply.Header.Get("Set-Cookie"))
	}
	c := visitor(t, s, running)
	for name, tt := range map[string]struct {
		client *http.Client
		header []string
		want   int
	}{
		"with the cookie":               {c, nil, 200},
		"without":                       {plain, nil, 403},
		"another value":                 {plain, []string{"Cookie", "centipawn-" + s.access.Port + "=x"}, 403},
		"the cookie of another port":    {plain, []string{"Cookie", "centipawn-1=" + s.access.Token}, 403},
		"from another site's page":      {c, []string{"Origin", "http://evil.example"}, 403},
		"from a page of another port":   {c, []string{"Origin", "http://127.0.0.1:1"}, 403},
		"the same, as the browser says": {c, []string{"Sec-Fetch-Site", "same-site"}, 403},
		"from a page without an origin": {c, []string{"Origin", "null"}, 403},
		"of a frame":                    {c, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
	} {
		if status, text := sentTo(t, tt.client, running.URL+"/api/jobs/check", `{"verb":"fit","flags":[],"args":["sample.csv"]}`, tt.header...); status != tt.want {
			t.Errorf("%s: status %d, want %d: %s", name, status, tt.want, text)
		}
	}
}

// TestJobsPrivate: who has not the token sees nothing of jobs and starts none.
func TestJobsPrivate(t *testing.T) {
	_, running, _ := atDesk(t)
	for _, path := range []string{"/api/jobs", "/api/jobs/form?new=fit", "/api/jobs/log.txt?job=1", "/api/jobs/repairs?file=sample.csv&new=fit"} {
		if status, body := get(t, running, path, nil); status != http.StatusForbidden {
			t.Errorf("%s: status %d: %s", path, status, body)
		}
	}
	for _, path := range []string{"", "/check", "/stop", "/resume", "/remove"} {
		if status, body := sentTo(t, http.DefaultClient, running.URL+"/api/jobs"+path, `{}`); status != http.StatusForbidden {
			t.Errorf("%s: status %d: %s", path, status, body)
		}
	}
}

// TestDesk: jobs are off where other machines reach the pages, unless the owner says otherwise, and without a project.
func TestDesk(t *testing.T) {
	s, running, dir := atDesk(t)
	for name, tt := range map[string]struct {
		at    address
		names []string
		jobs  bool
		off   string
	}{
		"this machine":            {"127.0.0.1:1", []string{dir}, false, ""},
		"this machine, version 6": {"[::1]:1", []string{dir}, false, ""},
		"the network":             {"0.0.0.0:1", []string{dir}, false, "-jobs"},
		"one address":             {"192.0.2.1:1", []string{dir}, false, "-jobs"},
		"the network, with -jobs": {"0.0.0.0:1", []string{dir}, true, ""},
		"a file":                  {"127.0.0.1:1", []string{filepath.Join(dir, "sample.csv")}, false, "workbench FOLDER"},
		"weights by name":         {"127.0.0.1:1", []string{"published:pesto"}, false, "workbench FOLDER"},
	} {
		d, err := desk.Open(&desk.Options{Remote: tt.jobs}, s.project, tt.names, nil, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if (d.Off == "") != (tt.off == "") || !strings.Contains(d.Off, tt.off) || (d.Queue == nil) != (tt.off != "") {
			t.Errorf("%s: off %q, want %q", name, d.Off, tt.off)
		}
	}
	c := visitor(t, s, running)
	s.jobs = &desk.Desk{Off: "why"}
	if status, text := sentTo(t, c, running.URL+"/api/jobs", `{"verb":"fit"}`); status != http.StatusNotFound || !strings.Contains(text, "jobs are off: why") {
		t.Errorf("status %d: %s", status, text)
	}
}

// TestOrder: hostile orders are refused whatever the form has checked, and leave nothing.
func TestOrder(t *testing.T) {
	s, running, dir := atDesk(t)
	c := visitor(t, s, running)
	for _, body := range []string{
		`{"verb":"fit","flags":[{"name":"o","value":"/etc/passwd"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[{"name":"o","value":"../x"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[{"name":"exec","value":"sh"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[{"name":"--exec","value":"sh"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[{"name":"o","value":"a\nb"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[{"name":"o","value":"a\u0000b"}],"args":["sample.csv"]}`,
		`{"verb":"fit","flags":[],"args":["--exec","sh"]}`,
		`{"verb":"match","flags":[{"name":"a","value":"cmd:sh"},{"name":"b","value":"builtin"}],"args":[]}`,
		`{"verb":"sh","flags":[],"args":["-c","id"]}`,
		`{"verb":"fit","words":["sh"]}`, `{"verb":"fit"} {}`, `[]`, ``, `{"verb":1}`, strings.Repeat("[", 100_000),
	} {
		if status, text := sentTo(t, c, running.URL+"/api/jobs", body); status != http.StatusBadRequest || !json.Valid([]byte(text)) {
			t.Errorf("%.100s: status %d: %s", body, status, text)
		}
	}
	if list := s.jobs.Queue.Jobs(); len(list) != 0 {
		t.Errorf("%d jobs", len(list))
	}
	if _, err := os.Stat(filepath.Join(dir, ".centipawn")); !os.IsNotExist(err) {
		t.Errorf("something was kept: %v", err)
	}
}

// prefilled asks for a form with parameters.
func prefilled(t *testing.T, c *http.Client, running *httptest.Server, params string) (sheet desk.Sheet) {
	t.Helper()
	reply, err := c.Get(running.URL + "/api/jobs/form?" + params)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d: %s, %v", params, reply.StatusCode, text, err)
	}
	if err := json.Unmarshal(text, &sheet); err != nil {
		t.Fatal(err)
	}
	return sheet
}

// TestPrefilled: links of other pages fill a form in; what is open is named by its label, and outputs have names that are free.
func TestPrefilled(t *testing.T) {
	s, running, dir := atDesk(t)
	c := visitor(t, s, running)
	if err := os.WriteFile(filepath.Join(dir, "fit.json"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	sheet := prefilled(t, c, running, "new=fit&data=sample.csv&lambda=0.5&freeze=a&freeze=b&weights=builtin&versus=published:pesto&rows=sample.csv") // links bring the context
	got, err := json.Marshal(sheet.Call)
	if want := `{"verb":"fit","flags":[{"name":"o","value":"fit-2.json"},{"name":"report","value":"fit"},{"name":"freeze","value":"a"},{"name":"freeze","value":"b"},{"name":"lambda","value":"0.5"}],"args":["sample.csv"]}`; err != nil || string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if sheet.Data != "sample.csv" || len(sheet.Offers[jobs.Rows]) != 1 {
		t.Errorf("%+v", sheet)
	}
	for _, v := range jobs.Verbs() {
		sheet := prefilled(t, c, running, "new="+v.Name)
		if _, err := s.jobs.Queue.Project.Check(t.Context(), sheet.Call); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	for _, params := range []string{"", "new=sh", "clone=7", "clone=x", "clone-run=none", "clone-run=builtin"} {
		reply, err := c.Get(running.URL + "/api/jobs/form?" + params)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Body.Close(); reply.StatusCode < 400 || reply.StatusCode >= 500 {
			t.Errorf("%s: status %d", params, reply.StatusCode)
		}
	}
}

// TestRepairs: what doctor advises comes with its reasons.
func TestRepairs(t *testing.T) {
	s, running, _ := atDesk(t)
	c := visitor(t, s, running)
	reply, err := c.Get(running.URL + "/api/jobs/repairs?" + url.Values{"file": {"sample.csv"}, "new": {"fit"}}.Encode())
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var list []desk.Repair
	if err := json.NewDecoder(reply.Body).Decode(&list); err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v", reply.StatusCode, err)
	}
	for _, r := range list {
		if r.Why == "" || r.Level == "" {
			t.Errorf("%+v", r)
		}
	}
	if reply, err = c.Get(running.URL + "/api/jobs/repairs?new=fit&file=../x"); err != nil || reply.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d, %v", reply.StatusCode, err)
	}
	reply.Body.Close()
}
