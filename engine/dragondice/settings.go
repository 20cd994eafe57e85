package dragondice

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"astragal/engine"
)

// Settings are what a header says besides players and dice.
type Settings struct {
	// Size is the total force size in points. If it is 0, the edition's own is taken.
	Size int `json:"size,omitempty"`
	// Kinds define the dice of the game, so that a log is understood without a catalogue.
	Kinds []Kind `json:"kinds,omitempty"`
	// Forces are what each seat brings, in the order of seats. They may be missing if a position or
	// a roll to count is described.
	Forces []Force `json:"forces,omitempty"`
	// Owners are the seats that own the dice, by the dice's ids. Prepare fills them in.
	Owners map[string]engine.Seat `json:"owners,omitempty"`
	// Position is the middle of a game to begin with; nil to begin with setting up.
	Position *Position `json:"board,omitempty"`
	// Lines describe the position. Prepare reads them into Position.
	Lines []string `json:"position,omitempty"`
	// Count is a roll to count. If it is set, no game is played.
	Count *CountSettings `json:"count,omitempty"`
	// Off lists rule items that are switched off, to see what each does.
	Off []string `json:"off,omitempty"`
}

// Force is what a player brings. It names ids of kinds before Prepare, and ids of dice after it.
type Force struct {
	// Units and items are either all in Dice, to be divided at the table, or in three armies.
	Dice     []string `json:"dice,omitempty"`
	Home     []string `json:"home,omitempty"`
	Campaign []string `json:"campaign,omitempty"`
	Horde    []string `json:"horde,omitempty"`
	// Pool are dragons, Dragonkin and minor terrains.
	Pool []string `json:"pool,omitempty"`
	// Terrain is the home terrain. Frontier is the proposed frontier terrain.
	Terrain  string `json:"terrain"`
	Frontier string `json:"frontier"`
}

// all returns all dice that count for the force's size.
func (f Force) all() []string {
	return slices.Concat(f.Dice, f.Home, f.Campaign, f.Horde)
}

// divided reports whether the force is divided into armies already.
func (f Force) divided() bool { return len(f.Home)+len(f.Campaign)+len(f.Horde) > 0 }

// Book is a rulebook that is ready to be played.
type Book struct {
	header   engine.Header
	settings Settings
	edition  Edition
	kinds    map[string]*Kind
	owners   map[string]engine.Seat
}

// Header returns all that the game needs besides answers.
func (b Book) Header() engine.Header { return b.header }

// Edition returns the edition that is played, without the items that are switched off.
func (b Book) Edition() Edition { return b.edition }

// ReadSettings reads a header's settings. It refuses fields that it doesn't know.
func ReadSettings(h engine.Header) (Settings, error) {
	var s Settings
	if len(h.Settings) == 0 {
		return s, nil
	}
	d := json.NewDecoder(strings.NewReader(string(h.Settings)))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return s, fmt.Errorf("%s: there is no setting %s: a newer version of this program may know it", h.Rulebook, field)
		}
		return s, fmt.Errorf("%s: the settings: %w", h.Rulebook, err)
	}
	return s, nil
}

// Prepare makes a header whole. It takes the dice that its forces or its position name from the
// catalogue and gives each an id of its own. It writes dice, owners and definitions into the header.
// A header that has dice stays as it is. The error says what is wrong with the settings, or names a
// die that the catalogue doesn't have.
func Prepare(h engine.Header, catalogue []Kind) (engine.Header, error) {
	if len(h.Dice) > 0 {
		return h, nil
	}
	s, err := ReadSettings(h)
	if err != nil {
		return h, err
	}
	b := &builder{catalogue: make(map[string]*Kind, len(catalogue)), players: h.Players, settings: &s, used: map[string]int{}, met: map[string]bool{}}
	s.Owners = map[string]engine.Seat{}
	for i := range catalogue {
		b.catalogue[catalogue[i].ID] = &catalogue[i]
	}
	if err := s.Count.checkHolder(); err != nil {
		return h, fmt.Errorf("%s: %w", h.Rulebook, err)
	}
	if err := b.build(); err != nil {
		return h, fmt.Errorf("%s: %w", h.Rulebook, err)
	}
	h.Dice = b.dice
	if e, err := Find(h.Rulebook); err == nil { // Open refuses unknown rulebooks
		h.Revision = e.Revision
		if err := b.checkCarried(e, h); err != nil {
			return h, fmt.Errorf("%s: %w", h.Rulebook, err)
		}
	}
	h.Settings, err = json.Marshal(s)
	return h, err
}

// checkCarried checks the items of a position that was just read.
func (b *builder) checkCarried(e Edition, h engine.Header) error {
	if b.settings.Position == nil {
		return nil
	}
	book := Book{header: h, edition: e, kinds: b.catalogue, owners: b.settings.Owners}
	return book.checkCarried(*b.settings.Position)
}

// builder makes the dice of a header.
type builder struct {
	catalogue map[string]*Kind
	players   []engine.Player
	settings  *Settings
	dice      []engine.Die
	used      map[string]int
	met       map[string]bool
}

func (b *builder) build() error {
	s := b.settings
	switch {
	case len(s.Lines) > 0:
		p, err := b.position(s.Lines)
		s.Position, s.Lines = &p, nil
		return err
	case s.Count != nil:
		return b.counted(s.Count)
	}
	for i := range s.Forces {
		if err := b.force(&s.Forces[i], engine.Seat(i+1)); err != nil {
			return fmt.Errorf("the force of %s: %w", b.players[min(i, len(b.players)-1)].Name, err)
		}
	}
	return nil
}

func (b *builder) force(f *Force, seat engine.Seat) (err error) {
	for _, list := range []*[]string{&f.Dice, &f.Home, &f.Campaign, &f.Horde, &f.Pool} {
		if *list, err = b.many(*list, seat); err != nil {
			return err
		}
	}
	if f.Terrain, err = b.named(f.Terrain, seat, "home-"+slug(b.players, int(seat)-1)); err != nil {
		return fmt.Errorf("its home terrain: %w", err)
	}
	if f.Frontier, err = b.named(f.Frontier, seat, "frontier-"+slug(b.players, int(seat)-1)); err != nil {
		return fmt.Errorf("its frontier terrain: %w", err)
	}
	return nil
}

// many makes dice of kinds. "3 treefolk_oak" makes three dice. It returns their ids.
func (b *builder) many(words []string, seat engine.Seat) ([]string, error) {
	var out []string
	for _, w := range words {
		n, kind := 1, strings.TrimSpace(w)
		if number, rest, ok := strings.Cut(kind, " "); ok {
			if _, err := fmt.Sscanf(number, "%d", &n); err != nil || n < 1 || n > engine.MostDice {
				return nil, fmt.Errorf("%q says no number of dice", w)
			}
			kind = strings.TrimSpace(rest)
		}
		for range n {
			id, err := b.named(kind, seat, "")
			if err != nil {
				return nil, err
			}
			out = append(out, id)
		}
	}
	return out, nil
}

// named makes one die of a kind and returns its id. If id is empty, it makes one up.
func (b *builder) named(kind string, seat engine.Seat, id string) (string, error) {
	k, err := b.kind(kind)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = b.freeID(k, seat)
	}
	if b.used[id]++; b.used[id] > 1 {
		return "", fmt.Errorf("two dice are called %q", id)
	}
	if !b.met[k.ID] {
		b.met[k.ID] = true
		b.settings.Kinds = append(b.settings.Kinds, *k)
	}
	b.dice = append(b.dice, k.die(id))
	b.settings.Owners[id] = seat
	return id, nil
}

// kind finds a kind by its id or by its id without the race ("oak" for treefolk_oak). It also finds
// it by the end of its id, if no other id ends so ("coastland_city" for terrain_coastland_city).
func (b *builder) kind(name string) (*Kind, error) {
	if k := b.catalogue[name]; k != nil {
		return k, nil
	}
	var exact, found []string
	for id, k := range b.catalogue {
		if id == k.Race+"_"+name {
			exact = append(exact, id)
		}
		if strings.HasSuffix(id, "_"+name) {
			found = append(found, id)
		}
	}
	if len(exact) > 0 {
		found = exact
	}
	slices.Sort(found)
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no die is called %q in the catalogue", name)
	case 1:
		return b.catalogue[found[0]], nil
	}
	return nil, fmt.Errorf("%q may be any of %s: say which", name, strings.Join(found, ", "))
}

// freeID makes up an id like "ann-oak-2".
func (b *builder) freeID(k *Kind, seat engine.Seat) string {
	short := strings.TrimPrefix(k.ID, k.Race+"_")
	who := slug(b.players, int(seat)-1)
	for n := 1; ; n++ {
		if id := fmt.Sprintf("%s-%s-%d", who, short, n); b.used[id] == 0 {
			return id
		}
	}
}

// slug returns a player's name for ids: letters and digits only, and different from all other
// players' names.
func slug(players []engine.Player, i int) string {
	if i < 0 || i >= len(players) {
		return "table"
	}
	plain := func(name string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, name)
	}
	own := plain(players[i].Name)
	for j := range players {
		if own == "" || j != i && plain(players[j].Name) == own {
			return fmt.Sprintf("%sp%d", own, i+1)
		}
	}
	return own
}

// Open makes the rulebook of a whole header (see Prepare). The error says what is wrong with the
// header.
func Open(h engine.Header) (Book, error) {
	e, err := Find(h.Rulebook)
	if err != nil {
		return Book{}, err
	}
	s, err := ReadSettings(h)
	if err != nil {
		return Book{}, err
	}
	if e, err = e.Without(s.Off...); err != nil {
		return Book{}, fmt.Errorf("%s: %w", h.Rulebook, err)
	}
	h.Revision = e.Revision
	b := Book{header: h, settings: s, edition: e, kinds: map[string]*Kind{}, owners: s.Owners}
	for i := range s.Kinds {
		k := &s.Kinds[i]
		if err := k.check(); err != nil {
			return Book{}, fmt.Errorf("%s: the kind %q: %w", h.Rulebook, k.ID, err)
		}
		b.kinds[k.ID] = k
	}
	if err := b.check(); err != nil {
		return Book{}, fmt.Errorf("%s: %w", h.Rulebook, err)
	}
	return b, nil
}

// check returns an error that says what is wrong with the game of the header, or nil.
func (b Book) check() error {
	f := b.edition.Force
	n := len(b.header.Players)
	switch {
	case b.settings.Lines != nil || len(b.header.Dice) == 0:
		return errors.New("the header has no dice yet: they are taken from a catalogue first")
	case b.settings.Count == nil && (n < f.MinPlayers || n > f.MaxPlayers):
		return fmt.Errorf("%d players: it is for %d to %d", n, f.MinPlayers, f.MaxPlayers)
	}
	for _, d := range b.header.Dice {
		k := b.kinds[d.Kind]
		switch {
		case k == nil:
			return fmt.Errorf("the die %q is of a kind %q that isn't defined", d.ID, d.Kind)
		case len(k.Faces) != len(d.Faces):
			return fmt.Errorf("the die %q has %d faces, its kind %d", d.ID, len(d.Faces), len(k.Faces))
		case b.owners[d.ID] < 0 || int(b.owners[d.ID]) > n:
			return fmt.Errorf("the die %q belongs to a seat %d that isn't there", d.ID, b.owners[d.ID])
		case !b.edition.knows(k):
			return b.edition.unknown(k)
		}
	}
	switch {
	case b.settings.Position != nil:
		return b.checkPosition(*b.settings.Position)
	case b.settings.Count != nil:
		return b.checkCount(*b.settings.Count)
	}
	return b.checkForces()
}
