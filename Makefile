# The two commands that a newcomer needs are `make run` and `make test`.
export GOTOOLCHAIN := auto
# This is where go.dev says to put Go. It helps people who haven't put it on the path.
export PATH := $(PATH):/usr/local/go/bin
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.1
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
TYPESCRIPT := typescript@5.9.3
ARGS ?=

.PHONY: help build run test clients lint fmt fuzz race soak measure release archive clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

build: ## build bin/astragal; installs what is missing
	@bash .ci/build

run: build ## watch the dice and open the page (make run ARGS="--source virtual")
	@bin/astragal run $(ARGS)

test: ## prove it all; installs what is missing
	@bash .ci/test

lint: ## staticcheck, golangci-lint, and the pages' types (the last needs npx)
	go run $(STATICCHECK) ./...
	go run $(GOLANGCI) run
	@if command -v npx >/dev/null; then npx --yes --package $(TYPESCRIPT) tsc --project web && npx --yes --package $(TYPESCRIPT) tsc --project web/foundry; else echo "npx is not here: the pages' types were not checked"; fi

clients: build ## clients of the API in Go and TypeScript, made, compiled and tried; fetches the generators
	@bash .ci/clients

fmt: ## format the Go files
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')

fuzz: ## fuzz every parser, 30 seconds each
	@bash .ci/fuzz 30s

race: ## the packages without pixels under the race detector
	go test -race $$(CGO_ENABLED=0 go list ./... | grep -v -e /vision/cv)

soak: build ## the long tests: memory over 10,000 frames, 200 clips, many games
	ASTRAGAL_SOAK=2000 go test -count=1 -timeout 120m -v -run 'Soak' ./...
	ASTRAGAL_SOAK=2000 go test -count=1 -timeout 60m -v -tags matprofile -run 'SoakTenThousand' ./vision/cv/watch

measure: build ## run the program on the data sets in DATA (../shared/data/real), and on tables of up to a million rolls
	@bash .ci/measure "$(DATA)"
	@bash .ci/scale

release: ## Debian packages, SBOM and checksums in dist/, built twice and compared; needs root and mmdebstrap
	@bash .ci/release --twice

archive: ## an archive with its libraries in dist/, for distributions without apt
	@bash .ci/archive

clean: ## remove what was built
	rm -rf bin dist .cache
