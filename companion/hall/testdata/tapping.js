// What the bot does in the page. A tap falls on the middle of a thing, and what lies there must be that thing: a person
// couldn't tap what is covered. Each call gives how many taps it took, or -1 and why it couldn't.
window.tapping = (() => {
  const t = { why: "", waited: 0 };
  let tapped = 0;
  const css = (attribute, id) => `[${attribute}="${CSS.escape(id)}"]`;
  const shown = (e) => e && e.getClientRects().length > 0 && !e.disabled && e.getAttribute("aria-disabled") !== "true";
  const find = (selector) => [...document.querySelectorAll(selector)].find(shown);
  const fail = (why) => { t.why = why; return -1; };
  const hit = (e) => {
    // Where a smaller button lies on the middle, the tap falls on the thing's left edge.
    const r = e.getBoundingClientRect(), of = (x) => document.elementFromPoint(r.left + x, r.top + r.height / 2);
    const middle = of(r.width / 2), at = middle?.closest(".way") && !e.matches(".way") ? of(6) : middle;
    if (!at || !(e.contains(at) || at.contains(e))) return fail("covered: " + e.outerHTML.slice(0, 200) + " by " + at?.outerHTML.slice(0, 200));
    tapped = performance.now();
    e.click();
    return 1;
  };
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const wait = async (selector) => {
    for (let i = 0; i < 400; i++) {
      const e = find(selector);
      if (e) return e;
      await frame();
    }
    return null;
  };
  t.ready = (id) => document.querySelector(".bar")?.dataset.asked === id && document.querySelector(".bar-act")?.dataset.ready === "yes";
  // Whether the hands have something to do first.
  t.hands = () => !!find('.bar [data-chip="hands-done"]');
  t.gone = (id) => document.querySelector(".bar")?.dataset.asked !== id;
  t.sent = (id) => t.gone(id) || document.querySelector(".bar-act")?.dataset.ready !== "yes";
  t.chip = async (id) => { const e = await wait(`.bar ${css("data-chip", id)}`); return e ? hit(e) : fail(`no ${id} in the bar`); };
  // An option: where it lies on the board, where several are there in the sheet that opens, else in the bar.
  // on is where it lies: questions to two players may have options of the same id.
  t.option = async (id, on) => {
    const direct = find(`.bar ${css("data-chip", id)}`);
    if (direct) return hit(direct);
    const spots = window.tapping.where(id).filter((spot) => on.length === 0 || on.includes(spot)).map((spot) => find(css("data-spot", spot) + "[data-lit]")).filter(Boolean);
    for (const spot of spots) {
      if (hit(spot) < 0) return -1;
      if (!spot.hasAttribute("data-several")) return 1;
      const e = await wait(`.bubble ${css("data-chip", id)}`);
      return e ? (hit(e) < 0 ? -1 : 2) : fail(`the sheet at ${spot.dataset.spot} has no ${id}`);
    }
    return fail(`${id} can be tapped nowhere`);
  };
  // Where an option lies, as the board says it itself.
  t.where = (id) => [...document.querySelectorAll("[data-spot][data-options]")].filter((e) => JSON.parse(e.dataset.options).includes(id)).map((e) => e.dataset.spot);
  t.face = async (die, n) => {
    let taps = 0;
    const open = `.face-pick${css("data-picks", die)}`;
    if (!find(open)) {
      const tile = await wait(`.bar ${css("data-tile", die)}`);
      if (!tile) return fail(`no tile for ${die}`);
      if (hit(tile) < 0) return -1;
      taps = 1;
    }
    if (!(await wait(open))) return fail(`no faces for ${die}`);
    const faces = [...document.querySelectorAll(`${open} [data-pick-face]`)], e = faces[n % faces.length];
    if (hit(e) < 0) return -1;
    for (let i = 0; i < 400 && find(open); i++) await frame();
    await frame();
    return taps + 1;
  };
  // What is said in one go: at a thing on the board, or in the bar.
  t.way = async (id) => { const e = await wait(`:is(.a-board, .bar) ${css("data-way", id)}`); return e ? hit(e) : fail(`no way ${id}`); };
  // Sends what was chosen, where that takes a tap of its own; the button of the question after it isn't meant.
  t.take = async (id) => {
    await frame();
    const e = t.sent(id) ? null : find('.bar [data-chip="take"]');
    return e ? hit(e) : 0;
  };
  // What one tap chooses together: lists of options.
  t.together = () => [...document.querySelectorAll("[data-all]")].filter(shown).map((e) => JSON.parse(e.dataset.all));
  t.all = async (id) => {
    const e = [...document.querySelectorAll("[data-all]")].filter(shown).find((x) => JSON.parse(x.dataset.all).includes(id));
    if (!e) return fail(`nothing chooses ${id} with others`);
    const n = hit(e);
    await frame();
    return n;
  };
  // From the tap that answered to the frame that shows what is asked next.
  let was = document.querySelector("[data-entries]")?.dataset.entries;
  new MutationObserver(() => {
    const now = document.querySelector("[data-entries]")?.dataset.entries;
    if (now === was) return;
    was = now;
    const from = tapped;
    requestAnimationFrame(() => setTimeout(() => { t.waited = from > 0 ? performance.now() - from : 0; tapped = 0; }));
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-entries"] });
  return t;
})();
