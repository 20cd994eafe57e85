// Package dataset reads and writes pictures of dice with their truth as COCO object detection JSON, splits them
// honestly, and judges what was read from them. It knows no pixels.
//
// Open reads a Set from a folder, Judge compares one picture's readings with its truth, and Tally adds judgements up
// to a Score.
package dataset
