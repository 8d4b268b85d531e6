package match

import (
	"cmp"
	"flag"
	"fmt"
	"time"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
)

// programs are what flags say of players that are other programs.
type programs struct {
	startup time.Duration
	log     string // folder; "": none
	size    int    // megabytes
}

var programFlags = []string{"startup", "log", "log-size"}

var programGroup = cli.Group{Title: "Other programs", Flags: programFlags}

// defaultLogSize is that of a conversation, in megabytes.
const defaultLogSize = client.DefaultRecord >> 20

// addPrograms adds the flags.
func addPrograms(fs *flag.FlagSet) *programs {
	p := new(programs)
	addTime(fs, &p.startup, "startup", fmt.Sprintf("a program may take so much `time` to start, as 2m; default %v; \",startup=2m\" after a player is for that one", client.DefaultStartup))
	fs.StringVar(&p.log, "log", "", "keep what is said to programs and by them in the folder `DIR`: a file for each process, a line with its time for each line")
	fs.IntVar(&p.size, "log-size", defaultLogSize, "keep at most `n` megabytes of each process in the folder of -log: the last ones")
	return p
}

// equip gives players what the flags say.
func (p *programs) equip(std cli.Streams, specs ...*entrants.Spec) error {
	switch {
	case p.size < 1:
		return cli.Usagef(std, "-log-size %d: want at least 1 megabyte", p.size)
	case p.log == "" && p.size != defaultLogSize:
		return cli.Usagef(std, "-log-size %d has no effect without a log: pass -log DIR as well", p.size)
	}
	var log *client.LogFolder
	foreign := false
	for _, s := range specs {
		if !s.Foreign() {
			continue
		}
		if foreign = true; log == nil && p.log != "" {
			var err error
			if log, err = client.NewLogFolder(p.log, int64(p.size)<<20); err != nil {
				return fmt.Errorf("-log: %w", err)
			}
		}
		s.Startup = cmp.Or(s.Startup, p.startup)
		s.Hooks = entrants.Hooks{Log: log, Starting: func(name string) { cli.Printf(std.Err, "starting  %s\n", name) }}
	}
	if !foreign && (p.log != "" || p.startup != 0) {
		return cli.Usagef(std, "-log, -startup: no player is another program, which they are for: omit them, or pass a player cmd:PROGRAM")
	}
	return nil
}

// all returns pointers to the players of a list.
func all(list []entrants.Spec) (specs []*entrants.Spec) {
	for i := range list {
		specs = append(specs, &list[i])
	}
	return specs
}
