//go:build cgo && !linux

package source

func canCapture(string) (captures, known bool) { return true, false }

func checkFree(Camera) error { return nil }
