package veradiscordia

import "fmt"

// Demo returns two factions that nobody has printed. They serve to try the game. Together they have every ability of
// section 10.
func Demo() []Faction {
	list, err := ParseFactions([]byte(demoCards))
	if err != nil {
		panic(fmt.Errorf("the made-up cards: %w", err)) // a test reads these cards
	}
	return list
}

const demoCards = `[
 {"name": "Brass Harbour", "made_up": true,
  "units": [
   {"name": "Pikes", "rank": "basic", "dice": ["white", "white", "white"], "shields": {"white": 4, "blue": 5, "purple": 4, "orange": 4}},
   {"name": "Powder Crew", "rank": "basic", "dice": ["white", "yellow"], "shields": {"white": 3, "blue": 4, "purple": 3, "orange": 4}, "abilities": ["accuracy", "expendable"]},
   {"name": "Dockhands", "rank": "basic", "dice": ["white", "white", "blue"], "shields": {"white": 4, "blue": 3, "purple": 4, "orange": 3}, "abilities": ["bravery", "mobility"]},
   {"name": "Rope Gliders", "rank": "elite", "dice": ["white", "white", "purple"], "shields": {"white": 4, "blue": 4, "purple": 4, "orange": 3}, "abilities": ["glide", "stealth", "charge"]},
   {"name": "Bell Guard", "rank": "elite", "dice": ["red", "white", "white", "white"], "shields": {"white": 5, "blue": 4, "purple": 4, "orange": 5}, "abilities": ["riposte", "discord"]},
   {"name": "Sky Lancers", "rank": "elite", "dice": ["white", "white", "purple"], "shields": {"white": 4, "blue": 4, "purple": 3, "orange": 4}, "abilities": ["flying", "vision"]},
   {"name": "Iron Ox", "rank": "legendary", "dice": ["red", "red", "red", "white"], "shields": {"white": 5, "blue": "X", "purple": 4, "orange": 4}, "abilities": ["terror", "endurance", "prominent", "affinity_rivers", "maximum_life"], "life": 8},
   {"name": "The Choir", "rank": "legendary", "dice": ["purple", "purple", "purple", "blue"], "shields": {"white": 3, "blue": 4, "purple": 5, "orange": 4}, "abilities": ["link", "mastery", "regeneration", "vision", "maximum_life"], "life": 5}
  ],
  "generals": [
   {"name": "Orla Brask", "heroism": {"abilities": ["bravery", "guards"], "dice": ["white"]}, "strategy": {"kind": "star", "dice": 2, "text": "All hands!"}},
   {"name": "Idris Vane", "heroism": {"abilities": ["vision"], "dice": ["blue"]}, "leadership": {"ranks": ["basic"], "recruit": {"basic": 4, "elite": 3}}, "strategy": {"kind": "diamond", "when": "turn", "life": 2, "motivation": 1}},
   {"name": "Petra Sill", "heroism": {"abilities": ["mobility"]}, "leadership": {"without": ["Powder Crew"], "closed": 1, "text": "Her units may be laid out in any column that the table agrees on."}, "strategy": {"kind": "star", "text": "The table says what the harbour mist does."}}
  ]},
 {"name": "Hollow Wood", "made_up": true,
  "units": [
   {"name": "Poachers", "rank": "basic", "dice": ["white", "white", "blue"], "shields": {"white": 3, "blue": 4, "purple": 4, "orange": 3}, "abilities": ["cowardice"]},
   {"name": "Lanterns", "rank": "basic", "dice": ["white", "blue"], "shields": {"white": 4, "blue": 4, "purple": 4, "orange": 4}, "abilities": ["link", "affinity_forests", "vision"]},
   {"name": "Bramble Folk", "rank": "basic", "dice": ["white", "white", "red"], "shields": {"white": 4, "blue": 4, "purple": 3, "orange": 4}, "abilities": ["chaos", "tenacious"]},
   {"name": "Reed Archers", "rank": "elite", "dice": ["blue", "blue", "white", "white"], "shields": {"white": 4, "blue": 4, "purple": 3, "orange": 3}, "abilities": ["ambush", "stealth"]},
   {"name": "Mirror Brood", "rank": "elite", "dice": ["purple", "purple"], "shields": {"white": 3, "blue": 3, "purple": 4, "orange": 3}, "abilities": ["metamorphosis"]},
   {"name": "Boar Riders", "rank": "elite", "dice": ["white", "white", "white"], "shields": {"white": 4, "blue": 3, "purple": 3, "orange": 4}, "abilities": ["rage", "charge", "voracious"]},
   {"name": "Moss Giant", "rank": "legendary", "dice": ["red", "red", "yellow"], "shields": {"white": 5, "blue": 4, "purple": 3, "orange": 5}, "abilities": ["autonomy", "regeneration", "terror", "maximum_life"], "life": 9},
   {"name": "Night Heron", "rank": "legendary", "dice": ["purple", "white", "white", "blue"], "shields": {"white": 4, "blue": 4, "purple": 5, "orange": 4}, "abilities": ["flying", "reflexes", "affinity_mountains", "expendable"]}
  ],
  "generals": [
   {"name": "Tam Hollin", "heroism": {"abilities": ["stealth", "discord"]}, "strategy": {"kind": "diamond", "when": "round", "text": "The table says what the wood does."}},
   {"name": "Ysolt Fen", "heroism": {"abilities": ["reflexes"], "dice": ["purple", "purple"]}, "strategy": {"kind": "star", "life": 1, "dice": 1}},
   {"name": "Old Marrow", "heroism": {"abilities": ["regeneration", "bravery"]}, "leadership": {"ranks": ["legendary"]}, "strategy": {"kind": "diamond", "when": "turn", "motivation": 2}}
  ]}
]`
