package workbench

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
)

// BenchmarkDrag answers a page whose slider is dragged, with a weight that all rows of the sample count and
// one that few do.
func BenchmarkDrag(b *testing.B) {
	project, err := items.Watch([]string{"../../datasets/sample/sample.csv.zst"}, b.Output())
	if err != nil {
		b.Fatal(err)
	}
	g, err := web.NewAccess("127.0.0.1:1", address("127.0.0.1:1"))
	if err != nil {
		b.Fatal(err)
	}
	handler := newServer(project, g).handler()
	for _, name := range []string{"tempo.mg", "pst.queen.d1.mg", "mobility.knight.4.mg"} {
		b.Run(name, func(b *testing.B) {
			n := 0
			drag := func() {
				n++
				r := httptest.NewRequest("GET", "/api/whatif?"+url.Values{
					"weights": {"builtin"}, "rows": {"sample.csv.zst"}, "set": {fmt.Sprintf("%s=%d", name, n%50)}, "fen": {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
				}.Encode(), strings.NewReader(""))
				r.Host = "127.0.0.1:1"
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
			}
			drag() // reads the rows
			b.ReportAllocs()
			for b.Loop() {
				drag()
			}
		})
	}
}
