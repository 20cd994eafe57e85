// Package notify tells other programs what is rolled at a table: by webhooks, and over MQTT as Home
// Assistant understands it. What it tells are the messages of package event, from the table's outbox on
// disk; each reader's place in it is on disk too. So nothing is lost while the other side, the network or
// this program is away; a message may arrive twice, and its source and number say so.
package notify
