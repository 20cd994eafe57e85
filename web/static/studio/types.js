// What the studio's addresses answer (docs/api.md).
export {};

/** @typedef {{id: number, of: string, shows: string, from: string, why?: string}} StudioShot */
/** @typedef {{version: number, shots: number, classes: number, shelves: {id: string, name: string, dice: number}[], doubts: StudioShot[], last: string, virtual: boolean}} StudioView */
/** @typedef {{face: number, words: string, class: string, shots: number}} StudioFace */
/** @typedef {{id: string, name: string, race: string, shape: string, colors: string[], faces: StudioFace[]}} StudioDie */
/** @typedef {{words: string, homes: {die: string, name: string, face: number}[]}} StudioMay */
/** @typedef {{n: number, shape: string, doubt?: string, die?: string, face: number, words?: string, p: number, sure: boolean, may: StudioMay[]}} StudioGuess */
/** @typedef {{n: number, state: string, dice: StudioGuess[], groups: number[][], words: string[]}} StudioTray */
/** What a person says of a die on the tray. @typedef {{words: string, die: string, face: number, any: boolean}} Named */
