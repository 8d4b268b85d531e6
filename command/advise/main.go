package advise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	_ "example.org/centipawn/features/standard" // known by name
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
)

// Main is the verb advise of the weights command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := c.try(); err != nil {
		return err
	}
	s := &session{call: c, std: std, stages: &progress.Stages{W: std.Err}}
	if err := s.run(ctx); err != nil {
		return err
	}
	return s.write()
}

// try finds out before the work whether the report can be written.
func (c *call) try() error {
	if c.folder != "" {
		if err := os.MkdirAll(c.folder, 0o777); err != nil {
			return fmt.Errorf("-report: %w", err)
		}
	}
	if c.out != "" {
		if err := atomicfile.Try(c.out); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("-o: %w", err)
		}
	}
	return nil
}

// write prints the report, and writes it where the flags say.
func (s *session) write() error {
	var text strings.Builder
	if err := s.report.Print(&text); err != nil {
		return err
	}
	if s.out != "" {
		var b bytes.Buffer
		if err := cli.WriteJSON(&b, &s.report); err != nil {
			return err
		}
		if err := atomicfile.Write(s.out, b.Bytes()); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
	}
	if s.folder != "" {
		if err := s.report.WritePage(s.folder, text.String()); err != nil {
			return fmt.Errorf("-report: %w", err)
		}
	}
	if s.asJSON {
		return cli.WriteJSON(s.std.Out, &s.report)
	}
	_, err := fmt.Fprint(s.std.Out, text.String())
	return err
}
