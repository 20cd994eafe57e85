// Package hub is the event's side: it takes in what the tables send, keeps it in a file of its own,
// and shows all tables, the standings, the round's timer and the judge's desk on its pages. Messages
// come over NATS JetStream, from a server inside the hub or one that is there already. A message is
// confirmed to its table only once it is on the hub's disk; each counts once, in its table's order.
package hub
