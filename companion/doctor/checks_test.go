package doctor

import (
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/launch"
	"astragal/companion/protocol"
	"astragal/vision"
)

func TestDoctorPutsADevicesErrorsIntoWords(t *testing.T) {
	for err, says := range map[error]string{fs.ErrPermission: "video", syscall.EBUSY: "fuser /dev/video7", syscall.ENODEV: "plug it out"} {
		f := openable("/dev/video7", &fs.PathError{Op: "open", Path: "/dev/video7", Err: err})
		require.Equal(t, bad, f.State)
		require.Contains(t, f.Do, says)
	}
	require.Equal(t, ok, openable("/dev/video7", nil).State)
}

func TestDoctorNamesASourceOnlyWhereThereIsOne(t *testing.T) {
	r := Running{protocol.View{Eye: protocol.EyeView{State: vision.NoCamera, Problem: "it is silent"}}}
	require.Equal(t, "no picture came: it is silent", r.aboutPicture()[0].Found)
	r.Eye.Source = "a webcam"
	require.Equal(t, "no picture came from a webcam: it is silent", r.aboutPicture()[0].Found)
}

// A container's health check asks only by an address of this machine. doctor then says what holds for the table that
// runs.
func TestDoctorSaysWhoReachesTheTableThatRuns(t *testing.T) {
	here := Table{Listen: "127.0.0.1:8437", Launch: launch.Of(launch.Call{})}
	open := Running{protocol.View{Network: true}}
	require.Equal(t, ok, here.aboutNetwork(open, true).State)
	require.Equal(t, note, here.aboutNetwork(Running{}, true).State)
	require.Contains(t, here.aboutNetwork(Running{}, false).Do, "--listen :8437")
}
