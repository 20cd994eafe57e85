// Where the table's addresses are: at the root of its host, or below where a proxy has put them.

/**
 * The whole address of something.
 * @param {string} path as at the root, like "/games/3"
 */
export const at = (path) => new URL(`./${path.replace(/^\/+/, "")}`, document.baseURI).href;

/** The path of the page that is open, as at the root. */
export const here = () => `/${location.pathname.slice(new URL(document.baseURI).pathname.length)}`;
