package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"example.org/centipawn/internal/pages"
)

// leastPacked is the size from which an answer is compressed, in bytes: less fits into one packet as it is.
const leastPacked = 1200

// A transfer is an answer on its way. What a handler writes is kept until it returns: then a browser that has the
// same answer already is told so, and a long one is compressed. A handler that flushes begins a stream, which is not
// kept: each part leaves at once.
type transfer struct {
	http.ResponseWriter
	r      *http.Request
	status int
	body   bytes.Buffer
	stream io.Writer    // what the stream is written to, once it has begun
	packer *gzip.Writer // if it is compressed
}

// Transferred compresses the answers of a handler, and spares those that the browser has.
func Transferred(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &transfer{ResponseWriter: w, r: r, status: http.StatusOK}
		next.ServeHTTP(t, r)
		t.end()
	})
}

// WriteHeader keeps the status.
func (t *transfer) WriteHeader(status int) { t.status = status }

// Write keeps a part of the answer, or sends a part of the stream.
func (t *transfer) Write(part []byte) (int, error) {
	if t.stream != nil {
		return t.stream.Write(part)
	}
	return t.body.Write(part)
}

// Unwrap returns the writer below, for [http.ResponseController].
func (t *transfer) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// FlushError sends what was written so far.
func (t *transfer) FlushError() error {
	if t.stream == nil {
		t.begin()
	}
	if t.packer != nil {
		if err := t.packer.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(t.ResponseWriter).Flush()
}

// begin begins a stream. Events of a browser's EventSource are short, so only other streams are compressed.
func (t *transfer) begin() {
	h := t.Header()
	t.stream = t.ResponseWriter
	if t.packs() && h.Get("Content-Type") == JsonLines {
		t.packHead()
		t.packer = gzip.NewWriter(t.ResponseWriter)
		t.stream = t.packer
	}
	t.ResponseWriter.WriteHeader(t.status)
	_, _ = t.stream.Write(t.body.Bytes()) // a browser that has left gets nothing
	t.body.Reset()
}

// end sends the answer, or the end of the stream.
func (t *transfer) end() {
	if t.packer != nil {
		_ = t.packer.Close()
	}
	if t.stream != nil {
		return
	}
	h, body := t.Header(), t.body.Bytes()
	if t.status == http.StatusOK && t.r.Method == http.MethodGet && h.Get("ETag") == "" && len(body) > 0 {
		sum := sha256.Sum256(body)
		h.Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	}
	if tag := h.Get("ETag"); tag != "" && had(t.r, tag) {
		h.Del("Content-Type")
		t.ResponseWriter.WriteHeader(http.StatusNotModified)
		return
	}
	if h.Get("Content-Encoding") == "" && len(body) >= leastPacked && t.packs() {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(body) // a buffer takes all
		_ = w.Close()
		t.packHead()
		body = b.Bytes()
	}
	t.ResponseWriter.WriteHeader(t.status)
	_, _ = t.ResponseWriter.Write(body)
}

// packs reports whether the browser takes gzip.
func (t *transfer) packs() bool { return takesGzip(t.r) }

func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// packHead says that the answer is compressed. The tag of another form of it is a weak one.
func (t *transfer) packHead() {
	h := t.Header()
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	h.Del("Content-Length")
	if tag := h.Get("ETag"); tag != "" {
		h.Set("ETag", "W/"+tag)
	}
}

// had reports whether the browser has the answer of a tag.
func had(r *http.Request, tag string) bool {
	for given := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(given), "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// aYear is how long a browser keeps an asset under the name of its version: it never changes there.
const aYear = "public, max-age=31536000, immutable"

// Asset answers with a file of the pages. Under /assets/VERSION/ it is kept for good.
func Asset(w http.ResponseWriter, r *http.Request) {
	name, versioned := strings.CutPrefix(r.PathValue("name"), pages.Version()+"/")
	found, ok := pages.Find(name)
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", found.Kind)
	h.Set("ETag", `"`+found.Hash+`"`)
	h.Add("Vary", "Accept-Encoding")
	if versioned {
		h.Set("Cache-Control", aYear)
	}
	if takesGzip(r) && len(found.Packed) < len(found.Text) {
		h.Set("Content-Encoding", "gzip")
		h.Set("ETag", `"`+found.Hash+`-gzip"`)
		_, _ = w.Write(found.Packed)
		return
	}
	_, _ = w.Write(found.Text)
}
