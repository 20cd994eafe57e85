// Package notify tells other programs what is rolled at a table: by webhooks, and over MQTT as Home Assistant understands it. It tells the messages of
// package event, from the table's outbox on disk. Each reader's place in the outbox is on disk too, so nothing is lost while the other side, the
// network or this program is away. A message may arrive twice; its source and number show that.
package notify
