package virtual

type limb struct{}
type cup struct{}

func limbRects(m moment, c camera, l lighting) []rect           { return nil }
func (r *renderer) limbShadows(m moment, c camera, b *backdrop) {}
func (r *renderer) paintLimbs(m moment, c camera)               {}
