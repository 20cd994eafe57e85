package sheet

import "strings"

// Plain keeps a spreadsheet from taking a name for a formula.
func Plain(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
