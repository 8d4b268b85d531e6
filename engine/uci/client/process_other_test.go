//go:build !unix

package client

import "testing"

// checkNobodyLeft reports an engine that has not been waited for.
func checkNobodyLeft(t *testing.T, c *Client) {
	t.Helper()
	if c.proc.cmd.ProcessState == nil {
		t.Error("the process was not waited for")
	}
}
