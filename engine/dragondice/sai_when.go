package dragondice

import "slices"

// More tests for the rolls that a mode is for. sai.go has the common ones.

// on returns its arguments as a list.
func on(w ...When) []When { return w }

// surprising fits a melee attack that is no counter-attack.
func surprising(r *roll) bool { return attacking(ForMelee)(r) && !r.counter }

// magicAtTerrain fits a magic action of an army at a terrain.
func magicAtTerrain(r *roll) bool { return acting(ForMagic)(r) && r.army.place.area == atTerrain }

// savingAlone fits the save roll of a targeted unit.
func savingAlone(r *roll) bool { return r.individual && slices.Contains(r.counts, Save) }

// maneuvering fits the marching army's own maneuver roll.
func maneuvering(r *roll) bool {
	return !r.individual && !r.bare && !r.counter && r.purpose == ForManeuver
}

// orderOfPlay fits the roll for the order of play, where only results count.
func orderOfPlay(r *roll) bool { return r.bare }

// Tests for the dice that a mode is for.

func eldarim(d *die) bool   { return d.kind.Race == "eldarim" }
func dragonkin(d *die) bool { return d.kind.isDragonkin() }
