package pictures

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sick is an eye that crashes on one picture and hangs on another.
const sick = `#!/bin/sh
while read -r ask; do
  case "$ask" in
  *dies*) echo "terminate called: OpenCV(4.6.0) x.cpp:7: error: (-215:Assertion failed) !empty()" >&2; kill -9 $$ ;;
  *hangs*) exec sleep 60 ;;
  *odd*) echo 'no JSON' >&3 ;;
  *) echo '{"scene": {"width": 7}, "took_ms": 1.5}' >&3 ;;
  esac
done
`

func sickEye(t *testing.T) *Eye {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "eye")
	require.NoError(t, os.WriteFile(exe, []byte(sick), 0o755))
	eye := &Eye{exe: exe, patience: time.Minute}
	t.Cleanup(func() { require.NoError(t, eye.Close()) })
	return eye
}

func TestAPictureThatKillsTheEyeCostsItself(t *testing.T) {
	eye, ctx := sickEye(t), context.Background()
	_, err := eye.Look(ctx, "good.jpg")
	require.NoError(t, err)
	_, err = eye.Look(ctx, "dies.jpg")
	require.ErrorContains(t, err, "broke off while it read this picture")
	require.ErrorContains(t, err, "Assertion failed", "OpenCV's own word is passed on")
	_, err = eye.Look(ctx, "odd.jpg")
	require.ErrorContains(t, err, "understand the eye's answer")
	seen, err := eye.Look(ctx, "good.jpg")
	require.NoError(t, err, "the next picture is read by a new eye")
	require.Equal(t, 7, seen.Scene.Width)
}

func TestAPictureThatHangsIsGivenUp(t *testing.T) {
	eye := sickEye(t)
	eye.patience = 200 * time.Millisecond
	_, err := eye.Look(context.Background(), "hangs.jpg")
	require.ErrorContains(t, err, "given up")
	eye.patience = time.Minute
	_, err = eye.Look(context.Background(), "good.jpg")
	require.NoError(t, err)
}

func TestAStopEndsTheEye(t *testing.T) {
	eye := sickEye(t)
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	_, err := eye.Look(ctx, "hangs.jpg")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Nil(t, eye.child)
}

func TestAnEyeThatCannotStart(t *testing.T) {
	eye := &Eye{exe: filepath.Join(t.TempDir(), "gone"), patience: time.Minute}
	_, err := eye.Look(context.Background(), "good.jpg")
	require.ErrorContains(t, err, "start the eye")
}
