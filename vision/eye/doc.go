// Package eye keeps the pixels in a process of their own. An OpenCV exception
// ends its process and a camera read can hang for ever; neither may take the
// table down.
//
// Child is a vision.Eye: it starts the same program with a hidden subcommand,
// relays what that tells, and starts it again when it crashes, hangs or talks
// nonsense. Serve is the other side, run by the hidden subcommand around
// whatever watches the tray. The two speak over two inherited pipes, because
// OpenCV and GStreamer write to stdout as they please.
//
// The package holds no pixels and needs no cgo.
package eye
