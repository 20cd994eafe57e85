// Package access says who may come in at a table and what they may do there: keys in QR codes, cookies of devices,
// names that the table is called by, pages of other sites that may ask for rolls.
package access
