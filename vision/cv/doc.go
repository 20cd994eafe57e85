// Package cv turns pictures into vision.Scenes. It is the only package that
// imports gocv; without cgo it is empty.
package cv
