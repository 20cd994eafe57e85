package guests

import "strings"

// Agent says in a few words what a browser's User-Agent names: "iPhone, Safari". It is empty if it names nothing known.
func Agent(header string) string {
	return join(first(header, []word{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"},
	}), first(header, []word{
		{"OBS/", "OBS"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung's browser"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Chromium", "Chromium"}, {"Safari", "Safari"},
	}))
}

// word is a text in a header, and what it stands for.
type word struct{ in, says string }

func first(header string, words []word) string {
	for _, w := range words {
		if strings.Contains(header, w.in) {
			return w.says
		}
	}
	return ""
}

func join(machine, browser string) string {
	if machine == "" || browser == "" {
		return machine + browser
	}
	return machine + ", " + browser
}
