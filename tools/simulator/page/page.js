// The box in the browser: its keys, its glass, what it keeps.  The device itself, the shipped firmware on
// MicroPython's WebAssembly build, lives in a thread of its own (worker.js), so that no press stalls the page.
//
// Promises: a key edge reaches the firmware with the time of its event; a file is in localStorage before the
// firmware's write returns; a power cut ends the thread at that instant, so that only those files are left.
// window.dix is for the tests: board, quiet (nothing will happen before a key), stopped (by an error), ask(an
// expression about the firmware's main), ask("played") (whether every key edge has reached the firmware), and the
// longest times in ms: longest_ms that the page worked without a pause, longest_tick_ms that the device's thread did.

const FULL = 4, QUIET = 8;                              // harness.look()
const INK = 0xff1a1a19, PAPER = 0xffd8e1e3;             // ABGR, as in page.css
const FLASH_MS = 230;                                   // one phase of a full refresh: less than three a second
const PHASES = ["inverse", "black", "white", "inverse", "black", "white"];
const DETENT_PX = 40;                                   // wheel travel of one detent

const $ = id => document.getElementById(id);
const canvas = $("glass"), pen = canvas.getContext("2d", { alpha: false });

// key names of a board -> caption on the box, in the wheel, keys of the keyboard, help
const LOOKS = {
  k1: { cap: "1", codes: ["Digit1", "Numpad1"] },
  k2: { cap: "2", codes: ["Digit2", "Numpad2"] },
  k3: { cap: "3", codes: ["Digit3", "Numpad3"] },
  k4: { cap: "4", codes: ["Digit4", "Numpad4"] },
  prev: { cap: "◄", keys: ["ArrowLeft", "ArrowUp"] },
  menu: { cap: "MENU", keys: ["m", "M"] },
  up: { cap: "▲", wheel: true, keys: ["ArrowUp"] },
  ok: { cap: "●", wheel: true, keys: ["Enter"] },
  down: { cap: "▼", wheel: true, keys: ["ArrowDown"] },
  back: { cap: "EXIT", keys: ["Backspace", "Escape"] },
  next: { cap: "►", keys: ["ArrowRight", "ArrowDown"] },
};
const HELP = {
  row: [["1 2 3 4", "left to right"]],
  dial: [["↑ ↓", "turn the dial"], ["Enter", "press it"], ["Esc", "EXIT (retour)"], ["M", "MENU"]],
  scroll: [["↑ ↓", "the wheel"], ["Enter", "press it"], ["Esc", "EXT (retour)"], ["M", "MENU"]],
  three: [["← →", "move the frame"], ["Enter", "take the answer"]],
};
const DRAWN = { scroll: "dial", three: "row" };         // as a box with these keys

const asked = new URLSearchParams(location.search);     // board; hurry: no wait for the panel, for the tests
const gate = new Int32Array(new SharedArrayBuffer(4));  // where the device's thread waits for the end of a save
const held = new Set();
const asks = new Map();                                 // id -> {what, done, fail}: not answered yet

let setup;                                              // what the server says of the board, and all files
let device = null;                                      // the thread
let edges = 0;                                          // that it was sent
let frame;                                              // on the glass, a bit a pixel, 1 = white
let painted = "";                                       // what the canvas shows of it
let fullSince = null;

const dix = window.dix = {
  board: "", quiet: false, stopped: false, longest_ms: 0, longest_tick_ms: 0,
  ask: what => new Promise((done, fail) => {
    if (dix.stopped) throw new Error("the box has stopped");
    const id = Math.random();
    asks.set(id, { what, done, fail });
    device.postMessage({ ask: what, id });
  }),
};

// A handler of an event; how long it keeps the page is measured.
function timed(act) {
  return (...args) => {
    const began = performance.now();
    try {
      return act(...args);
    } finally {
      dix.longest_ms = Math.max(dix.longest_ms, performance.now() - began);
    }
  };
}

// ---------------------------------------------------------------- storage

const prefix = () => `dix.${setup.board}.`;
const latin = bytes => String.fromCharCode(...bytes);  // one character a byte
const bytesOf = text => Uint8Array.from(text, c => c.charCodeAt(0));

function stored() {
  return Object.keys(localStorage).filter(key => key.startsWith(prefix()));
}

function put(key, text) {
  try {
    if (text === null) localStorage.removeItem(prefix() + key);
    else localStorage.setItem(prefix() + key, text);
    return true;
  } catch (error) {
    trouble(`This browser keeps nothing more: ${error.message}`);
    return false;
  }
}

// The device's thread waits, inside the firmware's save.
function keep({ name, text }) {
  Atomics.store(gate, 0, put("file." + name, text) ? 1 : 2);
  Atomics.notify(gate, 0);
}

// ---------------------------------------------------------------- the glass

function unused() {
  frame = new Uint8Array(setup.glass[1] * setup.glass[2]).fill(255);
  painted = "";
}

function paint(how) {
  if (painted === how) return;
  painted = how;
  const image = pen.createImageData(canvas.width, canvas.height);
  const out = new Uint32Array(image.data.buffer), stride = setup.glass[2];
  const flip = how === "inverse" ? 255 : 0, and = how === "black" ? 0 : 255, or = how === "white" ? 255 : 0;
  for (let y = 0, i = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++)
      out[i++] = (((frame[y * stride + (x >> 3)] ^ flip) & and | or) << (x & 7)) & 128 ? PAPER : INK;
  pen.putImageData(image, 0, 0);
}

function show(flags, news) {
  if (news) {
    frame = news;
    painted = "";
    put("glass", latin(frame));                         // it keeps its picture without power
  }
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (flags & FULL && !calm && fullSince === null) {
    fullSince = performance.now();
    requestAnimationFrame(flash);
  } else if (!(flags & FULL)) fullSince = null;
  if (fullSince === null) paint("as it is");
}

const flash = timed(now => {
  if (fullSince === null) return;
  paint(PHASES[Math.floor(Math.max(0, now - fullSince) / FLASH_MS)] ?? "as it is");
  requestAnimationFrame(flash);
});

// One pixel of the glass is a whole number of screen pixels, at most two CSS pixels.
function fit() {
  const box = $("box"), dpr = window.devicePixelRatio || 1, style = getComputedStyle($("table"));
  const stacked = getComputedStyle(document.body).display === "block";
  const rest = side => box[side] - canvas[side];
  const wide = $("table").clientWidth - parseFloat(style.paddingLeft) * 2 - rest("offsetWidth");
  const high = stacked ? Infinity : window.innerHeight - 24 - rest("offsetHeight");
  const most = Math.min(wide / canvas.width, high / canvas.height, 2);
  const px = Math.max(1, Math.floor(most * dpr)) / dpr;
  canvas.style.width = `${px * canvas.width}px`;
  canvas.style.height = `${px * canvas.height}px`;
}

// ---------------------------------------------------------------- keys

function moment(event) {
  const now = performance.now(), at = event?.timeStamp;
  return performance.timeOrigin + (at > 0 && at <= now ? at : now);
}

function edge(key, isDown, event) {
  if (isDown === held.has(key)) return;
  isDown ? held.add(key) : held.delete(key);
  document.querySelector(`[data-key=${key}]`).classList.toggle("down", isDown);
  dix.quiet = false;
  edges++;
  device?.postMessage({ edge: { at: moment(event), key, isDown } });
}

function letGo(event) {
  for (const key of [...held]) edge(key, false, event);
}

function makeKeys() {
  const room = $("keys"), wheel = document.createElement("div");
  wheel.className = "wheel";
  room.replaceChildren();
  const names = Object.keys(LOOKS).filter(name => setup.keys.includes(name));
  for (const name of names) {
    const key = document.createElement("button"), cap = document.createElement("i");
    key.className = "key";
    key.tabIndex = -1;
    key.dataset.key = name;
    key.setAttribute("aria-label", name);
    cap.textContent = LOOKS[name].cap;
    key.append(cap);
    key.addEventListener("pointerdown", event => {
      if (event.button) return;
      event.preventDefault();
      key.setPointerCapture(event.pointerId);
      edge(name, true, event);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      key.addEventListener(end, event => edge(name, false, event));
    key.addEventListener("click", event => {                     // by a screen reader: no pointer was down
      if (!event.detail) for (const isDown of [true, false]) edge(name, isDown, event);
    });
    const turns = LOOKS[name].wheel && setup.keys.includes("up");
    (turns ? wheel : room).append(key);
    if (turns && !wheel.parentNode) room.append(wheel);
  }
  let travel = 0;
  wheel.addEventListener("wheel", event => {
    event.preventDefault();
    travel += event.deltaMode ? event.deltaY * DETENT_PX : event.deltaY;
    for (; Math.abs(travel) >= DETENT_PX; travel -= Math.sign(travel) * DETENT_PX)
      for (const isDown of [true, false]) edge(travel < 0 ? "up" : "down", isDown, event);
  }, { passive: false });
  $("box").className = DRAWN[setup.style] ?? setup.style;
  $("box").addEventListener("contextmenu", event => event.preventDefault());
  $("help").replaceChildren(...HELP[setup.style].flatMap(([keys, text]) => {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.innerHTML = keys.split(" ").map(key => `<kbd>${key}</kbd>`).join(" ");
    dd.textContent = text;
    return [dt, dd];
  }));
}

function keyOf(event) {
  return setup?.keys.find(name => LOOKS[name].codes?.includes(event.code) || LOOKS[name].keys?.includes(event.key));
}

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("#side, dialog")) return;
  const key = keyOf(event);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat) edge(key, true, event);
});
addEventListener("keyup", event => {
  const key = setup && keyOf(event);
  if (key && held.has(key)) edge(key, false, event);
});
addEventListener("blur", () => letGo());

// ---------------------------------------------------------------- the life of the device

function trouble(text) {
  $("trouble").hidden = false;
  $("trouble").textContent = text;
}

function stopped(text) {
  device?.terminate();
  device = null;
  dix.stopped = true;
  asks.forEach(({ fail }) => fail(new Error(text)));
  trouble(`The box stopped.\n${text}`);
  reportError(new Error(text));
}

function heard({ data }) {
  if (data.keep) keep(data.keep);
  else if (data.life) {
    show(data.life.flags, data.frame);
    dix.quiet = Boolean(data.life.flags & QUIET) && data.life.edges === edges;
    dix.longest_tick_ms = data.life.longest_ms;
  } else if (data.id) {
    const { done, fail } = asks.get(data.id);
    asks.delete(data.id);
    if (data.error) fail(new Error(data.error));
    else done(data.answer);
  } else if (data.running) {
    $("status").textContent = `${setup.title}: running.`;
  } else if (data.faults) {
    trouble(`The panel objects.\n${data.faults}`);
    reportError(new Error(data.faults));
  } else if (data.stopped) stopped(data.stopped);
}

// Power on, with what is stored.
function boot() {
  letGo();
  dix.quiet = false;
  edges = 0;
  show(0);
  const store = stored().filter(key => key.startsWith(prefix() + "file."))
    .map(key => ["/store/" + key.slice(prefix().length + 5), localStorage.getItem(key)]);
  const thread = device = new Worker("worker.js", { type: "module" });
  const hear = timed(heard);
  thread.onmessage = event => thread === device && hear(event);      // what comes after its end is not heard
  thread.onerror = event => thread === device && stopped(event.message ?? "no thread");
  const files = { ...setup.files, ...Object.fromEntries(store) };
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 2;
  thread.postMessage({ boot: { files, seed, hurry: asked.has("hurry"), gate } });
  for (const [id, { what }] of asks) thread.postMessage({ ask: what, id });
}

function cut() {
  device?.terminate();
  boot();
}

async function start() {
  const answer = await fetch(`/device.json?board=${encodeURIComponent(asked.get("board") ?? "")}`);
  setup = await answer.json();
  if (!answer.ok) throw new Error(setup.error);
  dix.board = setup.board;
  $("board").replaceChildren(...setup.boards.map(([name, title]) => new Option(title, name, false, name === setup.board)));
  makeKeys();
  const glass = localStorage.getItem(prefix() + "glass");
  [canvas.width, canvas.height] = setup.glass;
  unused();
  if (glass?.length === frame.length) frame = bytesOf(glass);
  paint("as it is");
  fit();
  addEventListener("resize", fit);
  // Two tabs are one box: the second waits until the first is closed.
  const waiting = setTimeout(() => $("status").textContent = "This box is open in another tab; close it there.", 500);
  navigator.locks.request(prefix(), () => {
    clearTimeout(waiting);
    boot();
    return new Promise(() => {});
  });
}

$("board").addEventListener("change", () => location.search = `?board=${$("board").value}`);
$("cut").addEventListener("click", () => {
  $("cut").blur();
  cut();
});
$("forget").addEventListener("click", () => {
  $("forget").blur();
  $("sure").showModal();
});
$("erase").addEventListener("click", () => {
  device?.terminate();
  stored().forEach(key => localStorage.removeItem(key));
  unused();
  boot();
});

start().catch(error => stopped(error.message));
