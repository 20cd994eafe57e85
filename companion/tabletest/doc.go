// Package tabletest is what tests of several rooms share. It starts a real table: a session over a database file, an eye
// that sees what the test says, an HTTP server. It opens the table's pages in Chromium, which the tests of a package share,
// and it has a small rulebook that asks one of each kind of question. Only tests import it; docs/architecture.md says which rooms' do.
//
//	func TestMain(m *testing.M) { tabletest.Main(m) }
//
//	func TestARollIsShown(t *testing.T) {
//		tb, page := tabletest.Served(t)
//		tb.Throw(3, 5, 6)
//		page.Shows("#total", "14")
//	}
package tabletest
