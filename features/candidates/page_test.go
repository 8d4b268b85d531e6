package candidates

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/advise_candidates.md")

const (
	page   = "../../docs/advise_candidates.md"
	marker = "<!-- generated from here on: go test ./features/candidates -update -->\n"
)

// TestPage: docs/advise_candidates.md lists what the code does. What is above the marker is written by hand.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(text), marker)
	if !ok {
		t.Fatalf("%s has no line %q", page, marker)
	}
	want := head + marker + "\n" + kindsTable(t) + "\n" + conditionsTable() + "\n" + sumsTable(t)
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Errorf("%s is not what the code says: go test ./features/candidates -update", page)
	}
	if n := strings.Count(want, "\n"); n > 150 {
		t.Errorf("%s has %d lines", page, n)
	}
}

// kindsTable tells of each kind how many there are, and one of them.
func kindsTable(t *testing.T) string {
	shown := map[Kind]string{
		Family: "threats", Table: "mobility.knight.*", Term: "threat.hanging", Where: "threat.hanging where kings on opposite wings",
		Mover: "threat.hanging of the side to move", Ahead: "complexity.outflanking of the side ahead", Square: "king.attackers squared",
		Product: "king.attackers × king.weak_ring",
	}
	number, names := map[Kind]int{}, map[string]Kind{}
	for _, x := range listed(t) {
		number[x.Kind]++
		names[x.Name] = x.Kind
	}
	var b strings.Builder
	b.WriteString("| kind | what it is | of our own sets | such as |\n| :--- | :--- | ---: | :--- |\n")
	all := 0
	for _, kind := range Kinds() {
		if names[shown[kind]] != kind {
			t.Errorf("%s is no %s", shown[kind], kind)
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", kind, kind.Sentence(), number[kind], shown[kind])
		all += number[kind]
	}
	fmt.Fprintf(&b, "| all | | %d | |\n", all)
	return b.String()
}

// conditionsTable tells when the conditions are true.
func conditionsTable() string {
	var b strings.Builder
	b.WriteString("| condition | true if |\n| :--- | :--- |\n")
	for _, c := range Conditions() {
		fmt.Fprintf(&b, "| %s | %s |\n", c.Name, c.Sentence)
	}
	return b.String()
}

// sumsTable tells of what squares and products are made.
func sumsTable(t *testing.T) string {
	var single []string
	var b strings.Builder
	for i := range sums {
		s := sums[i].scalar(ours().base, ourNames())
		if s == nil {
			t.Fatalf("no term is %s", sums[i].terms)
		}
		if sums[i].name == "" {
			single = append(single, "`"+s.Name+"`")
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", s.Name, s.Formula)
	}
	return fmt.Sprintf("Numbers of which squares and products are made, %d: the terms %s, and the sums\n\n| sum | of one side |\n| :--- | :--- |\n%s",
		len(sums), strings.Join(single, ", "), b.String())
}
