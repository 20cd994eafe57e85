// Package air is what a stream may show of a table, and when: what was counted, held back for as long as each overlay
// wants, and the last throws as moving pictures.
package air
