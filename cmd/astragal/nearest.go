package main

import "slices"

// nearest is the word of words that takes the fewest changes of a letter to
// become the word given.
func nearest(word string, words []string) string {
	slices.Sort(words)
	return slices.MinFunc(words, func(a, b string) int { return changes(word, a) - changes(word, b) })
}

// changes is the Levenshtein distance of two words.
func changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost = 1 + min(last, row[j], row[j+1])
			}
			last, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
