package hub

import (
	"fmt"
	"math"
	"time"
)

// lastDays is how long before its end a certificate is spoken of.
const lastDays = 14 * 24 * time.Hour

// CertificateEnds is a sentence about the last days of a certificate; empty before them.
func CertificateEnds(ends, now time.Time) string {
	const then = "Put a new one in the place of its files: the hub takes it while it runs."
	left := ends.Sub(now)
	days := int(math.Ceil(left.Hours() / 24))
	switch {
	case left > lastDays:
		return ""
	case left <= 0:
		return fmt.Sprintf("The hub's certificate has expired: browsers and tables have refused it since %s. %s", ends.Format(time.DateOnly), then)
	case days <= 1:
		return fmt.Sprintf("The hub's certificate ends within a day, on %s. %s", ends.Format(time.DateOnly), then)
	}
	return fmt.Sprintf("The hub's certificate ends in %d days, on %s. %s", days, ends.Format(time.DateOnly), then)
}

// lookAtCertificate takes a renewed certificate, and says on the pages and in the log when it ends soon; said
// is what it said last.
func (h *Hub) lookAtCertificate(said string) string {
	if h.o.Certificate == nil {
		return ""
	}
	renewed, err := h.o.Certificate.Look(h.now())
	switch {
	case err != nil:
		h.log.Warn("the new certificate can't be used, so the old one stays", "err", err)
	case renewed:
		h.log.Info("the certificate was renewed", "ends", h.o.Certificate.Ends().Format(time.DateOnly))
	}
	ends := CertificateEnds(h.o.Certificate.Ends(), h.now())
	if ends != said && ends != "" {
		h.log.Warn(ends)
	}
	h.board.expire(ends)
	return ends
}
