package cli

import (
	"flag"
	"fmt"
	"slices"
)

// A Group is some flags that help shows together, in this order. Flags that a
// command does not have are passed over.
type Group struct {
	Title string
	Flags []string
}

// printFlags prints the flags that are in no group, in the order of their names,
// and then the groups.
func printFlags(fs *flag.FlagSet, groups []Group) {
	var grouped []string
	for _, g := range groups {
		grouped = append(grouped, g.Flags...)
	}
	fs.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(grouped, f.Name) {
			printFlag(fs, f)
		}
	})
	for _, g := range groups {
		title := "\n" + g.Title + ":\n"
		for _, name := range g.Flags {
			if f := fs.Lookup(name); f != nil {
				fmt.Fprint(fs.Output(), title)
				printFlag(fs, f)
				title = ""
			}
		}
	}
}

// printFlag prints a flag as [flag.FlagSet.PrintDefaults] does.
func printFlag(fs *flag.FlagSet, f *flag.Flag) {
	one := flag.NewFlagSet("", flag.ContinueOnError)
	one.SetOutput(fs.Output())
	one.Var(f.Value, f.Name, f.Usage)
	one.Lookup(f.Name).DefValue = f.DefValue
	one.PrintDefaults()
}
