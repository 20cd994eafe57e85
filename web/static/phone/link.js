// The phone's connection to the table: pictures go out one by one, each when the table asks for the
// next, so that always the newest is sent; it comes back by itself.

/** @typedef {import("../messages.js").PhoneMessage} PhoneMessage */

const firstPause = 300, longestPause = 2500; // ms before another try

/**
 * @param {(m: PhoneMessage) => void} hear is called with each message
 * @param {(linked: boolean) => void} tell is called when the connection comes and goes
 */
export function link(hear, tell) {
  /** @type {WebSocket | null} */
  let socket = null;
  let pause = firstPause;
  let over = false;
  const open = () => {
    const s = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/phone`);
    socket = s;
    s.onopen = () => {
      pause = firstPause;
      tell(true);
    };
    s.onmessage = (e) => hear(JSON.parse(e.data));
    s.onclose = () => {
      if (over || socket !== s) return;
      socket = null;
      tell(false);
      setTimeout(open, pause);
      pause = Math.min(pause * 1.6, longestPause);
    };
  };
  open();
  return {
    /** @param {"start" | "resume" | "stop"} what */
    wish(what) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: what }));
    },
    /** @param {Blob} jpeg */
    send(jpeg) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(jpeg);
    },
    close() {
      over = true;
      socket?.close();
    },
  };
}
