package pipeline

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// Serve runs prism, a job server for one machine, until the context ends.
func Serve(ctx context.Context, port int) error {
	if _, err := prism.CreateJobServer(ctx, prism.Options{Port: port}); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// Pool starts workers in this process when a job server asks for them, until the context ends. It is what
// -environment_type external -environment_config localhost:PORT names.
func Pool(ctx context.Context, port int) error {
	pool, err := extworker.StartLoopback(ctx, port)
	if err != nil {
		return err
	}
	<-ctx.Done()
	return pool.Stop(context.WithoutCancel(ctx))
}
