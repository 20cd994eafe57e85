package dragondice

import "astragal/engine"

// mute finds whether nothing counts in the roll but what SAIs make. Where it counts saves, it counts
// them alone instead.
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

// silences reports whether a roll in which only SAIs count takes nothing of what a modifier adds: the
// table rules.
func (r *roll) silences(m modifier) bool {
	return r.muted != nil && r.g.ruling(*r.muted, "Only SAIs count. Does what a spell adds to the roll count too?", engine.YesNo()) == "no"
}
