package rulebook_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/engine/tally"
	"astragal/engine/veradiscordia"
	"astragal/vision"
)

// saidOf are the sentences that a page gets of a game.
type saidOf map[string]bool

// of notes each sentence in a value that pages get.
func (s saidOf) of(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			s.of(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.of(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			s.of(v.MapIndex(k))
		}
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case engine.Question:
			s.say(append([]string{x.Text, x.Aside, x.Counts}, x.Part...)...)
		case engine.Option:
			s.say(x.Text, x.Note)
		case engine.Row:
			s.say(x.Text)
		case engine.Parts:
			s.say(x.Text)
		case engine.Fact:
			s.say(x.Text)
		case engine.Line:
			s.say(x.Text)
		case engine.Term:
			s.say(x.Of)
		case engine.Outcome:
			s.say(x.Text)
		case engine.Stage:
			s.say(x.Name)
		case veradiscordia.RollState:
			s.say(x.By, x.On)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.of(v.Field(i))
			}
		}
	}
}

func (s saidOf) say(texts ...string) {
	for _, text := range texts {
		if text != "" {
			s[text] = true
		}
	}
}

// play plays a game to its end with random answers and notes what it says.
func (s saidOf) play(t *testing.T, book engine.Rulebook, seed uint64) {
	t.Helper()
	g, err := engine.New(book)
	require.NoError(t, err)
	defer g.Stop()
	c := rand.New(rand.NewPCG(seed, seed))
	for n := 0; g.Outcome() == nil && n < 3000; n++ {
		if n%5 == 0 {
			s.of(reflect.ValueOf(g.View(engine.Everyone)))
		}
		open := g.Pending()
		s.of(reflect.ValueOf(open))
		q := open[c.IntN(len(open))]
		a := engine.Random(q, c)
		require.NoError(t, g.Answer(a))
	}
	s.of(reflect.ValueOf(g.Facts()))
	s.of(reflect.ValueOf(g.Outcome()))
}

// veraWith is a game of Vera Discordia with settings drawn from a seed.
func veraWith(t *testing.T, seed uint64) *veradiscordia.Book {
	t.Helper()
	c := rand.New(rand.NewPCG(seed, 6))
	s := veradiscordia.Settings{MostRounds: 12, TwoCopies: c.IntN(3) == 0, HurryUp: c.IntN(4) == 0, DiceByType: c.IntN(4) == 0, Rulings: map[string]string{}}
	switch c.IntN(5) {
	case 0:
		s.Competitive = true
	case 1:
		s.NoGenerals = true
	case 2:
		s.Championship = []string{"Idris Vane", "Old Marrow"}
	}
	for _, item := range veradiscordia.Items() {
		if len(item.Choices) > 0 {
			s.Rulings[item.ID[len("vera.ruling."):]] = item.Choices[c.IntN(len(item.Choices))]
		}
	}
	book, err := veradiscordia.New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, s)
	require.NoError(t, err)
	return book
}

// printedOnCards is what the cards of the made-up factions say, and what the rulebook calls abilities, orders and terrains.
func printedOnCards() []string {
	out := []string{"Attack", "Defense", "Maneuver", "Support", "Tactic"}
	for _, item := range veradiscordia.Items() {
		if !strings.Contains(item.Name, " ") {
			out = append(out, item.Name)
		}
	}
	for _, f := range veradiscordia.Demo() {
		out = append(out, f.Name)
		for _, u := range f.Units {
			out = append(out, u.Name)
		}
		for _, g := range f.Generals {
			out = append(out, g.Name, g.Leadership.Text)
			if g.Strategy != nil {
				out = append(out, g.Strategy.Text)
			}
		}
	}
	return out
}

// In whole games of each rulebook, a page in another language has a translation of every sentence that it gets.
func TestPageSaysEverySentenceOfTheRules(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	games := min(max(tabletest.Soaks(t, 6), 6), 300)
	told := saidOf{}
	for seed := range uint64(games) {
		told.play(t, veraWith(t, seed), seed)
	}
	require.Greater(t, len(told), 500)
	texts, err := json.Marshal(slices.Sorted(maps.Keys(told)))
	require.NoError(t, err)
	names, err := json.Marshal(append(printedOnCards(), "Ann", "Bob"))
	require.NoError(t, err)
	for _, language := range []string{"de", "fr", "es", "pl"} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		missing := tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => %s.filter((text) => known(text, %s) === null))`, texts, names))
		require.Contains(t, tabletest.Value[string](page, `import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => known("Ann discards Attack.", ["Ann"]))`), "Attack", "an order is called as it is printed")
		// If a text could be taken apart in very many ways, the page gives up and leaves it as it is.
		tangled := strings.Repeat("10 = 4 + 3 (the highest four of one d8, one d20, two d3, one dF and one coin: 2, tails, 4, 1, +, 3), ", 20)
		require.True(t, tabletest.Value[bool](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => known(%q) === null)`, tangled)))
		require.Empty(t, missing[:min(20, len(missing))], "%s: %d of %d sentences have no words", language, len(missing), len(told))
		page.Close()
	}
}

// A page says in its language why a described position can't be.
func TestPageSaysWhyAPositionCantBe(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	side := func(spaces ...string) *veradiscordia.Start {
		return &veradiscordia.Start{Faction: "Brass Harbour", Vanguard: append(spaces, slices.Repeat([]string{"-"}, 4-len(spaces))...)}
	}
	var told []string
	for _, s := range []veradiscordia.Settings{
		{Terrain: []veradiscordia.Terrain{veradiscordia.Plains}},
		{First: side()},
		{First: side(), Second: side(), Begin: "noon"},
		{First: side(), Second: side(), Round: -2},
		{First: side(), Second: side(), Terrain: []veradiscordia.Terrain{veradiscordia.Plains}},
		{First: side(), Second: side("Frogs")},
		{First: side("-", "Pikes, asleep"), Second: side()},
		{First: side("Pikes, lp 7"), Second: side()},
		{First: side("Pikes, has rage"), Second: side()},
		{First: side("Bell Guard, general", "Pikes, general"), Second: side()},
		{First: &veradiscordia.Start{Faction: "Brass Harbour", Vanguard: []string{"-"}}, Second: side()},
		{First: side(), Second: &veradiscordia.Start{Faction: "Brass Harbour", Rearguard: []string{"Pikes, holds", "-", "-", "-"}}},
		{First: &veradiscordia.Start{Faction: "Brass Harbour", Hand: 28}, Second: side()},
		{First: &veradiscordia.Start{Faction: "Brass Harbour", Hand: -1}, Second: side()},
	} {
		_, err := veradiscordia.New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, s)
		require.Error(t, err)
		told = append(told, protocol.Sentence(err))
	}
	pagesKnow(t, tb, told)
}

// pagesKnow checks that pages of all languages have words for texts that the table sends.
func pagesKnow(t *testing.T, tb *tabletest.Table, told []string) {
	t.Helper()
	texts, err := json.Marshal(told)
	require.NoError(t, err)
	for _, language := range []string{"de", "fr", "es", "pl"} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		require.Empty(t, tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => %s.filter((text) => known(text) === null))`, texts)), language)
		page.Close()
	}
}

// A page says in its language why dice notation is refused, and which die something is about.
func TestPageSaysWhyDiceCantBeThrown(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	minus := -1
	ways := []tally.Settings{{Modifier: 5000}, {Rounds: -1}, {Mode: tally.Keep}, {Mode: tally.Pool}, {Mode: tally.Pool, Target: 5, Double: &minus}, {Mode: tally.Faces, Modifier: 1}, {Mode: tally.Notation},
		{Mode: tally.Notation, Presets: []tally.Preset{{Name: "A", Notation: "d7"}}},
		{Mode: tally.Notation, Presets: []tally.Preset{{Notation: "d6"}}},
		{Mode: tally.Notation, Presets: slices.Repeat([]tally.Preset{{Name: "A", Notation: "d6"}}, 2)},
		{Mode: tally.Notation, Presets: slices.Repeat([]tally.Preset{{Name: "A", Notation: "d6"}}, 50)}}
	for _, text := range []string{"hello", "5", "d7", "d", "2d6 -", "4d6 drop lowest", "adv", "0d6", "150d6+60d8", "d6+999999", "2d6+3d6kh1", "d100+d10", "d100!", "d6!>=1", "d6r<=6", "d6>=7", "d6f1", "2d6kh3", "2d6kh1kl1", "2d6kh0", "2d6!!",
		"3d6!kh2", "2d6>=4+2d8", "2d6 then >=4", "4d6kh1>=3 then >=4", "2d6>=4 then", "2d6>=4 then >=4x", "2d6>=", "2d6r", "2d6e", "2d6xo", "2d6>=4>=5", "2d6!x", "2d6r1r2", "2d6>=4f1f2", "2d6 2d8", "d6+9999+9999", strings.Repeat("+d6", 90)} {
		ways = append(ways, tally.Settings{Mode: tally.Notation, Notation: text})
	}
	var told []string
	for _, s := range ways {
		_, err := tally.New("", nil, s)
		require.Error(t, err, "%+v", s)
		told = append(told, protocol.Sentence(err))
	}
	for _, d := range []engine.Thrown{{ID: "d3", Shape: "d6"}, {ID: "d3", Shape: "d6", Colors: []string{"red"}}, {ID: "d3", Shape: "coin"}, {ID: "d3"}, {ID: "d3'", Shape: "d6"}} {
		told = append(told, fmt.Sprintf("What does %s show?", tally.Name(d)), tally.Name(d)+" is left out", tally.Name(d)+" shows 5")
	}
	pagesKnow(t, tb, told)
}

// A game's page in another language shows no sentence of the rules as the table sends it.
func TestPageOfAGameSpeaksTheLanguage(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id := tb.BeginVera("")
	chance := rand.New(rand.NewPCG(4, 4))
	for _, more := range []int{0, 40, 25} {
		for range more {
			require.True(t, tabletest.AnswerOne(t, tb.Session, id, chance))
		}
		told := saidOf{}
		told.of(reflect.ValueOf(tb.Game(id, tabletest.Shared).Play))
		texts, err := json.Marshal(slices.Sorted(maps.Keys(told)))
		require.NoError(t, err)
		for _, language := range []string{"de", "pl"} {
			page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d?lang=%s", tb.Address, id, language))
			page.Sees(`!!document.querySelector(".bar-text") && !!document.querySelector("#spoken")`)
			page.Sees(`!!document.querySelector(".vera-unit, .vera-none")`)
			page.JS(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
			left := tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("../language.js", document.querySelector("script[type=module]").src)).then(({ known }) => %s.filter((text) => known(text) !== text && text.split(" ").length > 2 && document.body.textContent.includes(text)))`, texts))
			require.Empty(t, left, "%s after %d more", language, more)
			page.Picture(fmt.Sprintf("vera-%s-%d", language, more))
			page.Phone()
			page.Picture(fmt.Sprintf("vera-%s-%d-phone", language, more))
			page.Close()
		}
	}
}

// Two places may touch, and a place may follow a word without a blank. A place holds nothing, the ending of a plural,
// or more words. The search for such a sentence must end.
func TestPageTakesASentenceApart(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/?lang=de")
	said := tabletest.Value[[]string](page, `import(new URL("heard.js", document.querySelector("script[type=module]").src)).then(({ hearing }) => {
		const say = hearing({ "{a} announces {b}{c}.": "{a} kündigt an: {b}{c}.", "on {a}": "auf {a}", "{n} from {a} icon{b}": "{n} aus {a}-Symbol{b}", "magic": "Magie", "{a} of {b}": "{a} von {b}", "Finger of Death": "Finger of Death" }, "de");
		return ["Ann announces Wall of Fog on home-bob.", "Ann announces Wall of Fog.", "Ann announces Wall of Fog, whatever it is.", "3 from magic icons", "1 from magic icon", "Finger of Death on home-bob", "magic of Ann"].map((text) => say(text, ["Ann"]) ?? "");
	})`)
	require.Equal(t, []string{"Ann kündigt an: Wall of Fog auf home-bob.", "Ann kündigt an: Wall of Fog.", "", "3 aus Magie-Symbol", "1 aus Magie-Symbol", "Finger of Death auf home-bob", "Magie von Ann"}, said)
}

// Most of what games of each Dragon Dice rulebook say is translated in each language. The bound is close to the present number; it may only be lowered.
func TestPageSaysDragonDice(t *testing.T) {
	const mayStayEnglish = 0.05
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	told := saidOf{}
	for i, e := range dragondice.Editions() {
		game := tabletest.DragonGame(t, e.ID, e.Force.Default, uint64(i), "Ann", "Bob")
		all := rulebook.All()
		kind := all[slices.IndexFunc(all, func(k rulebook.Kind) bool { return k.ID == game.Rulebook })]
		book, err := kind.Make(game)
		require.NoError(t, err)
		told.play(t, book, uint64(i))
	}
	require.Greater(t, len(told), 500)
	texts, err := json.Marshal(slices.Sorted(maps.Keys(told)))
	require.NoError(t, err)
	for _, language := range []string{"de", "fr", "es", "pl"} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		missing := tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => %s.filter((text) => text.includes(" ") && known(text, ["Ann", "Bob"]) === null))`, texts))
		t.Logf("%s: %d of %d stay English: %q", language, len(missing), len(told), missing)
		require.Less(t, float64(len(missing)), mayStayEnglish*float64(len(told)), "%s: %q", language, missing[:min(20, len(missing))])
		page.Close()
	}
}

// The page translates what the eye says of a picture and its dice.
func TestPageSaysWhatTheEyeDoubts(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	told := map[string]string{
		"it may be 3 pips or 2 pips":                                                                     "vielleicht 3 Augen oder 2 Augen",
		"it may be 1 pip or something never taught":                                                      "vielleicht 1 Auge oder etwas nie Eingelerntes",
		"it may be the number 6 or the number 9":                                                         "vielleicht die Zahl 6 oder die Zahl 9",
		"it is only 12 px large: bring the camera nearer":                                                "er ist nur 12 px groß: Kamera näher heran",
		"glare at the upper left: move the lamp or the camera":                                           "Spiegelung oben links: Lampe oder Kamera verschieben",
		"tilted: the camera looks from the side (31°); let it look straight down":                        "schräg: die Kamera schaut von der Seite (31°); lass sie gerade nach unten schauen",
		"too far away: 2.4 px per mm, 3 are needed; bring the camera nearer or raise the picture's size": "zu weit weg: 2.4 px je mm, nötig sind 3; Kamera näher heran oder Bild größer einstellen",
		// These come from the table and from an event's hub.
		"The MQTT broker at 192.0.2.1:1883 doesn’t answer: no program listens there.":                                "Der MQTT-Broker unter 192.0.2.1:1883 antwortet nicht: dort lauscht kein Programm.",
		"Nothing more is counted. The table's file can't be written: its disk is full. To mend it, free some space.": "Es wird nichts mehr gezählt. Die Datei des Tisches kann nicht geschrieben werden: die Platte ist voll. Abhilfe: Platz schaffen.",
		"2 dice more than asked for on the tray: take out what only lies there, or count the roll as it is read.":    "2 Würfel mehr als verlangt auf dem Tablett: nimm heraus, was nur daliegt, oder zähl den Wurf, wie er gelesen ist.",
		`waits for a judge: "Ann" is not checked in at this table; it came after "Final" was over`:                   "wartet auf einen Schiedsrichter: „Ann“ ist an diesem Tisch nicht eingecheckt; es kam, als „Final“ vorbei war",
		vision.TooFlat: "zu flach: die Kamera kann Ober- und Seitenflächen der Würfel nicht unterscheiden; höher stellen und nach unten schauen lassen",
	}
	page := tabletest.Open(t, "http://"+tb.Address+"/?lang=de")
	page.Sees(`document.documentElement.lang === "de"`)
	for english, german := range told {
		raw, err := json.Marshal(english)
		require.NoError(t, err)
		require.Equal(t, german, tabletest.Value[string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ heard }) => heard(%s))`, raw)))
	}
	scene := tabletest.Scene(3)
	scene.Sightings[0].Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 3, P: .6}, {Kind: vision.MarkPips, Value: 2, P: .3}}
	tb.Settle(scene)
	page.Sees(`document.querySelector("[data-fix]")?.textContent.includes("vielleicht 3 Augen oder 2 Augen")`)
	page.Picture("doubt-in-german")
}

// The page says in German why a camera can't be seen, and what the studio and an event's hub refuse. Names that the
// system or a person gives stay as they are.
func TestPageSaysWhyNothingIsSeen(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/?lang=de")
	page.Sees(`document.documentElement.lang === "de"`)
	for english, german := range map[string]string{
		"http://10.0.0.7/video has sent nothing for 12 s: look at the camera and its network": "http://10.0.0.7/video hat seit 12 s nichts gesendet: sieh nach der Kamera und ihrem Netz",
		"a die is called Wolf's eye already: give this one another name":                      "ein Würfel heißt schon Wolf's eye: gib diesem einen anderen Namen",
		"round 3 is not paired":                            "Runde 3 ist nicht gepaart",
		"nobody has ever written this sentence of 3 words": "nobody has ever written this sentence of 3 words",
	} {
		raw, err := json.Marshal(english)
		require.NoError(t, err)
		require.Equal(t, german, tabletest.Value[string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ heard }) => heard(%s))`, raw)))
	}
}

// The page translates the table's refusals.
func TestPageSaysARefusal(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for language, want := range map[string]string{"de": "an diesem Tisch gibt es keine Armee 77", "pl": "przy tym stole nie ma armii 77", "en": "there is no army 77 at this table"} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		why := tabletest.Value[string](page, `import(new URL("post.js", document.querySelector("script[type=module]").src)).then(({ askOnce }) => askOnce("/api/armies/77", "DELETE", undefined, "table")).then((r) => r.why)`)
		require.Equal(t, want, strings.TrimSuffix(why, "."), language)
		page.Close()
	}
}

// What is wrong in somebody's file of cards, and what was lost of a table's file, is said in the page's language, whole.
func TestPageSaysWhatIsWrongInFiles(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	good, err := json.Marshal(veradiscordia.Demo()[0])
	require.NoError(t, err)
	var told []string
	for _, change := range [][2]string{{`"basic"`, `"royal"`}, {`"name"`, `"nome"`}, {`"white":`, `"wite":`}, {`"dice":["`, `"dice":["pink","`}, {`"abilities":["`, `"abilities":["sleep","`},
		{`}`, ``}, {`{`, ``}, {`"rank":`, `"life":40,"rank":`}, {`"generals":[`, `"generals":[{"name":"G","leadership":{"ranks":["royal"]}},`}} {
		_, err := veradiscordia.ParseFactions([]byte(strings.Replace(string(good), change[0], change[1], 1)))
		require.Error(t, err, change)
		told = append(told, strings.TrimPrefix(err.Error(), "cards: "))
	}
	for _, entry := range []string{"Entry 4 is missing: it was removed.", "Entry 4 (throw, 2026-11-27T19:00:00Z) was changed after it was written.", "The log had 9 entries; those from 4 on were removed."} {
		told = append(told, "The table's file is not as it was written. "+entry+" The disk is full: nothing more is counted until there is room.")
	}
	told = append(told, "The table's file or its write-ahead log was damaged: entries 4 to 9, which had been acknowledged, are missing. What was found is kept as table.db.damaged-20261127-190000; the table goes on with what could be read.")
	english := regexp.MustCompile(`(?:^|\s)(?:the|are|there|they|of|unit|missing|red)(?:[\s,.:]|$)`)
	raw, err := json.Marshal(told)
	require.NoError(t, err)
	for _, language := range []string{"de", "fr", "es", "pl"} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		for i, said := range tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ heard }) => %s.map((text) => heard(text)))`, raw)) {
			said = regexp.MustCompile(`\([^()]* [^()]*\)$|["„“«”][^"„“«»”]*["“»”]`).ReplaceAllString(said, "")
			require.NotRegexp(t, english, said, "%s: %s", language, told[i])
		}
		page.Close()
	}
}

// What somebody calls an icon stands in a sentence as it was written, even in small letters. Words that could be the
// rest of a sentence that nobody knows are no icon's name. Words that begin a sentence, like "It", are no die's.
func TestPageSaysAnIconsName(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	three := 3
	star, stars, moon := engine.Thrown{ID: "d2", Shape: "d6", Icon: "star"}, engine.Thrown{ID: "d2", Shape: "d6", Icon: "burning_star", Count: 2}, engine.Thrown{ID: "d2", Shape: "d6", Icon: "moon", Value: &three}
	name := tally.Name(star)
	told := []string{
		name + " shows " + star.Shows(),
		name + " shows " + stars.Shows() + ", which is no number: not counted",
		name + ": " + star.Shows() + " is rolled again: " + moon.Shows(),
		"a d6 shows " + star.Shows() + " and brings one more: " + moon.Shows(),
		"A die that was read as star shows moon now: correct it if the first was wrong.",
		name + " shows nothing at all",
		name + " shows star now",
		"It shows nothing",
		"They shows ID.",
	}
	texts, err := json.Marshal(told)
	require.NoError(t, err)
	for language, want := range map[string][]string{
		"de": {"d6 Nr. 2 zeigt star", "d6 Nr. 2 zeigt 2 burning star, das ist keine Zahl: nicht gezählt", "d6 Nr. 2: star wird neu geworfen: moon 3", "ein d6 zeigt star und bringt einen weiteren: moon 3", "Ein Würfel, der als star gelesen wurde, zeigt jetzt moon: berichtige ihn, wenn das Erste falsch war."},
		"es": {"d6 n.º 2 muestra star", "d6 n.º 2 muestra 2 burning star, que no es un número: no se cuenta", "d6 n.º 2: star se vuelve a tirar: moon 3", "un d6 muestra star y trae uno más: moon 3", "Un dado que se leyó como star muestra ahora moon: corrígelo si lo primero estaba mal."},
		"fr": {"d6 n° 2 montre star", "d6 n° 2 montre 2 burning star, qui n’est pas un nombre : non compté", "d6 n° 2 : star est relancé : moon 3", "un d6 montre star et en amène un de plus : moon 3", "Un dé lu comme star montre maintenant moon : corrigez-le si la première lecture était fausse."},
		"pl": {"d6 nr 2 pokazuje star", "d6 nr 2 pokazuje 2 burning star, a to nie liczba: nie liczy się", "d6 nr 2: star rzucona ponownie: moon 3", "d6 pokazuje star i daje jeszcze jedną kość: moon 3", "Kość odczytana jako star pokazuje teraz moon: popraw ją, jeśli pierwszy odczyt był błędny."},
	} {
		page := tabletest.Open(t, "http://"+tb.Address+"/?lang="+language)
		page.Sees(`document.documentElement.lang === "` + language + `"`)
		said := tabletest.Value[[]string](page, fmt.Sprintf(`import(new URL("language.js", document.querySelector("script[type=module]").src)).then(({ known }) => %s.map((text) => known(text) ?? ""))`, texts))
		require.Equal(t, append(want, "", "", "", ""), said, language)
		page.Close()
	}
}
