# centipawn: fit chess evaluations and prove the result.
# `make demo` runs the main job on the embedded sample, `make test` the tests.

GO     ?= go

# Every x86-64 processor since 2009 has what v2 asks for, the count of a bitboard's squares among
# it: an evaluation takes 7 % less time. GOAMD64=v1 is for older ones.
export GOAMD64 ?= v2

DEMO   := demo

.PHONY: all build beam exe dist module profile demo test test-all test-rest check race vulns fuzz cross bench perft terms sample clean

ifdef EXE
all: exe
else
all: build
endif

# What the compiler is told of the hot paths, of all commands in one file.
PGO := -pgo=cmd/engine/default.pgo

build: ## the commands, into bin/
	$(GO) build $(PGO) -o bin/ ./cmd/...

beam: ## bin/beam, shards on Apache Beam: a module of its own, compiled for three minutes the first time (docs/scale_beam.md)
	cd cmd/beam && $(GO) build -pgo=$(CURDIR)/cmd/engine/default.pgo -o ../../bin/ .

exe: ## the engine alone, by the name EXE: "make EXE=name" is how OpenBench builds (no C compiler is needed, whatever CC says)
	@test -n "$(EXE)" || { echo "name the engine: make EXE=name"; exit 2; }
	CGO_ENABLED=0 $(GO) build -trimpath -o $(EXE:.exe=)$$($(GO) env GOEXE) ./cmd/engine

dist: ## the archives of a release for six systems and their checksums, into dist/; equal commits give equal bytes
	$(GO) run ./internal/dist dist

# PATH=... on the command line is the module's path here, and the commands still need their own.
ifeq ($(origin PATH),command line)
MODULE := $(PATH)
FOUND  := $(shell echo "$$PATH")
ifeq ($(FOUND),$(MODULE)) # make since 4.4 exports its variables here, too
FOUND  := $(or $(shell /usr/bin/tr '\0' '\n' < /proc/$$PPID/environ 2>/dev/null | /usr/bin/sed -n 's/^PATH=//p'),/usr/local/go/bin:/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin)
endif
override PATH := $(FOUND)
endif

module: ## "make module PATH=host/you/centipawn" gives the module your path, in every file that names it
	@test -n "$(MODULE)" || { echo "name the module's path: make module PATH=host/you/centipawn"; exit 2; }
	@set -e; old=$$($(GO) list -m); quoted=$$(echo "$$old" | sed 's/[.]/\\./g'); \
	git grep -lIFz "$$old" | xargs -0 sed -i.oldpath -e "s#$$quoted\([^A-Za-z0-9_.-]\)#$(MODULE)\1#g" -e "s#$$quoted\$$#$(MODULE)#"; \
	git ls-files -oz '*.oldpath' | xargs -0 rm -f; \
	git ls-files '*.go' | xargs gofmt -w; $(GO) mod edit -print >/dev/null; \
	echo "$$old is $(MODULE) now: go install $(MODULE)/cmd/fit@latest works once it is published there"

profile: ## what the compiler is told of the hot paths of all commands, by the module's path: make it again after make module
	@set -e; dir=$$(mktemp -d); trap 'rm -rf '$$dir EXIT; \
	of() { $(GO) test ./$$1 -run '^$$' -bench "$$2" -benchtime $$3 -cpuprofile $$dir/$$(echo $$1 | tr / _) -o $$dir/test; }; \
	of search/alphabeta 'Nodes/standard' 8x; of search/mcts Iterations 3s; of match 'Game' 3s; of match/selfplay 'Games' 3s; \
	of extract 'Run|MemoryEPD' 2s; of eval Nonlinear 3x; of command/fit Fit 3x; of neural Batch 2s; rm $$dir/test; \
	$(GO) tool pprof -proto $$dir/* > $$dir/all; \
	cp $$dir/all cmd/engine/default.pgo

demo: ## examine the sample, fit it to evaluations and to results; weights, tables, pictures, the paper's tables and a match into demo/
	@echo "the demo: half a minute, and two more the first time for the build"
	@$(MAKE) --no-print-directory build
	@mkdir -p $(DEMO) && printf 'module demo\n' > $(DEMO)/go.mod # the table is a module of its own
	@$(GO) run ./internal/demo $(DEMO)
	@cd $(DEMO) && $(GO) vet .

# Tests compile without the profile, which would compile everything twice, and without vet, which is in
# make check. The go command within tests takes what is compiled so from the cache.
PKGS   ?= ./...
RECORD ?=
TEST   := GOFLAGS="$(GOFLAGS) -pgo=off -vet=off" $(GO) run ./internal/testrun $(if $(RECORD),-record $(RECORD))
test: ## every package in some minutes; at the end, which tests were skipped, and why
	$(TEST) -- -short -timeout 20m $(PKGS)

test-all: ## every test, the long ones too: simulations, mutants, slow twins, whole runs, data sets
	$(TEST) -- -timeout 40m $(PKGS)

test-rest: ## what "make test RECORD=file" skipped or shortened, by that file: with it, all that make test-all runs
	@test -n "$(RECORD)" || { echo "name the record of make test: make test-rest RECORD=file"; exit 2; }
	$(TEST) -rest $(RECORD) -- -timeout 40m

check: ## format, vet, staticcheck, and that the profile can be read
	@test -z "$$(gofmt -l .)" || { echo "not formatted (gofmt -w):"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) tool preprofile -i cmd/engine/default.pgo -o /dev/null

# Of packages with many slow tests those alone that run several threads, by their names, or all but the
# slow ones of one thread.
RACE := $(GO) test -race -pgo=off -short -timeout 40m
race: ## the race detector on the packages that run in parallel (needs a C compiler)
	$(RACE) ./internal/atomicfile ./internal/memory ./matrix ./internal/shards ./internal/ordered ./extract/trace ./internal/resume ./engine/quiet ./features ./datasets \
	  ./fit/linear ./fit/choice ./fit/sandwich ./fit/bootstrap ./engine/uci/... \
	  ./engine/suite ./match ./match/play ./match/entrants ./match/selfplay ./match/trees ./match/regret
	$(RACE) -skip 'Proofs|Lines|Twin|Mates|Trap|Scale|Allocation|Temperature|Quiesce|KeepsResult|Determinism|Signature' ./search/alphabeta ./search/mcts ./engine
	$(RACE) -run 'Bytes|Error|Progress|Meanwhile|Twice|Supply' ./fit ./extract ./loop
	$(RACE) -run 'Bytes|Threads|Cancel|Contract|Shared|Pools|Scratch|Fails|Pipe|Joined' ./fit/sparse ./datasets/doctor

vulns: ## a scan for known vulnerabilities, where their database can be reached
	@out=$$($(GO) tool govulncheck ./... 2>&1); status=$$?; \
	if [ $$status = 1 ] && printf '%s' "$$out" | grep -q 'fetching vulnerabilities'; then \
	  echo "the database of vulnerabilities was not reached: skipped"; \
	else printf '%s\n' "$$out"; exit $$status; fi

# One build for all targets of a package. GUIDED= compiles nothing again: no coverage guides the inputs.
FUZZTIME ?= 5s
GUIDED   ?= -fuzz Fuzz
fuzz: ## every fuzz target for FUZZTIME, a duration or, as in 3000x, a number of inputs
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf '$$tmp EXIT; found=$$($(GO) env GOCACHE)/fuzz; \
	for dir in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do \
	  $(GO) test -pgo=off -c $(GUIDED) -o $$tmp/fuzz $$dir; \
	  for target in $$($$tmp/fuzz -test.list '^Fuzz'); do \
	    echo "$$dir $$target"; \
	    (cd $$dir && $$tmp/fuzz -test.run '^$$' -test.fuzz "^$$target$$" -test.fuzztime $(FUZZTIME) -test.fuzzminimizetime 10x -test.fuzzcachedir $$found/$$dir); \
	  done; \
	done

# Each system compiles everything, without the optimiser, and one program is linked to show that it works.
# What is for linux alone, or for arm64 alone, is compiled here or in the tests: linux/arm64 adds nothing.
PLAIN := -pgo=off -gcflags='all=-N -l'
cross: ## the systems that users have
	@set -e; for system in windows/amd64 darwin/arm64; do \
	  echo "$$system"; export GOOS=$${system%/*} GOARCH=$${system#*/}; \
	  $(GO) list $(PLAIN) -export -f '{{""}}' ./... >/dev/null; $(GO) build $(PLAIN) -o /dev/null ./cmd/engine; \
	done

bench: ## the benchmarks; README says which of its figures need more rows
	$(GO) test -run '^$$' -bench . -benchmem ./board ./pgn ./datasets/records ./features/... ./eval ./search/... ./datasets ./extract ./matrix ./winprob ./fit/... ./match/...

perft: ## move generation against 11 thousand million published nodes (some minutes; needs ../shared/data)
	$(GO) test ./board -run TestPerftFull -perft-full -timeout 30m -v

terms: ## docs/terms.md and its pictures, from the definitions
	$(GO) test ./features/catalog -update

sample: ## make the embedded sample again (needs stockfish; about half an hour)
	cd datasets/sample && $(GO) run generate.go -o sample.csv.zst -positions ../../features/positions.txt

clean:
	rm -rf bin $(DEMO)
