//go:build !cgo

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutOpenCVReadSaysHowToGetIt(t *testing.T) {
	got := astragal(t, "read", "a.jpg")
	require.Equal(t, statusFailed, got.status)
	require.Contains(t, got.errs, "no OpenCV")
	require.Contains(t, got.errs, "make build")
	require.Empty(t, got.out)
}
