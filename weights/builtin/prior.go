//go:build ignore

// Prior makes the prior of the built-in weights of a set that shares terms with the default one: a fit of the set,
// with the default weights where both have a term.
//
//	go run prior.go -o prior.json free.json
package main

import (
	"flag"
	"log"

	"example.org/centipawn/weights"
)

func main() {
	out := flag.String("o", "prior.json", "output `file`")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("prior: name the fit: prior -o prior.json free.json")
	}
	if err := prior(*out, flag.Arg(0)); err != nil {
		log.Fatal("prior: ", err)
	}
}

func prior(out, fit string) error {
	f, err := weights.Read(fit)
	if err != nil {
		return err
	}
	known := map[string]weights.Term{}
	for _, t := range weights.Builtin().Terms {
		known[t.Name] = t
	}
	for i := range f.Terms {
		if t, ok := known[f.Terms[i].Name]; ok {
			f.Terms[i].MG.Value, f.Terms[i].EG.Value, f.Terms[i].Value.Value = t.MG.Value, t.EG.Value, t.Value.Value
		}
	}
	f.Provenance = weights.Provenance{Tool: "weights/builtin/prior.go"}
	return f.Write(out)
}
