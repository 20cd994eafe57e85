package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"astragal/companion/launch"
	"astragal/companion/settings"
)

// The exit statuses are a contract with scripts.
const (
	statusOK     = 0
	statusFailed = 1 // something could not be done
	statusUsage  = 2 // the command line or the configuration is wrong
)

// program is what all commands share: where it reads and writes.
type program struct {
	in      io.Reader
	out     io.Writer
	errs    io.Writer
	environ []string
	called  string   // how the program was called: bin/astragal
	args    []string // the arguments of the call
	// settingsFile is the file that the configuration was read from. It is empty if there is none.
	settingsFile string
}

// usageError is a mistake in the command line or the configuration.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// misuse says what is wrong with the command line.
func misuse(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errTold ends a command with status 1. The command has already said what went wrong.
var errTold = errors.New("already told")

// run carries out one command line and returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	p.args = args
	root := p.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, errTold):
		return statusFailed
	case errors.As(err, &usage):
		fmt.Fprintf(p.errs, "astragal: %v\n", err)
		return statusUsage
	}
	fmt.Fprintf(p.errs, "astragal: %v\n", err)
	return statusFailed
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "astragal",
		Short: "reads real dice through a camera and counts them",
		Long: `Astragal watches a dice tray through a camera, reads every die that comes to
rest, counts, and shows it all on a web page. What it isn't sure of, it asks.

Start with "astragal run".`,
		SilenceUsage:               true,
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		Args:                       cobra.ArbitraryArgs,
		RunE:                       unknownCommand,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.errs)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var wrong *pflag.InvalidValueError
		if errors.As(err, &wrong) {
			err = fmt.Errorf("--%s is %q: it must be %s", wrong.GetFlag().Name, wrong.GetValue(), flagWants(wrong.GetFlag()))
		}
		return misuse("%w (see %s --help)", err, c.CommandPath())
	})
	settings.Flags(root.PersistentFlags())
	root.AddCommand(
		p.newRunCommand(),
		p.newReadCommand(),
		p.newWatchCommand(),
		p.newTeachCommand(),
		p.newEvaluateCommand(),
		p.newStageCommand(),
		p.newCalibrateCommand(),
		p.newPlayCommand(),
		p.newCountCommand(),
		p.newRulesCommand(),
		p.newVerifyCommand(),
		p.newStatisticsCommand(),
		p.newDoctorCommand(),
		p.newHubCommand(),
		p.newVersionCommand(),
	)
	root.AddCommand(p.pixelCommands()...)
	return root
}

// unknownCommand prints the help if no command was named. If there is no such command, it suggests a similar one.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	hint := `"astragal --help" lists the commands`
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %q?", strings.Join(near, `" or "`))
	}
	return misuse("there is no command %q: %s", args[0], hint)
}

// needs turns an error of a check of a command's arguments into a usageError.
func needs(check cobra.PositionalArgs, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return misuse("%s (see %s --help)", hint, c.CommandPath())
		}
		return nil
	}
}

// launch is how the program was started.
func (p *program) launch() launch.Launch {
	return launch.Of(launch.Call{Program: p.called, Args: p.args, Environ: p.environ, Errs: p.errs, Settings: p.settingsFile})
}

// logger writes the log to the error stream.
func (p *program) logger(cfg settings.Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		level = slog.LevelInfo // Validate has refused any other word before
	}
	return slog.New(slog.NewTextHandler(p.errs, &slog.HandlerOptions{Level: level}))
}

// flagWants says what a flag's value must be.
func flagWants(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64", "uint", "uint64":
		return "a whole number, like " + cmp.Or(strings.TrimPrefix(f.DefValue, "-"), "500")
	case "float64", "float32":
		return "a number, like 0.5"
	case "bool":
		return "true or false"
	case "duration":
		return "a time, like 12s"
	case "stringSlice":
		return "words with commas between them, like d6,d20 (a word with a comma or a quote in quotes)"
	}
	return "text"
}

// config reads the settings of a command. Every error is a usageError.
func (p *program) config(c *cobra.Command) (settings.Config, error) {
	cfg, file, err := settings.Read(c.Flags(), p.environ)
	if err != nil {
		return settings.Config{}, usageError{err}
	}
	p.settingsFile = file
	return cfg, nil
}
