package gather_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// rollers begin a game, one for each rulebook, in which certain dice are to be rolled.
var rollers = map[string]func(tb *tabletest.Table, r *rand.Rand) int{
	"duel": func(tb *tabletest.Table, _ *rand.Rand) int {
		tb.Taught = duelShots(tb.T)
		id := tb.BeginDuel()
		tb.StancesOf(id)
		return id
	},
	"request": func(tb *tabletest.Table, r *rand.Rand) int {
		dice := []string{"2d6", "d20"}
		for range r.IntN(4) {
			dice = append(dice, engine.Shapes()[r.IntN(6)])
		}
		v, _, err := tb.Session.Games().Ask(tb.T.Context(), protocol.NewRequest{Dice: dice})
		require.NoError(tb.T, err)
		return v.Request
	},
	"vera": func(tb *tabletest.Table, r *rand.Rand) int {
		id := tb.BeginVera(tabletest.Rainbow)
		if r.IntN(2) == 0 {
			tb.Do(tb.Show(id))
		}
		return id
	},
	"dragons": func(tb *tabletest.Table, r *rand.Rand) int {
		dice := []string{"goblin_leopard_rider", "goblin_cutthroat", "goblin_cutthroat", "dwarf_lizard_rider", "goblin_leopard_rider"}
		setup, err := json.Marshal(map[string]any{"count": map[string]any{"roll": "melee", "dice": dice[:1+r.IntN(5)]}})
		require.NoError(tb.T, err)
		id, err := tb.Session.Games().Begin(tb.T.Context(), protocol.NewGame{Rulebook: "4.01d", Setup: setup})
		require.NoError(tb.T, err)
		return id
	},
}

// duelShots are a gallery in which every face of the duel's dice has one shot of its own.
func duelShots(t testing.TB) *gallery.Index {
	var shots []gallery.Shot
	var seen []gallery.Seen
	for k, d := range []engine.Die{tabletest.DuelDice()[0], tabletest.DuelDice()[2]} {
		for i, f := range d.Faces {
			shots = append(shots, gallery.Shot{ID: len(shots) + 1, Die: d.Kind, Face: i, Shape: "d6", Shows: models.Face{Icon: f.Icon, Count: f.Count, ID: f.ID}})
			seen = append(seen, gallery.Seen{Turns: 1, Embedding: drawn(6*k+i, 1), Copies: copied(f.Count)})
		}
	}
	index, err := gallery.NewIndex(shots, seen)
	require.NoError(t, err)
	return index
}

// drawn is the look of a face, as clear as the test wants.
func drawn(at int, clear float32) []float32 {
	e := make([]float32, networks.RowDims)
	e[at], e[at+20], e[networks.FaceDims] = clear, 1-clear, 1
	return e
}

func copied(n int) []float32 {
	c := slices.Repeat([]float32{.01}, networks.MaxCopies)
	c[max(n, 1)-1] = .95
	return c
}

// gathers is a person who makes a roll of what lies on the tray.
type gathers struct {
	*tabletest.Table
	r    *rand.Rand
	id   int
	want []engine.Die
	q    string
	acts []string
}

func (g *gathers) view() protocol.GameView { return g.Game(g.id, tabletest.Shared) }

// open tells whether the roll still waits.
func (g *gathers) open() bool {
	return slices.ContainsFunc(g.view().Play.Pending, func(q engine.Question) bool { return q.ID == g.q })
}

// lies is a scene of some of the roll's dice, and perhaps of other dice. Each is read in one of the possible ways.
func (g *gathers) lies(dice []engine.Die, extra int) vision.Scene {
	var s vision.Scene
	s.Width, s.Height = tabletest.SceneWidth, tabletest.SceneHeight
	dice = slices.Clone(dice)
	g.r.Shuffle(len(dice), func(i, k int) { dice[i], dice[k] = dice[k], dice[i] })
	for range extra {
		dice = append(dice, g.want[g.r.IntN(len(g.want))])
	}
	for i, d := range dice {
		v := 1 + g.r.IntN(max(engine.Sides(d.Shape), 1))
		x := tabletest.Sighting(40+110*float64(i%8)+30*g.r.Float64(), 40+120*float64(i/8)+30*g.r.Float64(), v)
		x.Shapes = []vision.ShapeScore{{Shape: vision.Shape(d.Shape), P: .98}}
		switch g.r.IntN(4) {
		case 0:
			x.Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: .9}, {Kind: vision.MarkPips, Value: 1, P: .1}}
		case 1:
			x.Doubts = []string{"the light glares on its top face"}
		}
		if d.Kind == "sword" || d.Kind == "shield" {
			f := g.r.IntN(6)
			clear := []float32{1, 1, .75, .5}[g.r.IntN(4)]
			at := f
			if d.Kind == "shield" {
				at += 6
			}
			x.Turns, x.Embedding, x.Copies = 1, drawn(at, clear), copied(d.Faces[f].Count)
		}
		if len(d.Colors) > 0 && g.r.IntN(4) > 0 {
			x.Colors = []string{d.Colors[0]}
			if tints, ok := tabletest.Tinted[d.Colors[0]]; ok {
				x.Tint = tints[0]
			}
		}
		s.Sightings = append(s.Sightings, x)
	}
	if g.r.IntN(4) == 0 {
		s.Problems = []string{"two dice lie on each other near the middle"}
	}
	return s
}

// face is a face that a die may show.
func (g *gathers) face(d engine.Die) int {
	if len(d.Faces) > 0 {
		return g.r.IntN(len(d.Faces))
	}
	return 1 + g.r.IntN(max(engine.Sides(d.Shape), 1))
}

// known is what is known of the roll's dice.
func (g *gathers) known() map[string]string {
	out := map[string]string{}
	if v := g.view(); v.Roll != nil {
		for _, d := range v.Roll.Dice {
			if d.Shows != nil {
				out[d.ID] = d.Shows.Shows()
			}
		}
	}
	return out
}

// says does an act about some of the roll's dice. What is known of the others must stay the same.
func (g *gathers) says(a protocol.Act, about ...string) {
	g.T.Helper()
	before := g.known()
	g.acts = append(g.acts, fmt.Sprintf("%s throw %d die %d as %q shown %v", a.Do, a.Throw, a.Die, a.As, a.Shown))
	g.Do(a)
	if !g.open() {
		return
	}
	after := g.known()
	for id, was := range before {
		if !slices.Contains(about, id) {
			require.Equal(g.T, was, after[id], "%s was known and isn't any more\n%v", id, g.acts)
		}
	}
}

// name names one die of which nothing is known, in one of the ways that the page offers. It returns false if all dice are named.
func (g *gathers) name() bool {
	g.T.Helper()
	roll := g.view().Roll
	var unknown []protocol.RollDie
	for _, d := range roll.Dice {
		if d.Shows == nil {
			unknown = append(unknown, d)
		}
	}
	if len(unknown) == 0 {
		return false
	}
	d := unknown[g.r.IntN(len(unknown))]
	own := g.want[slices.IndexFunc(g.want, func(w engine.Die) bool { return w.ID == d.ID })]
	way := g.r.IntN(3)
	switch {
	case d.Throw > 0 && way > 0: // in its row, which shows the die that lies there
		g.says(protocol.Act{Do: protocol.DoShow, Throw: d.Throw, Rev: d.Rev, Die: d.N, As: d.ID, Face: tabletest.Ptr(g.face(own))}, d.ID)
	case len(roll.Unnamed) > 0 && way == 0: // in the picture, which offers only dice that it may be
		for _, u := range roll.Unnamed {
			if u.Shape == "" || own.Shape == "" || u.Shape == own.Shape {
				g.says(protocol.Act{Do: protocol.DoShow, Throw: u.Throw, Rev: u.Rev, Die: u.N, As: d.ID, Face: tabletest.Ptr(g.face(own))}, d.ID)
				return true
			}
		}
		fallthrough
	default: // by hand, one or all
		shown := []protocol.ShownDie{{Die: d.ID, Face: g.face(own)}}
		if way == 2 {
			shown = nil
			for _, o := range unknown {
				w := g.want[slices.IndexFunc(g.want, func(w engine.Die) bool { return w.ID == o.ID })]
				shown = append(shown, protocol.ShownDie{Die: o.ID, Face: g.face(w)})
			}
		}
		about := []string{}
		for _, s := range shown {
			about = append(about, s.Die)
		}
		g.says(protocol.Act{Do: protocol.DoHand, Game: g.id, Question: g.q, Shown: shown}, about...)
	}
	return true
}

// Anything may lie on the tray, however it was read. If a person names every die that is asked for, the roll is made,
// and nothing that was settled is lost on the way. If there are too many dice, that is one question, which one tap
// answers.
func TestNamingAllDiceMakesTheRoll(t *testing.T) {
	for name, begin := range rollers {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(24) {
				g := &gathers{Table: tabletest.NewTable(t), r: rand.New(rand.NewPCG(seed, 27))}
				g.id = begin(g.Table, g.r)
				v := g.view()
				i := slices.IndexFunc(v.Play.Pending, func(q engine.Question) bool { return q.Kind == engine.KindRoll })
				g.want, g.q = v.Play.Pending[i].Roll.Dice, v.Play.Pending[i].ID
				g.makes(seed)
				g.Stop()
			}
		})
	}
}

func (g *gathers) makes(seed uint64) {
	t := g.T
	extra := 0
	if g.r.IntN(4) == 0 {
		extra = 1 + g.r.IntN(2)
	}
	first := g.want[:len(g.want)-g.r.IntN(2)]
	if g.r.IntN(4) == 0 && g.name() && !g.open() { // a die is first thrown beside the tray
		return
	}
	g.Settle(g.lies(first, extra))
	for g.open() {
		roll := g.view().Roll
		require.LessOrEqual(t, len(roll.Doubts), 3, "seed %d: %v", seed, roll.Doubts)
		if g.r.IntN(6) == 0 && roll.Throws < 3 { // somebody throws them all again
			g.acts = append(g.acts, "thrown again")
			before := g.known()
			g.Settle(g.lies(g.want, 0))
			if !g.open() {
				return
			}
			for id, was := range before {
				require.Equal(t, was, g.known()[id], "seed %d: a second throw un-set %s", seed, id)
			}
			continue
		}
		if g.r.IntN(3) == 0 && roll.Again {
			g.says(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Throw, Rev: roll.Rev}, ids(g.want)...)
			continue
		}
		if g.name() {
			continue
		}
		roll = g.view().Roll
		require.NotEmpty(t, roll.Strays, "seed %d: every die is known and nothing is too many, and it doesn't count: %v\n%v\n%+v", seed, roll.Doubts, g.acts, roll.Dice)
		if roll.Again { // there is one question at a time, so the last throw is forgotten first
			require.Len(t, roll.Doubts, 1, "seed %d", seed)
			g.Do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Throw, Rev: roll.Rev})
			continue
		}
		require.True(t, roll.Countable, "seed %d", seed)
		g.Do(protocol.Act{Do: protocol.DoConfirm, Throw: roll.Throw, Rev: roll.Rev})
		require.False(t, g.open(), "seed %d: it was said to count as it is: %v", seed, g.acts)
	}
}

func ids(dice []engine.Die) []string {
	var out []string
	for _, d := range dice {
		out = append(out, d.ID)
	}
	return out
}

func TestForgettingAThrowForgetsWhatWasTypedOfIt(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	hand := func(die string, face int) {
		tb.Do(protocol.Act{Do: protocol.DoHand, Game: id, Question: tb.Game(id, tabletest.Shared).Roll.Question, Shown: []protocol.ShownDie{{Die: die, Face: face}}})
	}
	known := func() []string {
		var out []string
		for _, d := range tb.Game(id, tabletest.Shared).Roll.Dice {
			if d.Shows != nil {
				out = append(out, d.ID+" "+d.Shows.Shows())
			}
		}
		return out
	}
	hand("shield-1", 1)
	tb.Throw(-1, -2)
	hand("sword-2", 2)
	require.Equal(t, []string{"sword-2 2 cut", "shield-1 block"}, known())
	roll := tb.Game(id, tabletest.Shared).Roll
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Throw, Rev: roll.Rev})
	require.Equal(t, []string{"shield-1 block"}, known(), "what was typed before the throw has nothing to do with it")
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	require.Equal(t, []string{"shield-1 block"}, known())
	hand("shield-1", 2)
	require.Equal(t, []string{"shield-1 2 block"}, known(), "it can be typed anew")
}

// In a game that counts any dice, the page must have a way to say what an unread die shows.
func TestADieOfAnyRollOfAGameIsAnswered(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "tally", Players: []engine.Player{{Name: "Ann"}}})
	require.NoError(t, err)
	tb.Throw(3, -5)
	v := tb.Game(id, tabletest.Shared)
	require.Empty(t, v.Log)
	require.Equal(t, []string{"1 die is not read for sure: say what each shows."}, v.Roll.Doubts)
	require.True(t, v.Tray.Dice[1].Asks)
	asked := v.Roll.Loose[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 2, Value: tabletest.Ptr(6)})
	require.Contains(t, tb.Game(id, tabletest.Shared).Log[0].Told[0], "9 = 3 + 6")
}

// The virtual table throws only dice that lie nowhere yet. If all lie there, it throws none: they would lie there twice.
func TestTheVirtualTableThrowsWhatIsMissing(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Len(t, (<-tb.Eye.Orders).Dice, 3)
	tb.Throw(-1, -2)
	require.Len(t, tb.Game(id, tabletest.Shared).Roll.Unnamed, 2)
	require.Equal(t, 1, tb.Game(id, tabletest.Shared).Roll.Left)
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Len(t, (<-tb.Eye.Orders).Dice, 1)
	tb.Clear()
	tb.Throw(-3)
	require.Contains(t, tb.Refused(protocol.Act{Do: protocol.DoThrow}).Why, "say what they show")
}

// The virtual table draws neither coins nor d3. It throws the rest of a roll and leaves those to whoever taps them. Where nothing else is to be rolled, it
// throws nothing, because other dice would count for nothing.
func TestTheVirtualTableLeavesWhatItCannotDraw(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	throws := func() []string {
		tb.Do(protocol.Act{Do: protocol.DoThrow})
		return (<-tb.Eye.Orders).Dice
	}
	const why = "The virtual table draws no dice like these: throw them by hand, and tap what they show"
	asks := func(dice string) int {
		status, body := tb.Call(http.MethodPost, "/api/requests", `{"dice": [`+dice+`]}`)
		require.Equal(t, http.StatusCreated, status, body)
		var v protocol.RequestView
		require.NoError(t, json.Unmarshal([]byte(body), &v))
		return v.Request
	}
	id := asks(`"2coin", "d20", "d3"`)
	require.Equal(t, []string{"d20"}, throws())
	roll := tb.Game(id, tabletest.Shared).Roll
	tb.Do(protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "d20 1", Face: 7}}})
	require.Equal(t, why, tb.Refused(protocol.Act{Do: protocol.DoThrow}).Why)
	tb.Do(protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "coin 1", Face: 1}, {Die: "coin 2", Face: 0}, {Die: "d3 1", Face: 2}}})

	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Notation, Notation: "2d3 + 1d6", Min: 1, Max: 200}}})
	require.Equal(t, []string{"d6"}, throws())
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Notation, Notation: "2d3", Min: 1, Max: 200}}})
	require.Equal(t, why, tb.Refused(protocol.Act{Do: protocol.DoThrow}).Why)
}

// All dice are thrown a second time before the roll was whole. That is one question, whatever lies there.
func TestTheLastThrowCounts(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.Throw(-1, -2, -3)
	tb.Clear()
	tb.Throw(-4, -5, -6)
	roll := tb.Game(id, tabletest.Shared).Roll
	require.True(t, roll.Again)
	require.Len(t, roll.Doubts, 1)
	require.Len(t, roll.Earlier, 1)
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Earlier[0].Throw, Rev: roll.Earlier[0].Rev})
	roll = tb.Game(id, tabletest.Shared).Roll
	require.Empty(t, roll.Doubts)
	require.Equal(t, 2, roll.Unnamed[0].Throw)
}
