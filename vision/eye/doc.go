// Package eye runs the code that handles pixels in a separate process. An OpenCV exception ends its process and a
// camera read can hang for ever. Neither may stop the table.
//
// Child is a vision.Eye. It starts the same program with a hidden subcommand, relays what that process tells, and
// starts it again if it crashes, hangs or breaks the protocol. Serve is the other side. The hidden subcommand runs it
// around the code that watches the tray. The two speak over two inherited pipes, because OpenCV and GStreamer write
// to stdout as they please.
//
// The package handles no pixels and needs no cgo.
package eye
