package main

import (
	"context"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/internal/long"
)

// pageTime is when a page is given up.
const pageTime = 5 * time.Minute

// A browser shows a page in a tab of its own.
type browser struct {
	context.Context
	t *testing.T
}

// openPage shows a file in a browser; without one, and with -short, the test is skipped.
func openPage(t *testing.T, path string) *browser {
	t.Helper()
	long.Skip(t, "runs a browser")
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("needs a browser: chromium is not installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute), chromedp.Flag("disable-gpu", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, pageTime)
	t.Cleanup(cancel)
	b := &browser{ctx, t}
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()), chromedp.WaitReady("main"))
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// text returns the text that an expression in JavaScript comes to.
func (b *browser) text(expression string) (text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate("(async () => "+expression+")()", &text, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return text
}

// TestPageShown: the page has its landmarks, axe has no finding in light and dark, on a screen and a telephone, the dark
// is dark, nothing is wider than the window, and the page ends with the command of the workbench.
func TestPageShown(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "picture.svg"), []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9"/></svg>`), 0o666); err != nil {
		t.Fatal(err)
	}
	steps := []step{{"The toolchain", "go env GOOS GOARCH", ".", []link{{"a/index.html", "A page"}}, []link{{"picture.svg", "A picture"}}}, {Command: "go version", lines: "."}}
	if err := demo(io.Discard, dir, steps); err != nil {
		t.Fatal(err)
	}
	axe, err := os.ReadFile("../../command/workbench/testdata/axe/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	b := openPage(t, filepath.Join(dir, "index.html"))
	b.do(chromedp.Evaluate(string(axe), nil))
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}), chromedp.EmulateViewport(width, 900))
			if found := b.text(`(await axe.run({resultTypes: ["violations"]})).violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target.join(" "))).join("\n")`); found != "" {
				t.Errorf("%s, %d wide: %s", scheme, width, found)
			}
			if over := b.text(`String(document.documentElement.scrollWidth - innerWidth)`); over != "0" {
				t.Errorf("%s, %d wide: %s pixels too wide", scheme, width, over)
			}
		}
		if got := b.text(`{ const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number); return r + g + b > 382 ? "light" : "dark" }`); got != scheme {
			t.Errorf("where %s is preferred the page is %s", scheme, got)
		}
	}
	if marks := b.text(`["header", "main", "h1"].map(n => document.querySelectorAll(n).length).join()`); marks != "1,1,1" {
		t.Errorf("header, main and h1: %s", marks)
	}
	if got, want := b.text(`document.querySelector("main > :last-child").innerText`), "bin/workbench "+dir; !strings.Contains(got, want) {
		t.Errorf("the page ends with %q, want %q", got, want)
	}
}
