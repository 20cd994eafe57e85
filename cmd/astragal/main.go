// Command astragal reads real dice through a camera, counts them and shows the table on a web page. Each subcommand
// has its own file. program.go joins them.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := &program{in: os.Stdin, out: os.Stdout, errs: os.Stderr, environ: os.Environ(), called: os.Args[0]}
	status := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
