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
	{Title: "What is wrong with the data?", Command: "bin/doctor " + sample, lines: `^(datasets|warning|  rows)`},
	{Title: "A fit to evaluations", Command: "bin/fit -set alphaone -o demo/weights.json -report demo/report " + sample, lines: `^(train|test|warning) `,
		Links: []link{{"report/index.html", "The fit, to explore"}, {"weights.json", "Its weights"}}, Shows: []link{{"report/weights.svg", "The weights with their 95 % intervals"}}},
	{Title: "A fit to results: Texel tuning", Command: "bin/fit -set pesto -loss sigmoid -prior published -prior-rows 10000 -o demo/pesto.json -report demo/texel " + sample, lines: `^(train|test) |as an engine plays$`,
		Links: []link{{"texel/index.html", "The fit, to explore"}, {"pesto.json", "Its weights"}},
		Shows: []link{{"texel/squares.svg", "What a piece is worth on each square, centipawns"}, {"texel/reliability.svg", "Expected scores beside the results"}}},
	{Title: "The weights as Go and as C", Command: "bin/weights export -lang go -o demo/weights.go demo/weights.json", Links: []link{{"weights.go", "Go source"}}},
	{Command: "bin/weights export -lang c -packed -o demo/pesto.h demo/pesto.json", Links: []link{{"pesto.h", "C header"}}},
	{Title: "An evaluation, term by term", Command: "bin/weights explain -fen 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5' demo/weights.json", lines: `^(evaluation|mobility|tapered)`},
	{Title: "The tables of the AlphaOne paper", Command: "bin/experiment run alphaone -o demo/alphaone " + sample, Links: []link{{"alphaone/index.html", "The tables"}}},
	{Title: "Does it play better?", Command: "bin/match -a builtin -b demo/pesto.json -nodes 500 -sprt 0,50 -o demo/match", lines: `^(games +\d+:|Elo|\S+ is )`,
		Links: []link{{"match/index.html", "The match, with every game to play through"}, {"match/games.pgn", "The games"}, {"match/result.json", "Its numbers"}},
		Shows: []link{{"match/elo.svg", "Elo with its 95 % interval, while the match went on"}}},
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
	chapters := 0
	for i, s := range steps {
		d, err := s.run(folder, i+1)
		if err != nil {
			return err
		}
		if err := d.inline(folder); err != nil {
			return err
		}
		if d.Title != "" {
			chapters++
		}
		d.Number = chapters
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
