package main

import (
	"slices"

	"astragal/models"
)

// nearest is the word of words that takes the fewest changes of a letter to
// become the word given.
func nearest(word string, words []string) string {
	slices.Sort(words)
	return slices.MinFunc(words, func(a, b string) int { return models.Changes(word, a) - models.Changes(word, b) })
}
