package pages

import (
	"encoding/base64"
	"encoding/json"
	"path"
	"regexp"
)

// imported matches the import of another module by a relative path.
var imported = regexp.MustCompile(`(?m)^((?:import|export)\b[^"\n]*\bfrom )"(\.{1,2}/[^"\n]+)"`)

// scheme begins the names of modules in a file: they have no address to which a path could be relative.
const scheme = "pages/"

// bundle returns an import map with a module and all that it imports, so that a page loads them from itself.
func bundle(name string) []byte {
	modules := map[string]string{}
	collect(name, modules)
	text, err := json.Marshal(map[string]any{"imports": modules})
	if err != nil {
		panic(err) // only texts
	}
	return text
}

// Modules returns the assets that a module imports, and that these import, in the order in which they are needed.
func Modules(name string) []string {
	var list []string
	seen := map[string]bool{name: true}
	var add func(name string)
	add = func(name string) {
		for _, found := range imported.FindAllSubmatch(asset(name), -1) {
			other := path.Join(path.Dir(name), string(found[2]))
			if !seen[other] {
				seen[other] = true
				list = append(list, other)
				add(other)
			}
		}
	}
	add(name)
	return list
}

// collect adds a module and those that it imports, as data addresses, by their names.
func collect(name string, modules map[string]string) {
	if _, known := modules[scheme+name]; known {
		return
	}
	modules[scheme+name] = "" // modules may import each other
	text := imported.ReplaceAllFunc(asset(name), func(found []byte) []byte {
		part := imported.FindSubmatch(found)
		other := path.Join(path.Dir(name), string(part[2]))
		collect(other, modules)
		return []byte(string(part[1]) + `"` + scheme + other + `"`)
	})
	modules[scheme+name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString(text)
}
