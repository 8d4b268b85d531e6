package match

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"example.org/centipawn/match/elo"
)

// Run plays the match, or goes on with the one in the plan's folder, until all pairs are played,
// the test has decided, there is another reason to stop ([Stop]), or ctx ends: then the running
// games are dropped and the finished ones kept. All of these are results. An error is what keeps
// the match from being played, such as an engine that does not start; with it comes the result so
// far, if anything was played.
//
// watch gets how the match stands: at the start, and after every game. It is called by one
// goroutine, and what it gets is valid during the call. It may be nil.
func Run(ctx context.Context, plan Plan, watch func(*Progress)) (result *Result, err error) {
	if plan, err = plan.withDefaults(); err != nil {
		return nil, err
	}
	r := &run{judge: newJudge(&plan, nil), plan: &plan, watch: watch, began: time.Now()}
	if r.folder, err = openFolder(&plan, r.judge); err != nil {
		return nil, err
	}
	before := r.judge.stand.Finished
	r.show()
	if _, stop := r.judge.stopped(); !stop {
		err = r.play(ctx)
	}
	result = r.result(err)
	result.Seconds = r.folder.seconds
	if r.judge.stand.Finished > before {
		result.Seconds += r.judge.stand.Seconds
	}
	return result, errors.Join(err, r.folder.finish(result), r.folder.close())
}

// A run is a match that is being played.
type run struct {
	plan   *Plan
	judge  *judge
	folder *folder
	watch  func(*Progress)
	began  time.Time
}

// play gives the games that are missing to the workers and takes what they have played, until the
// match stops.
func (r *run) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs, outcomes := make(chan job), make(chan outcome)
	go r.giveOut(ctx, r.judge.missing(), jobs)
	var workers sync.WaitGroup
	started := make([]atomic.Bool, len(r.plan.Entrants))
	for range min(r.plan.Concurrency, r.judge.schedule.games()) {
		workers.Go(func() { newWorker(r.plan, started).work(ctx, jobs, outcomes) })
	}
	go func() {
		workers.Wait()
		close(outcomes)
	}()
	var failed error
	for o := range outcomes { // to the end, so that no finished game is lost
		if err := r.take(o); err != nil && failed == nil {
			failed = err
			cancel()
		}
		if _, stop := r.judge.stopped(); stop {
			cancel()
		}
	}
	return failed
}

// giveOut gives the games out one after the other, each when its values are known.
func (r *run) giveOut(ctx context.Context, list iter.Seq[slot], jobs chan<- job) {
	defer close(jobs)
	for s := range list {
		j, known := r.judge.values.wait(ctx, s)
		if !known {
			return
		}
		select {
		case jobs <- j:
		case <-ctx.Done():
			return
		}
	}
}

// take keeps and judges a finished game.
func (r *run) take(o outcome) error {
	if o.err != nil {
		return o.err
	}
	if err := r.folder.add(o.game); err != nil {
		return err
	}
	if err := r.judge.add(o.game); err != nil {
		return err
	}
	r.show()
	return nil
}

// show gives the watcher the standing.
func (r *run) show() {
	if r.watch != nil {
		r.progress()
		r.watch(&r.judge.stand)
	}
}

// progress brings what is derived up to date.
func (r *run) progress() {
	r.judge.stand.Seconds = seconds(time.Since(r.began))
	for i := range r.judge.stand.Pairings { // not after each pair of a long journal
		if p := &r.judge.stand.Pairings[i]; p.Estimate.Pairs != p.Pentanomial.Pairs() {
			p.Estimate = elo.Of(p.Pentanomial)
		}
	}
	r.judge.stand.Warnings = r.judge.warnings()
}

// result returns how the match has ended, by an error or without.
func (r *run) result(err error) *Result {
	stop, _ := r.judge.stopped()
	r.judge.byHand = stop == Interrupted && err == nil
	r.progress()
	res := &Result{Event: r.plan.Event, Progress: r.judge.stand, Stop: stop, Dir: r.plan.Dir, Results: r.judge.rated}
	if stop == Decided {
		p := &res.Pairings[0]
		p.Estimate = p.Estimate.AfterSPRT()
	}
	if len(r.plan.Entrants) > 2 && res.Games > 0 {
		ratings, err := r.rate()
		if err != nil {
			res.Unrated = err.Error()
		} else {
			res.Ratings = ratings
		}
	}
	return res
}

// rate rates all players of a tournament together.
func (r *run) rate() (*elo.Ratings, error) {
	var opt elo.RateOptions
	for i, e := range r.plan.Entrants {
		opt.Names = append(opt.Names, e.Name)
		if value, anchored := r.plan.Anchors[e.Name]; anchored {
			if opt.Anchors == nil {
				opt.Anchors = map[int]float64{}
			}
			opt.Anchors[i] = value
		}
	}
	return elo.Rate(len(r.plan.Entrants), r.judge.rated, opt)
}
