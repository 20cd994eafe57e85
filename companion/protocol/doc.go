// Package protocol is what screens and other programs say to a table and hear from it: acts, views, refusals and their codes. It is data: it says what
// a message means; other packages do what it says. The pages' types of messages are made from these structs.
package protocol
