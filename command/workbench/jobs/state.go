package jobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
)

// A State is how far a job has come.
type State string

// The states.
const (
	Waiting  State = "waiting"  // for its turn
	Running  State = "running"  // its process is at work
	Stopping State = "stopping" // it was asked to stop
	Done     State = "done"     // its command has ended by itself, whatever its verdict
	Stopped  State = "stopped"  // its command has ended early and in order
	Failed   State = "failed"   // its command has said why it could not
	Died     State = "died"     // its process is gone, and nothing says how
)

// over reports whether nothing is at work, and nothing waits.
func (s State) over() bool { return s != Waiting && s != Running && s != Stopping }

// A Job is a command that was asked for.
type Job struct {
	ID      int       `json:"id"`
	Call    Call      `json:"call"`
	Line    string    `json:"line"` // its command, as a shell reads it
	State   State     `json:"state"`
	Asked   time.Time `json:"asked"`   // when it was asked for
	Started time.Time `json:"started"` // for the last time
	Ended   time.Time `json:"ended"`
	Status  int       `json:"status"`           // exit status, when it has ended
	Why     string    `json:"why,omitempty"`    // why it could not begin, or what ended it
	Output  string    `json:"output,omitempty"` // its main output, relative to the project
	GoesOn  bool      `json:"goes_on"`          // the same command goes on with it
	PID     int       `json:"pid,omitempty"`    // of its process
	Birth   string    `json:"birth,omitempty"`  // when that was born, as the system says it: numbers of processes come again
	Begun   int       `json:"begun"`            // how often it was started
}

// The files of jobs.
const (
	homeName  = ".centipawn" // in the project
	jobsName  = "jobs"       // in that
	lockName  = "lock"       // held by the workbench that runs the jobs
	stateName = "job.json"
	logName   = "log"
	endedName = "ended" // the exit status, by the process itself
)

// privately are the permissions of what is kept of jobs: logs can name what nobody else is to know.
const (
	privateFolder = 0o700
	privateFile   = 0o600
)

// A store keeps the jobs of a project, each in a folder of its own.
type store string

// storeOf returns the store of a project, and whether it is there. One that is a link is refused: a folder from elsewhere
// could let this program write to any place.
func storeOf(p *Project) (s store, there bool, err error) {
	home := filepath.Join(p.Dir, homeName)
	s = store(filepath.Join(home, jobsName))
	for _, dir := range []string{home, string(s)} {
		info, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return s, false, nil
		}
		if err != nil {
			return s, false, err
		}
		if !info.IsDir() {
			return s, false, fmt.Errorf("%s is not a folder of this program: remove it", filepath.Join(homeName, jobsName))
		}
	}
	return s, true, nil
}

// make makes the store.
func (s store) make() error { return os.MkdirAll(string(s), privateFolder) }

// path returns the path of a job's file; no name: of its folder.
func (s store) path(id int, name ...string) string {
	return filepath.Join(append([]string{string(s), strconv.Itoa(id)}, name...)...)
}

// write keeps a job.
func (s store) write(j *Job) error {
	if err := os.MkdirAll(s.path(j.ID), privateFolder); err != nil {
		return err
	}
	if err := s.plain(j.ID, stateName); err != nil {
		return err
	}
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(s.path(j.ID, stateName), append(text, '\n'))
}

// plain refuses a job's file that is there and not a file, such as a link.
func (s store) plain(id int, name string) error {
	if info, err := os.Lstat(s.path(id)); err != nil || !info.IsDir() {
		return fmt.Errorf("the folder of job %d is not one", id)
	}
	info, err := os.Lstat(s.path(id, name))
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("the file %s of job %d is not one of this program", name, id)
	}
	return nil
}

// read returns all jobs that can be read, in the order of their numbers.
func (s store) read() (jobs []*Job, err error) {
	list, err := os.ReadDir(string(s))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range list {
		id, err := strconv.Atoi(entry.Name())
		if err != nil || id < 1 || !entry.IsDir() || s.plain(id, stateName) != nil {
			continue
		}
		text, err := atomicfile.ReadFile(s.path(id, stateName), atomicfile.LargeLimit)
		j := new(Job)
		if err == nil && json.Unmarshal(text, j) == nil && j.ID == id {
			jobs = append(jobs, j)
		}
	}
	return jobs, err
}

// ended returns the exit status that a job's process has written; false: none.
func (s store) ended(id int) (status int, ok bool) {
	text, err := atomicfile.ReadFile(s.path(id, endedName), 16)
	if err != nil {
		return 0, false
	}
	status, err = strconv.Atoi(strings.TrimSpace(string(text)))
	return status, err == nil
}

// byInterrupt is what the system says of a process that Ctrl-C has ended.
const byInterrupt = "signal interrupt"

// end sets what became of a job whose process is gone. how is what the system says of its end, if it is known.
func (j *Job) end(s store, how string) {
	asked := j.State == Stopping
	j.PID, j.Birth, j.Ended, j.Why = 0, "", time.Now(), ""
	status, ok := s.ended(j.ID)
	if j.Status = status; !ok && asked && how == byInterrupt { // before it could listen, or the second time
		j.State, j.Why = Stopped, "it was ended at once"
		return
	}
	if !ok {
		j.State, j.Why = Died, "its process is gone without a word"
		if how != "" {
			j.Why = "its process has ended: " + how
		}
		return
	}
	switch status {
	case cli.StatusDone, cli.StatusRejected, cli.StatusUndecided:
		j.State = Done
	case cli.StatusInterrupted:
		j.State = Stopped
	default:
		j.State = Failed
	}
}
