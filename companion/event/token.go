package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Role is what somebody may do at an event.
type Role string

// The roles. A judge may do all that a spectator may. A table may send only its own messages.
const (
	RoleTable     Role = "table"
	RoleJudge     Role = "judge"
	RoleSpectator Role = "spectator"
)

// Pass is what a token says: who may do what at which event.
type Pass struct {
	Role  Role
	Event string
	// Name is the table's or the person's.
	Name string
	// Until is when it ends, to the second; zero if it has no end.
	Until time.Time
}

// The first words of a token: without an end, and with one.
const (
	tokenHead   = "astragal1"
	tokenEnding = "astragal2"
)

// Over says whether the pass has ended.
func (p Pass) Over(now time.Time) bool { return !p.Until.IsZero() && !now.Before(p.Until) }

// ID tells tokens apart. It is no secret.
func (p Pass) ID() string {
	sum := sha256.Sum256([]byte(p.text()))
	return hex.EncodeToString(sum[:4])
}

// Sign makes the token of a pass. It is readable, and worth nothing without the key's seal on it. It has the names in the form in which GiveName keeps
// them.
func (p Pass) Sign(key []byte) (string, error) {
	if p.Role != RoleTable && p.Role != RoleJudge && p.Role != RoleSpectator {
		return "", fmt.Errorf("%.20q is no role: it must be table, judge or spectator", p.Role)
	}
	var err error
	if p.Event, err = GiveName("the event", p.Event); err != nil {
		return "", err
	}
	if p.Name, err = GiveName("the "+string(p.Role), p.Name); err != nil {
		return "", err
	}
	return p.text() + "." + base64.RawURLEncoding.EncodeToString(p.seal(key)), nil
}

func (p Pass) text() string {
	b64 := base64.RawURLEncoding.EncodeToString
	words := []string{tokenHead, string(p.Role), b64([]byte(p.Event)), b64([]byte(p.Name))}
	if !p.Until.IsZero() {
		words = append(words, strconv.FormatInt(p.Until.Unix(), 10))
		words[0] = tokenEnding
	}
	return strings.Join(words, ".")
}

func (p Pass) seal(key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(p.text()))
	return mac.Sum(nil)
}

// errNoToken says that a text is no token. It doesn't repeat the text, because that may be a secret.
var errNoToken = errors.New("this is no token of an event: it begins with \"" + tokenHead + ".\" or \"" + tokenEnding + ".\" and is one line, as astragal hub token prints it")

// ReadToken says what a token claims. It doesn't check the seal.
func ReadToken(token string) (Pass, error) {
	parts := strings.Split(strings.TrimSpace(token), ".")
	ends := len(parts) == 6 && parts[0] == tokenEnding
	if !ends && (len(parts) != 5 || parts[0] != tokenHead) {
		return Pass{}, errNoToken
	}
	event, err := base64.RawURLEncoding.DecodeString(parts[2])
	name, err2 := base64.RawURLEncoding.DecodeString(parts[3])
	if err != nil || err2 != nil {
		return Pass{}, errNoToken
	}
	p := Pass{Role: Role(parts[1]), Event: string(event), Name: string(name)}
	if ends {
		until, err := strconv.ParseInt(parts[4], 10, 64)
		if err != nil || until < 1 {
			return Pass{}, errNoToken
		}
		p.Until = time.Unix(until, 0).UTC()
	}
	return p, nil
}

// CheckToken says whose token it is; false if its seal isn't the key's. It doesn't check whether the token has ended or was withdrawn.
func CheckToken(token string, key []byte) (Pass, bool) {
	token = strings.TrimSpace(token)
	p, err := ReadToken(token)
	if err != nil {
		return Pass{}, false
	}
	seal, err := base64.RawURLEncoding.DecodeString(token[strings.LastIndexByte(token, '.')+1:])
	if err != nil || !hmac.Equal(seal, p.seal(key)) {
		return Pass{}, false
	}
	return p, true
}
