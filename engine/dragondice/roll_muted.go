package dragondice

import "astragal/engine"

// mute finds out whether only results of SAIs count in the roll. If the roll counts saves, it counts
// only saves instead, however they are made.
func (r *roll) mute() {
	for _, m := range r.modifiers() {
		if m.op != onlySAIs {
			continue
		}
		if !r.wants(Save) {
			rule := m.rule
			r.muted = &rule
		} else if len(r.counts) > 1 {
			r.counts = []Result{Save}
			r.note(m.rule, "only saves count")
		}
		return
	}
}

// silences reports whether what a modifier adds doesn't count, because only results of SAIs count.
// The table rules that.
func (r *roll) silences(m modifier) bool {
	return r.muted != nil && r.g.ruling(*r.muted, "Only SAIs count. Does what a spell adds to the roll count too?", engine.YesNo()) == "no"
}
