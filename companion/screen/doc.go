// Package screen is a table's doors: HTTP and WebSocket for pages and programs, the phone that is the camera, the
// overlay of a stream, QR codes. It knows who asks and what they may do, hands acts to the table, and sends
// everybody what they may see. It decides nothing about dice or games.
package screen
