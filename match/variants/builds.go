package variants

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/building"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// builds are the programs of an engine, one for each text that its source has had.
type builds struct {
	teller
	dir   string
	lock  *disk.File
	state state
	copy  building.Source // the copy that all are built from, in dir/source
	files building.Files  // of the copy
	texts []source.Code   // of the copy, by their names in the source, which errors give
	old   *weights.File

	slots chan struct{} // one for each build at a time

	mutex   sync.Mutex
	flights map[string]*flight // by hash
	paths   map[string]*flight // by the path of the weights
	shelf   shelf
}

// A flight is a build for which several may wait.
type flight struct {
	hash   string
	ended  chan struct{}
	folder string
	err    error
}

func openBuilds(ctx context.Context, cfg Config) (b *builds, err error) {
	if cfg.Dir == "" || cfg.Old == nil {
		return nil, errors.New("an engine is built of its source: pass a folder for the builds, and the weights that the source holds")
	}
	b = &builds{
		teller: teller{stage: cfg.Stage, at: cfg.At}, dir: cfg.Dir, old: cfg.Old, copy: *cfg.Source,
		slots:   make(chan struct{}, cmp.Or(cfg.Parallel, runtime.GOMAXPROCS(0))),
		flights: map[string]*flight{}, paths: map[string]*flight{}, shelf: shelf{most: keptBuilds},
	}
	if err := os.MkdirAll(b.dir, 0o777); err != nil {
		return b, err
	}
	if b.lock, err = resume.Open(filepath.Join(b.dir, building.VariantsLock), 0); err != nil {
		return b, err
	}
	if err := b.open(ctx, cfg.Source); err != nil {
		return b, err
	}
	b.shelf.open(filepath.Join(b.dir, "builds"), func(hash string) bool {
		_, done := b.place(hash).done(&b.copy)
		return done
	})
	_, b.shelf.own, err = b.rewrite("")
	return b, err
}

func (b *builds) close() error {
	if b.lock == nil {
		return nil
	}
	err := b.lock.Close()
	b.lock = nil
	return err
}

// make returns the folder of the engine's copy that is built with the weights of a file, and builds it
// if that is not done. Who asks for a build that is under way waits for it.
func (b *builds) make(ctx context.Context, path string) (folder string, err error) {
	b.mutex.Lock()
	f := b.paths[path]
	b.mutex.Unlock()
	if f != nil {
		b.use(f.hash)
		return f.folder, f.err
	}
	texts, hash, err := b.rewrite(path)
	if err != nil {
		return "", err
	}
	for {
		b.mutex.Lock()
		f, under := b.flights[hash]
		if !under {
			f = &flight{hash: hash, ended: make(chan struct{})}
			b.flights[hash] = f
		}
		b.mutex.Unlock()
		if !under {
			b.fly(ctx, f, path, hash, texts)
		}
		select {
		case <-f.ended:
		case <-ctx.Done():
			return "", ctx.Err()
		}
		if !stopped(f.err) {
			b.mutex.Lock()
			b.paths[path] = f
			b.mutex.Unlock()
			b.use(hash)
			return f.folder, f.err
		}
		if ctx.Err() != nil {
			return "", f.err
		}
	}
}

// use notes that a build is used, and removes what is too many. A build that is wanted again is made again; a program
// that runs goes on. The caller does not hold the lock.
func (b *builds) use(hash string) {
	b.mutex.Lock()
	gone := b.shelf.use(hash)
	for _, h := range gone {
		f := b.flights[h]
		delete(b.flights, h)
		for path, other := range b.paths {
			if other == f {
				delete(b.paths, path)
			}
		}
		_ = disk.Remove(b.place(h).mark()) // what stays only takes room
	}
	b.mutex.Unlock()
	for _, h := range gone {
		attempts, _ := filepath.Glob(filepath.Join(string(b.place(h)), "[0-9]*"))
		for _, path := range attempts {
			_ = disk.RemoveAll(path)
		}
	}
}

// stopped reports whether a build was only stopped, so that another may be begun.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// fly makes a build for all who wait.
func (b *builds) fly(ctx context.Context, f *flight, path, hash string, texts []source.Code) {
	defer close(f.ended)
	f.folder, f.err = b.slot(ctx, path, hash, texts)
	if stopped(f.err) {
		b.mutex.Lock()
		delete(b.flights, hash)
		b.mutex.Unlock()
	}
}

// slot waits until fewer builds than allowed are under way.
func (b *builds) slot(ctx context.Context, path, hash string, texts []source.Code) (folder string, err error) {
	select {
	case b.slots <- struct{}{}:
		defer func() { <-b.slots }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return b.build(ctx, path, hash, texts)
}

// rewrite returns the texts with the weights of a file, and what tells the build from others: equal
// files, and those that are rounded to the same numbers, have one.
func (b *builds) rewrite(path string) (texts []source.Code, hash string, err error) {
	to := b.old
	if path != "" {
		if to, err = weights.FindEvaluation(path); err != nil {
			return nil, "", err
		}
	}
	if texts, err = source.Rewrite(b.texts, b.old, to, b.copy.Options); err != nil {
		return nil, "", fmt.Errorf("weights %s: %w", cmp.Or(path, "as the source has them"), err)
	}
	h := sha256.New()
	err = json.NewEncoder(h).Encode([]any{b.state.Files, b.copy.Command, b.copy.Program, texts})
	return texts, fmt.Sprintf("%x", h.Sum(nil)[:8]), err
}

// prepare makes the builds of several files, as many at a time as are allowed. After an error none is
// begun.
func (b *builds) prepare(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if _, _, err := b.rewrite(path); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	faults := make([]error, len(paths))
	var all sync.WaitGroup
	for i, path := range paths {
		all.Go(func() {
			if _, faults[i] = b.make(ctx, path); faults[i] != nil {
				cancel()
			}
		})
	}
	all.Wait()
	own := slices.IndexFunc(faults, func(err error) bool { return err != nil && !stopped(err) })
	if own >= 0 {
		return faults[own]
	}
	return errors.Join(faults...)
}

// build makes one build in a fresh copy, unless it is done.
func (b *builds) build(ctx context.Context, path, hash string, texts []source.Code) (folder string, err error) {
	p := b.place(hash)
	if folder, done := p.done(&b.copy); done {
		return folder, nil
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if folder, err = p.begin(); err != nil {
		return "", err
	}
	if _, err := b.files.Copy(ctx, folder); err != nil {
		return "", err
	}
	renamed := slices.Clone(texts)
	for i := range renamed {
		renamed[i].Name = b.copy.Texts[i].Name
	}
	if _, err := b.copy.Put(renamed, folder); err != nil {
		return "", err
	}
	what := cmp.Or(path, "the weights that it has")
	log, began := folder+".log", time.Now()
	b.say("build", fmt.Sprintf("%s: %s, output in %s", what, b.copy.Command, log))
	err = b.copy.Build(ctx, folder, log, func(seconds int) { b.tell("build "+filepath.Base(what), seconds) })
	switch {
	case err != nil && ctx.Err() != nil:
		return "", err
	case err != nil && path == "":
		return "", fmt.Errorf("build: %w\ncorrect the source, -build or -engine, and run it again", err)
	case err != nil:
		return "", fmt.Errorf("build with the weights %s: %w\nwith its own weights it was built: are these in their ranges?", path, err)
	}
	b.say("build", fmt.Sprintf("%s: done in %.1f s", what, time.Since(began).Seconds()))
	return folder, errors.Join(building.Tidy(folder), p.end(folder))
}

// apart refuses weights that are the engine's own once they are rounded.
func (b *builds) apart(path string) error {
	_, own, bad := b.rewrite("")
	_, hash, err := b.rewrite(path)
	if err = errors.Join(bad, err); err == nil && hash == own {
		err = fmt.Errorf("weights %s: rounded as in the source, they are those that it has: pass weights that are further from them", path)
	}
	return err
}

// state is the content of variants.json: of what the copy of the source was made.
type state struct {
	Files   map[string]string `json:"files"`   // the source's, by their paths: SHA-256
	Copied  bool              `json:"copied"`  // as a whole
	Checked bool              `json:"checked"` // by Check: from then on the run is of the copy
}

func (b *builds) stateFile() string { return filepath.Join(b.dir, "variants.json") }

func (b *builds) save() error {
	data, err := json.MarshalIndent(&b.state, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(b.stateFile(), append(data, '\n'))
}

// open makes the copy of the source, or goes on with that of an earlier run.
func (b *builds) open(ctx context.Context, s *building.Source) error {
	paths, err := s.Paths()
	if err != nil {
		return err
	}
	files, err := building.List(ctx, s.Folder)
	if err != nil {
		return err
	}
	if err := b.read(); err != nil {
		return err
	}
	changed := differences(b.state.Files, files.Sums())
	switch {
	case b.state.Checked && len(changed) > 0:
		b.say("copy", "the source has changed since it was copied, and this run is of the copy; for the source as it is now pass another folder: "+building.Some(changed))
	case !b.state.Copied || len(changed) > 0:
		err = b.copyFrom(ctx, &files)
	}
	if err != nil {
		return err
	}
	b.copy.Folder = filepath.Join(b.dir, "source")
	if b.files, err = building.Copied(ctx, b.copy.Folder); err != nil {
		return err
	}
	return b.readTexts(paths, s.Texts)
}

// read reads the state of an earlier run.
func (b *builds) read() error {
	text, err := atomicfile.ReadFile(b.stateFile(), atomicfile.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return b.overwrites()
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &b.state); err != nil {
		return fmt.Errorf("%s: not the state of such a run: %w: pass another folder", b.stateFile(), err)
	}
	return nil
}

// overwrites refuses a folder that no run has made.
func (b *builds) overwrites() error {
	for _, name := range []string{"source", "builds"} {
		path := filepath.Join(b.dir, name)
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s would be overwritten, and belongs to no such run: pass another folder", path)
		}
	}
	return nil
}

// differences are the files that are not as they were. Those that are new, such as a log, are nothing
// to the copy.
func differences(before, now map[string]string) (changed []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if now[name] != before[name] {
			changed = append(changed, name)
		}
	}
	return changed
}

// copyFrom copies the source.
func (b *builds) copyFrom(ctx context.Context, files *building.Files) error {
	for _, note := range files.Notes {
		b.say("copy", note)
	}
	if len(b.state.Files) > 0 {
		b.say("copy", "the source is copied again: that was not done, or it has changed")
	}
	b.state = state{Files: files.Sums()}
	to := filepath.Join(b.dir, "source")
	if err := errors.Join(b.save(), disk.RemoveAll(to)); err != nil {
		return err
	}
	size, err := files.Copy(ctx, to)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	b.say("copy", fmt.Sprintf("%s, %s bytes, in %s", plaintext.Count(files.Len(), "file"), plaintext.Thousands(int(size)), to))
	b.state.Copied = true
	return b.save()
}

// readTexts reads the files that hold weights, from the copy.
func (b *builds) readTexts(paths []string, texts []source.Code) error {
	b.copy.Texts = nil
	for i, path := range paths {
		name := filepath.Join(b.copy.Folder, filepath.FromSlash(path))
		data, err := atomicfile.ReadFile(name, atomicfile.SmallLimit)
		if err != nil {
			return fmt.Errorf("%s: it is not in the copy of the source: %w", texts[i].Name, err)
		}
		b.copy.Texts = append(b.copy.Texts, source.Code{Name: name, Data: data})
		b.texts = append(b.texts, source.Code{Name: texts[i].Name, Data: data})
	}
	return nil
}

// A place is the folder of a build, dir/builds/HASH. Each attempt has a folder of its own in it, 1, 2, 3: what
// a killed run has left running may still write into that of an earlier one. The file done names the
// attempt that was built.
type place string

func (b *builds) place(hash string) place { return place(filepath.Join(b.dir, "builds", hash)) }

// done returns the folder of the attempt that was built.
func (p place) done(s *building.Source) (folder string, ok bool) {
	text, err := atomicfile.ReadFile(p.mark(), atomicfile.SmallLimit)
	attempt := strings.TrimSpace(string(text))
	if _, bad := strconv.Atoi(attempt); err != nil || bad != nil {
		return "", false
	}
	folder = filepath.Join(string(p), attempt)
	return folder, s.Built(folder)
}

func (p place) mark() string { return filepath.Join(string(p), "done") }

// begin returns the folder of a new attempt, which is not there yet. Of those before nothing but the
// folder is left.
func (p place) begin() (folder string, err error) {
	if err := os.MkdirAll(string(p), 0o777); err != nil {
		return "", err
	}
	list, err := os.ReadDir(string(p))
	last := 0
	for _, entry := range list {
		n, bad := strconv.Atoi(entry.Name())
		if bad != nil {
			continue
		}
		last = max(last, n)
		earlier := filepath.Join(string(p), entry.Name())
		_ = errors.Join(disk.RemoveAll(earlier), os.Mkdir(earlier, 0o777)) // what stays there only takes room
	}
	return filepath.Join(string(p), strconv.Itoa(last+1)), err
}

// end notes that an attempt was built.
func (p place) end(folder string) error {
	return atomicfile.Write(p.mark(), []byte(filepath.Base(folder)+"\n"))
}
