package jobs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile is a project with links that lead out of it, and what stands outside.
func hostile(t *testing.T, programs ...string) (p *Project, outside string) {
	t.Helper()
	p, outside = project(t, programs...), t.TempDir()
	secret := filepath.Join(outside, "secret.json")
	if err := os.WriteFile(secret, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link.json": secret, "out": outside, "nowhere.json": filepath.Join(outside, "none"), "run/games.jsonl": secret, "w.run.toml": secret, "own.epd": "results.epd"} {
		path := filepath.Join(p.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, path); err != nil {
			t.Skip("needs symbolic links")
		}
	}
	for name, text := range map[string]string{
		"good.toml": "inputs = [\"results.epd\"]\nlambda = 0.5\n", "out.toml": "inputs = [\"/etc/passwd\"]\n", "writes.toml": "o = \"/tmp/x.json\"\n",
		"key.toml": "exec = \"sh\"\n", "again.toml": "run = \"good.toml\"\n", "shared.toml": "tb = \"/etc\"\n",
	} {
		if err := os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return p, outside
}

// TestHostile: what would read or write outside of the project, or run another program, is refused, and so is what no
// form sends.
func TestHostile(t *testing.T) {
	p, outside := hostile(t, "stockfish", "./engine-trace trace")
	fit := func(name, value string) Call { return Call{"fit", []Setting{{name, value}}, []string{"results.epd"}} }
	match := func(player string) Call {
		return Call{"match", []Setting{{"a", player}, {"b", "builtin"}, {"o", "m"}}, nil}
	}
	improve := func(name, value string) Call {
		return Call{"improve", []Setting{{"old", "good.toml"}, {"engine", "builtin"}, {"o", "i"}, {name, value}}, nil}
	}
	label := func(value string) Call { return Call{"texel", []Setting{{"dir", "l"}, {"label", value}}, nil} }
	for name, tt := range map[string]struct {
		call Call
		want string // a part of the error; "": it is allowed
	}{
		"good":                       {fit("o", "new/w2.json"), ""},
		"absolute within":            {fit("o", filepath.Join(p.Dir, "v.json")), ""},
		"climbs and comes back":      {fit("o", "../"+filepath.Base(p.Dir)+"/v.json"), ""},
		"a link within":              {Call{"fit", nil, []string{"own.epd"}}, ""},
		"a run file":                 {fit("run", "good.toml"), ""},
		"a share":                    {fit("test", "25%"), ""},
		"named weights":              {fit("start", "published:pesto"), ""},
		"absolute":                   {fit("o", "/etc/passwd"), "outside"},
		"climbs":                     {fit("o", "../x.json"), "outside"},
		"climbs within":              {fit("o", "new/../../x.json"), "outside"},
		"through a link":             {fit("o", "out/x.json"), "outside"},
		"a link to a file":           {fit("o", "link.json"), "outside"},
		"a link to nothing":          {fit("o", "nowhere.json"), "nowhere"},
		"the project":                {fit("report", "."), "dot"},
		"a hidden place":             {fit("o", ".git/hooks/post-checkout"), "dot"},
		"our own place":              {fit("o", ".centipawn/jobs/1/job.json"), "dot"},
		"a link beside the output":   {fit("o", "w.json"), "leads out"},
		"a link in a folder":         {Call{"match", []Setting{{"a", "builtin"}, {"b", "builtin"}, {"o", "run"}}, nil}, "leads out"},
		"reading outside":            {Call{"fit", nil, []string{"/etc/passwd"}}, "outside"},
		"reading through a link":     {Call{"fit", nil, []string{"link.json"}}, "outside"},
		"reading what is not there":  {Call{"fit", nil, []string{"gone.epd"}}, "no such file"},
		"a device":                   {Call{"fit", nil, []string{"/dev/zero"}}, "outside"},
		"standard input":             {Call{"fit", nil, []string{"-"}}, "no such file"},
		"a flag among arguments":     {Call{"fit", nil, []string{"-o=/etc/passwd"}}, "no such file"},
		"dashes":                     {Call{"fit", nil, []string{"--", "-o", "x"}}, "no such file"},
		"start weights outside":      {fit("start", outside+"/secret.json"), "outside"},
		"a test outside":             {fit("test", "/etc/passwd"), "outside"},
		"a flag that there is not":   {fit("exec", "sh"), "no flag"},
		"two dashes":                 {fit("-exec", "sh"), "no flag"},
		"a flag with a value in it":  {fit("o=/etc/passwd", ""), "no flag"},
		"a line break":               {fit("freeze", "a\nb"), "line break"},
		"a NUL":                      {fit("o", "a\x00b"), "line break"},
		"no text":                    {fit("freeze", "\xff\xfe"), "not text"},
		"a long value":               {fit("freeze", strings.Repeat("a", longest+1)), "longer"},
		"a verb that there is not":   {Call{"sh", nil, nil}, "not a job"},
		"a verb of another command":  {Call{"match build", nil, nil}, "not a job"},
		"a shared fit":               {fit("exchange", "x"), "terminal"},
		"a value of another type":    {fit("seed", "many"), "invalid value"},
		"a run file that reads":      {fit("run", "out.toml"), "outside"},
		"a run file that writes":     {fit("run", "writes.toml"), "outside"},
		"a run file's own key":       {fit("run", "key.toml"), "no such key"},
		"a run file of a run file":   {fit("run", "again.toml"), "no such key"},
		"a run file's tables":        {fit("run", "shared.toml"), "outside"},
		"a program that is named":    {match("cmd:stockfish,Hash=1"), ""},
		"a program by its name":      {match("stockfish"), ""},
		"another program":            {match("cmd:sh -c id"), "-program"},
		"another program, no mark":   {match("./run/evil"), "-program"},
		"other arguments":            {match("cmd:stockfish -x"), "-program"},
		"a command as a key":         {match("name=x,command=sh"), "-program"},
		"a program's working folder": {match("cmd:stockfish,dir=/"), "outside"},
		"a program's file":           {match("cmd:stockfish,Debug Log File=/etc/passwd"), "outside"},
		"weights of a player":        {match("/etc/passwd.json"), "outside"},
		"a player's network":         {match("builtin,search=mcts-sigmazero,network=/etc/passwd"), "outside"},
		"a player's option":          {match("builtin,EvalFile=link.json"), "outside"},
		"a player's inner engine":    {match("builtin,InnerEngine=sh"), "another program"},
		"the same in other letters":  {match("builtin,inner engine=sh"), "another program"},
		"a name that is a path":      {match("builtin,name=../../x"), "slash"},
		"openings outside":           {Call{"match", []Setting{{"a", "builtin"}, {"b", "builtin"}, {"openings", "/etc/passwd"}}, nil}, "outside"},
		"tables outside":             {Call{"match", []Setting{{"a", "builtin"}, {"b", "builtin"}, {"tb", "run:/etc"}}, nil}, "leads out"},
		"arguments of match":         {Call{"match", []Setting{{"a", "builtin"}, {"b", "builtin"}}, []string{"improve"}}, "flags alone"},
		"a trace that is named":      {improve("trace", "./engine-trace trace"), ""},
		"another trace":              {improve("trace", "sh -c id"), "-program"},
		"a build":                    {improve("build", "make"), "-program"},
		"a teacher":                  {improve("teacher", "cmd:evil"), "-program"},
		"writing a source":           {improve("write", "true"), "terminal"},
		"a teacher of a loop":        {label("cmd:evil,nodes=5"), "-program"},
		"a loop's own teacher":       {label("self,nodes=5"), ""},
		"a loop's teacher by file":   {label("/etc/x.json,static"), "outside"},
	} {
		c, err := p.Check(t.Context(), tt.call)
		if err == nil {
			err = c.Err()
		}
		if got := fmt.Sprint(err); (err == nil) != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// TestStoreLinks: a folder from elsewhere, in which places of this program are links, is refused, and no log is written
// through one.
func TestStoreLinks(t *testing.T) {
	p, outside := hostile(t)
	if err := os.Symlink(outside, filepath.Join(p.Dir, homeName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(p, 1, Self(nil)); err == nil {
		t.Error("jobs are kept behind a link")
	}
	if err := os.Remove(filepath.Join(p.Dir, homeName)); err != nil {
		t.Fatal(err)
	}
	q := opened(t, p)
	first := added(t, q, fitCall("v.json"))
	until(t, q, first.ID, Done)
	log := q.store.path(first.ID, logName)
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "secret.json"), log); err != nil {
		t.Fatal(err)
	}
	if err := q.Resume(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	until(t, q, first.ID, Failed)
	if text, err := os.ReadFile(filepath.Join(outside, "secret.json")); err != nil || string(text) != "{}" {
		t.Errorf("the log went to %q, %v", text, err)
	}
	if text, _, err := q.Tail(first.ID, 100); err == nil {
		t.Errorf("a log is read through a link: %q", text)
	}
}

// TestFromElsewhere: of a folder that comes with jobs, one that would write outside does not begin, and no process is
// stopped because a job has its number.
func TestFromElsewhere(t *testing.T) {
	p := project(t)
	q, err := Open(p, 1, Self(nil))
	if err != nil {
		t.Fatal(err)
	}
	waiting := &Job{ID: 1, Call: fitCall("../x.json"), State: Waiting}
	other := &Job{ID: 2, Call: fitCall("x.json"), State: Running, PID: os.Getpid(), Birth: "another"}
	for _, j := range []*Job{waiting, other} {
		if err := q.store.write(j); err != nil {
			t.Fatal(err)
		}
	}
	q = opened(t, p)
	if err := q.Stop(t.Context(), 2); err != nil && !strings.Contains(err.Error(), "not at work") {
		t.Error(err)
	}
	until(t, q, 2, Died)
	until(t, q, 1, Stopped) // nothing begins without a click
	if err := q.Resume(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if j := until(t, q, 1, Failed); !strings.Contains(j.Why, "outside") || j.Begun != 0 {
		t.Errorf("%+v", j)
	}
}

// TestRandomCalls: 10,000 calls of random verbs, flags and values are refused or allowed without a panic; what is allowed
// names no place outside.
func TestRandomCalls(t *testing.T) {
	p, outside := hostile(t)
	r := rand.New(rand.NewPCG(1, 2))
	values := []string{"", "1", "-1", "0,5", "x", "true", "builtin", "published:pesto", "results.epd", "new.json", "../x", "/etc/passwd", outside, "out/x", "link.json", "cmd:sh", "cmd:", "a.json,network=/etc/passwd",
		"builtin,InnerEngine=sh", "a\x00", "a\nb", "\"", "'", "cmd:\"", "$(id)", "`id`", ";id", "--", "-o", "-", strings.Repeat("../", 40) + "etc", "self", "static", "/dev/stdin", ".", "..", "~", "good.toml", "out.toml", "%s%s", "\u202e"}
	var names []string
	for _, v := range Verbs() {
		for name := range v.kinds {
			names = append(names, name)
		}
	}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for range 10_000 {
		call := Call{Verb: Verbs()[r.IntN(len(Verbs()))].Name}
		if r.IntN(20) == 0 {
			call.Verb = pick(values)
		}
		for range r.IntN(4) {
			call.Flags = append(call.Flags, Setting{pick(names), pick(values)})
		}
		for range r.IntN(2) {
			call.Args = append(call.Args, pick(values))
		}
		c, err := p.Check(t.Context(), call)
		if err != nil || c.Err() != nil {
			continue
		}
		for _, word := range c.Words {
			if strings.Contains(word, "..") || strings.HasPrefix(word, "/etc") || strings.Contains(word, outside) || strings.HasPrefix(word, "cmd:") || strings.HasPrefix(word, "out/") {
				kind := c.verb.kinds[strings.TrimPrefix(c.Words[max(0, indexOf(c.Words, word)-1)], "-")]
				named := strings.HasPrefix(word, "cmd:") && (kind == Output || kind == Folder) // a file of that name, within the project
				if kind != Plain && !named {
					t.Fatalf("%+v is allowed: %q", call, c.Words)
				}
			}
		}
	}
}

func indexOf(list []string, word string) int {
	for i, w := range list {
		if w == word {
			return i
		}
	}
	return 0
}
