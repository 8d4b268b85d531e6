package web

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Access decides which requests are answered.
type Access struct {
	Port  string
	hosts []string // names and addresses of the server
	any   bool     // it listens on all addresses: any of them will do. A name can be made to point here, an address cannot
	Token string   // needed by a request that is not a GET, and by all that have to do with jobs
}

// NewAccess returns the access to a server that listens at an address, chosen by -listen.
func NewAccess(listen string, addr net.Addr) (*Access, error) {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil, err
	}
	a := &Access{Port: port, hosts: []string{"localhost", "127.0.0.1", "::1", host}, Token: rand.Text()}
	ip := net.ParseIP(host)
	a.any = ip != nil && ip.IsUnspecified()
	if name, _, err := net.SplitHostPort(listen); err == nil && name != "" {
		a.hosts = append(a.hosts, name)
	}
	if ip == nil || !ip.IsLoopback() {
		if name, err := os.Hostname(); err == nil {
			a.hosts = append(a.hosts, name)
		}
	}
	return a, nil
}

// policy allows what the pages consist of: scripts and styles that are files of this server. The board uses style
// attributes to move a piece that is dragged.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Protect passes the requests on that are allowed.
func (a *Access) Protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		if err := a.check(r); err != nil {
			Fail(w, RequestError{http.StatusForbidden, err})
			return
		}
		if r.Method == http.MethodGet && !isAPI(r) && a.isToken(r.URL.Query().Get(TokenName)) {
			a.welcome(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

var (
	errHost   = errors.New("this server has another name")
	errOrigin = errors.New("the request comes from a page of another site")
	errToken  = errors.New("the token is missing: open the address that the command printed")
)

// check returns why a request is refused.
func (a *Access) check(r *http.Request) error {
	if !a.Known(r.Host) {
		return errHost
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return errOrigin
	}
	// A link from another site may lead to a page, which that site cannot read; a frame may not.
	page := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && !isAPI(r)
	site := r.Header.Get("Sec-Fetch-Site")
	if (site == "cross-site" || site == "same-site") && !page { // of the same site are other ports: their pages bring the cookie
		return errOrigin
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !a.HasToken(r) {
		return errToken
	}
	return nil
}

// Known reports whether a Host header is one of this server.
func (a *Access) Known(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80"
	}
	named := slices.ContainsFunc(a.hosts, func(h string) bool { return strings.EqualFold(h, host) })
	return port == a.Port && (named || a.any && net.ParseIP(host) != nil)
}

// TokenName is the parameter of an address that has the token, as the printed one has.
const TokenName = "token"

// isAPI reports whether a request is of a page's module, not of a person.
func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// cookieName names the cookie by the port: other servers of this machine share its cookies.
func (a *Access) cookieName() string { return "centipawn-" + a.Port }

// welcome puts the token of an address into a cookie, and leads to the address without it: so it gets neither into the
// history nor into what is copied.
func (a *Access) welcome(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: a.cookieName(), Value: a.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	query := r.URL.Query()
	query.Del(TokenName)
	to := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: query.Encode()} // of this server: no path begins with two slashes
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// isToken reports whether a text is the token.
func (a *Access) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(a.Token)) == 1
}

// HasToken reports whether a request has brought the token, in its cookie or its address.
func (a *Access) HasToken(r *http.Request) bool {
	if a.isToken(r.URL.Query().Get(TokenName)) {
		return true
	}
	return slices.ContainsFunc(r.CookiesNamed(a.cookieName()), func(c *http.Cookie) bool { return a.isToken(c.Value) })
}
