package hub_test

import "context"

// browser is one Chromium for all tests of the pages.
var browser struct {
	ctx  context.Context
	stop func()
}
