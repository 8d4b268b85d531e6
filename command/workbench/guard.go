package workbench

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
)

// A guard decides which requests are answered.
type guard struct {
	port  string
	hosts []string // names and addresses under which the server may be asked
	any   bool     // any address, too: it listens on all. A name can be made to point here, an address cannot
	token string   // what a request must bring that is no GET
}

// newGuard returns the guard of a server that listens at an address, asked for as listen.
func newGuard(listen string, addr net.Addr) (*guard, error) {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil, err
	}
	g := &guard{port: port, hosts: []string{"localhost", "127.0.0.1", "::1", host}, token: rand.Text()}
	ip := net.ParseIP(host)
	g.any = ip != nil && ip.IsUnspecified()
	if name, _, err := net.SplitHostPort(listen); err == nil && name != "" {
		g.hosts = append(g.hosts, name)
	}
	if ip == nil || !ip.IsLoopback() {
		if name, err := os.Hostname(); err == nil {
			g.hosts = append(g.hosts, name)
		}
	}
	return g, nil
}

// policy allows what the pages are made of: scripts and styles that are files of this server. The
// style attributes are those by which the board moves a piece that is dragged.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// protect lets the requests through to next that may pass.
func (g *guard) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		if err := g.check(r); err != nil {
			fail(w, http.StatusForbidden, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var (
	errHost   = errors.New("this server does not have the name that was asked for")
	errOrigin = errors.New("a page of another site asks")
	errToken  = errors.New("the token is missing: open the address that the command has printed")
)

// check returns why a request is refused.
func (g *guard) check(r *http.Request) error {
	if !g.known(r.Host) {
		return errHost
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return errOrigin
	}
	// A link from elsewhere may lead to a page, which shows nothing to that site; a frame may not.
	page := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && !strings.HasPrefix(r.URL.Path, "/api/")
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !page {
		return errOrigin
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !g.hasToken(r) {
		return errToken
	}
	return nil
}

// known reports whether a Host header is one of this server.
func (g *guard) known(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80"
	}
	if port != g.port {
		return false
	}
	for _, h := range g.hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return g.any && net.ParseIP(host) != nil
}

// hasToken reports whether a request has brought the token.
func (g *guard) hasToken(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("token")), []byte(g.token)) == 1
}
