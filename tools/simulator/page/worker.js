// The device's own thread: MicroPython, the firmware below harness.py, and the timer that steps it.  Whatever a
// press costs here, the page goes on; to take the power away is to end this thread.
//
// In: {boot: {...}}, {edge: {at, key, isDown}}, {ask: "played" | expression, id}.  Out: {running},
// {life: {flags, edges, longest_ms}, frame?}, {keep: {name, text}}, {id, answer or error}, {faults}, {stopped}.
// Times are in ms since 1970, because the page's performance.now() has another zero.

import { loadMicroPython } from "/wasm/micropython.mjs";

const CHANGED = 1, BUSY = 2, QUIET = 8;                 // harness.look()
const HURRY_MS = 20;                                    // the longest hurry before keys are looked at
const KEEP_MS = 5000;                                   // the page answers a save within this, or it failed

let mp, harness = null, born, hurry, gate;
let timer = 0, edges = 0, busy = false, said = "", faults = "", longest = 0;

const absolute = () => performance.timeOrigin + performance.now();
const clock = at => Math.max(0, Math.floor(at - born));
const latin = bytes => String.fromCharCode(...bytes);   // one character a byte; files have at most 16 KB
const bytesOf = text => Uint8Array.from(text, c => c.charCodeAt(0));

// Called inside the firmware's save, with the name of a file that changed: returns when the page has stored it, or
// could not.  Must not throw: an exception that crosses the interpreter destroys it.
function keep(name) {
  const path = "/store/" + name;
  const text = mp.FS.analyzePath(path).exists ? latin(mp.FS.readFile(path)) : null;
  Atomics.store(gate, 0, 0);
  postMessage({ keep: { name, text } });
  Atomics.wait(gate, 0, 0, KEEP_MS);
  return Atomics.load(gate, 0) === 1;
}

// One call of the firmware and what the page has to know of it; ms until the next one, -1: only a key.
function step() {
  const began = performance.now();
  const wait = harness.tick(clock(absolute()));
  const flags = harness.look();
  const frame = flags & CHANGED ? mp.PyProxy.toJs(harness.shown) : undefined;
  busy = Boolean(flags & BUSY);
  if (!busy && harness.troubles() !== faults) postMessage({ faults: faults = harness.troubles() });
  longest = Math.max(longest, performance.now() - began);
  const life = { flags: wait === 0 ? flags & ~QUIET : flags, edges, longest_ms: longest };
  const news = `${life.flags} ${edges} ${longest}`;
  if (frame || news !== said) postMessage({ life, frame });
  said = news;
  return wait;
}

function tick() {
  clearTimeout(timer);
  const began = performance.now();
  try {
    let wait = step();
    while (hurry && wait > 0 && busy && performance.now() - began < HURRY_MS && !harness.pending(clock(absolute()))) {
      born -= wait;                                     // no key is under way: the panel's time is skipped
      wait = step();
    }
    if (wait >= 0) timer = setTimeout(tick, wait);
  } catch (error) {
    harness = null;
    postMessage({ stopped: error.message });
  }
}

async function boot(setup) {
  ({ hurry, gate } = setup);
  const say = line => line && console.log(line);
  mp = await loadMicroPython({ url: "/wasm/micropython.wasm", heapsize: 2 << 20, stdout: say, stderr: say });
  for (const [path, text] of Object.entries(setup.files)) {
    mp.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    mp.FS.writeFile(path, bytesOf(text));
  }
  mp.FS.mkdirTree("/store");
  mp.registerJsModule("browser", { keep });
  mp.runPython("import os, sys\nsys.path[:] = ['/sim', '/flash', '.frozen']\nos.chdir('/store')");
  const python = mp.pyimport("harness");
  born = absolute();
  python.boot(setup.seed);
  harness = python;
  postMessage({ running: true });
  tick();
}

function hear({ at, key, isDown }) {
  edges++;
  if (!harness) return;                                 // it has no power yet
  harness.edge(clock(at), key, isDown);
  clearTimeout(timer);
  timer = setTimeout(tick, 0);
}

function answer(ask) {
  return ask === "played" ? !harness.pending(clock(absolute())) : JSON.parse(harness.ask(ask));
}

let started;

onmessage = ({ data }) => {
  if (data.boot) started = boot(data.boot).catch(error => postMessage({ stopped: error.message }));
  else if (data.edge) hear(data.edge);
  else started.then(() => postMessage({ id: data.id, answer: answer(data.ask) }))
    .catch(error => postMessage({ id: data.id, error: error.message }));
};
