// Package companion is one table's evening: it composes the rooms below it. A Session takes in what the eye sees and what people do, one at a time. It
// hands each to the room that it is about. It writes each change down before it makes it, and then publishes what everybody may see. It reads no pixels
// and knows no rule.
package companion
