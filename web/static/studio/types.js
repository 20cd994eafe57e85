// What the studio's addresses answer (docs/api.md).
export {};

/** @typedef {{id: number, of: string, shows: string, from: string, why?: string, like?: number}} StudioShot */
/** @typedef {{version: number, shots: number, classes: number, shelves: {id: string, name: string, dice: number}[], armies: {id: number, name: string, dice: string[]}[], own: string[], doubts: StudioShot[], taken?: {words: string[], dice: string[]}, last: string, virtual: boolean}} StudioView */
/** @typedef {{face: number, words: string, icon: string, count: number, id: boolean, class: string, shots: number}} StudioFace */
/** @typedef {{id: string, name: string, race: string, shape: string, colors: string[], faces: StudioFace[]}} StudioDie */
/** @typedef {{words: string, homes: {die: string, name: string, face: number}[], shot?: number}} StudioMay */
/** @typedef {{n: number, shape: string, doubt?: string, die?: string, face: number, words?: string, p: number, sure: boolean, likely: boolean, any: boolean, why?: string, box: number[], may: StudioMay[]}} StudioGuess */
/** @typedef {{n: number, state: string, dice: StudioGuess[], groups: number[][], words: string[], waits: import("../messages.js").GameInfo | null}} StudioTray */
/** What a person says of a die on the tray. @typedef {{words: string, die: string, face: number, any: boolean, said: boolean}} Named */
/** A face and a die as a file of dice has them (docs/dice.md). @typedef {{icon?: string, count?: number, value?: number, id?: boolean}} OwnFace */
/** @typedef {{id: string, name?: string, shape: string, size_mm: number | null, colors?: string[], ink?: string, race?: string, faces: OwnFace[]}} OwnDie */
/** A picture that was taken when somebody pressed. @typedef {{press: number, n: number}} CoursePicture */
/** @typedef {{place: number, row: number, column: number, die: string, name: string, shape: string, colors: string[], shows: import("../messages.js").Face | null, again: boolean, wrong: boolean, shown: CoursePicture | null}} CoursePlace */
/** An army that is laid out in rows. @typedef {{heard: number, back: boolean, presses: number, left: number, turned: number, tray: number, trays: number, done: boolean, shown: number, of: number, army: string[], places: CoursePlace[], said: {words: string, places: number[], pictures: CoursePicture[]}[]}} CourseView */
/** What the eye does while the page keeps the tray. @typedef {{seconds: number, state: string, n: number, dice: number, waits: import("../messages.js").GameInfo | null}} Held */
/** Hears how the table answered. @typedef {(r: {ok: boolean, data: any}) => void} Answered */
/** How surely a face is known. @typedef {{class: string, words: string, level: "missing" | "weak" | "once" | "well", why: string, shot: number, like: number}} Known */
/** What a test by throws came to. @typedef {{throws: number, enough: number, dice: number, read: number, asked: number, wrong: number, missing: number, light: string[], weak: {was: string, read: string, advice: string, throw: number, n: number}[]}} ProofView */
/** An army that is taught by throwing it. @typedef {{heard: number, army: string[], throws: number, back: boolean, known: number, of: number, expected: number, missing: string[], done: boolean, questions: {of: {throw: number, n: number}, more: {throw: number, n: number}[], dice: number, shape: string, may: StudioMay[]}[]}} HeapView */
/** A picture of a new die, by the look and the die's place in it. @typedef {{throw: number, n: number}} FreshAt */
/** What was said of a new die's picture. @typedef {FreshAt & {shows: OwnFace, faces: number, left: boolean}} FreshNaming */
/** A die that no list has, while its owner shows it. @typedef {{heard: number, looks: number, shape: string, colors: string[], size_mm: number, sides: number, faces: string[], missing: number, prints: {of: FreshAt, more: FreshAt[], seen: number, naming: FreshNaming | null}[]}} FreshView */
