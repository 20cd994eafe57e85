// What the pages use of htm 3.1.1 with preact, for the type checker.
export function html(strings: TemplateStringsArray, ...values: any[]): any;
/** Makes an element. */
export function h(type: string, props: object | null, ...children: any[]): any;
/** What preact calls on its way; vnode gets every element that is made. */
export const options: { vnode?: (node: any) => void };
export function render(what: any, where: Element): void;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: any[]): void;
/** As useEffect, before the screen is drawn. */
export function useLayoutEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useMemo<T>(make: () => T, inputs: any[]): T;
/** Catches what is thrown while the children are drawn: the error, and a function that draws them again. */
export function useErrorBoundary(caught?: (error: any) => void): [any, () => void];
export function useRef<T>(first: T): { current: T };
export function createContext<T>(first: T): { Provider: any };
export function useContext<T>(of: { Provider: any }): T;
