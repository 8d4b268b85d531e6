// Demo runs the commands on the embedded sample, prints the main lines of each, and writes one page
// with links to everything.
//
//	go run ./internal/demo FOLDER
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const sample = "datasets/sample/sample.csv.zst"

var steps = []step{
	{"What is wrong with the data?", "bin/doctor " + sample, `^(datasets|warning|  rows)`, nil, nil},
	{"A fit to evaluations", "bin/fit -set alphaone -o demo/weights.json -report demo/report " + sample, `^(train|test|warning) `, []string{"report/index.html", "weights.json"}, []string{"report/weights.svg"}},
	{"A fit to results: Texel tuning", "bin/fit -set pesto -loss sigmoid -prior published -prior-rows 10000 -o demo/pesto.json -report demo/texel " + sample, `^(train|test) |as an engine plays$`, []string{"texel/index.html", "pesto.json"}, []string{"texel/squares.svg", "texel/reliability.svg"}},
	{"The weights as Go and as C", "bin/weights export -lang go -o demo/weights.go demo/weights.json", "", []string{"weights.go"}, nil},
	{"", "bin/weights export -lang c -packed -o demo/pesto.h demo/pesto.json", "", []string{"pesto.h"}, nil},
	{"An evaluation, term by term", "bin/weights explain -fen 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5' demo/weights.json", `^(evaluation|mobility|tapered)`, nil, nil},
	{"The tables of the AlphaOne paper", "bin/experiment run alphaone -o demo/alphaone " + sample, "", []string{"alphaone/index.html"}, nil},
	{"Does it play better?", "bin/match -a builtin -b demo/pesto.json -nodes 500 -sprt 0,50 -o demo/match", `^(games +\d+:|Elo|\S+ is )`, []string{"match/index.html", "match/games.pgn", "match/result.json"}, []string{"match/elo.svg"}},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./internal/demo FOLDER")
		os.Exit(2)
	}
	if err := demo(os.Stdout, os.Args[1], steps); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// demo runs steps and writes the page.
func demo(w io.Writer, folder string, steps []step) error {
	if err := os.RemoveAll(filepath.Join(folder, "match")); err != nil { // a match there would be resumed
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	var all []done
	for i, s := range steps {
		d, err := s.run(folder, i+1)
		if err != nil {
			return err
		}
		d.print(w)
		all = append(all, d)
	}
	page, workbench := filepath.Join(folder, "index.html"), "bin/workbench "+folder+" "+sample
	if err := writePage(page, shownPage{all, workbench}); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nall of it, with pictures: %s\n", page)
	fmt.Fprintf(w, "to play with it in a browser: %s\n", workbench)
	return nil
}

// run runs the command and keeps its output in a file.
func (s step) run(folder string, number int) (done, error) {
	d := done{step: s, Output: fmt.Sprintf("%d.txt", number)}
	args := words(s.Command)
	start := time.Now()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	d.Seconds = time.Since(start).Seconds()
	if err != nil {
		return d, fmt.Errorf("%s: %w\n%s", s.Command, err, out)
	}
	d.Lines = shown(out, s.lines)
	return d, os.WriteFile(filepath.Join(folder, d.Output), out, 0o666)
}

// word matches a word of a command.
var word = regexp.MustCompile(`'([^']*)'|\S+`)

func words(command string) (list []string) {
	for _, w := range word.FindAllString(command, -1) {
		list = append(list, strings.Trim(w, "'"))
	}
	return list
}

// lineWidth is the number of printed characters of a line.
const lineWidth = 100

// shown returns the lines that match, cut off at lineWidth.
func shown(out []byte, pattern string) (lines []string) {
	if pattern == "" {
		return nil
	}
	match := regexp.MustCompile(pattern)
	for line := range bytes.Lines(out) {
		line = bytes.TrimRight(line, "\n")
		if !match.Match(line) {
			continue
		}
		text := []rune(string(line))
		if len(text) > lineWidth {
			text = append(text[:lineWidth-1], '…')
		}
		lines = append(lines, string(text))
	}
	return lines
}

// print prints a step on a terminal.
func (d *done) print(w io.Writer) {
	if d.Title != "" {
		fmt.Fprintf(w, "\n%s\n", d.Title)
	}
	fmt.Fprintf(w, "  $ %s\n", d.Command)
	for _, line := range d.Lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}
