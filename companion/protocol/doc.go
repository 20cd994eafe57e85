// Package protocol is what screens and other programs say to a table and hear from it: acts, views,
// refusals and their codes. It is data: what a message means is said here, what becomes of it elsewhere.
// The pages' types of messages are made from these structs.
package protocol
