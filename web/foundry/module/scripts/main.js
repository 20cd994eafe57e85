// The module: real dice, rolled at an Astragal table, as one of Foundry's ways to roll.
import { Resolver, waiting } from "./resolver.js";
import { registerSettings } from "./settings.js";
import { ID, say } from "./words.js";

Hooks.once("init", () => {
  registerSettings();
  const dice = CONFIG.Dice.fulfillment;
  dice.methods[ID] = { label: "ASTRAGAL.Method", icon: '<i class="fa-solid fa-camera"></i>', interactive: true, resolver: Resolver };
  // Foundry lets people choose for these alone how they are rolled. A table takes three kinds more.
  dice.dice.d3 ??= { label: "d3", icon: '<i class="fa-solid fa-dice"></i>' };
  dice.dice.f ??= { label: "ASTRAGAL.Fate", icon: '<i class="fa-solid fa-plus-minus"></i>' };
  dice.dice.c ??= { label: "ASTRAGAL.Coin.name", icon: '<i class="fa-solid fa-coins"></i>' };
});

Hooks.on("renderRollResolver", (app) => {
  // Two devices in one configuration: Foundry opens a window of its own, which asks no table.
  if (!(app instanceof Resolver) && [...app.fulfillable.values()].some((f) => f.method === ID)) ui.notifications.warn(say("Mixed"));
});

addEventListener("pagehide", () => waiting.forEach((w) => w.leave()));
addEventListener("pageshow", (e) => e.persisted && waiting.forEach((w) => w.returned()));
