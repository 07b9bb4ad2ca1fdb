import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const programs = join(root, "node_modules", ".bin");

/** An environment with the project's own `node`, `vitest` and other programs. */
export const environment = {
  // Cached compiled modules save a second of processor time at each start.
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
  // By default it is in the temporary folder, which each run of the tests has for itself.
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, "node_modules", ".cache", "playwright"),
  ...process.env,
  PATH: `${programs}${delimiter}${process.env.PATH ?? ""}`,
};

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
const running = new Set();

/** Ends all running programs, whose callers then get a failure. */
function passOn(signal) {
  for (const child of running) child.kill(signal);
}

function track(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
  running.add(child);
}

function untrack(child) {
  running.delete(child);
  if (running.size === 0) for (const signal of signals) process.off(signal, passOn);
}

/**
 * Runs a program to its end and collects its output.
 * @param {string} command
 * @param {string[]} words
 * @param {{ seconds?: number, env?: NodeJS.ProcessEnv, cwd?: string, uid?: number, gid?: number }} options
 *   `seconds`: the time limit, after which the program is ended and counts as failed
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>} never rejects
 */
export function quietRun(command, words, { seconds = 600, ...options } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, words, {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      // On Windows npm is a script, which only a shell can start.
      shell: process.platform === "win32",
      ...options,
    });
    track(child);
    const timeout = setTimeout(() => {
      output += `\nIt was ended after ${seconds} seconds.\n`;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    }, seconds * 1000);
    const over = (ok) => {
      clearTimeout(timeout);
      untrack(child);
      resolve({ ok, output, seconds: (performance.now() - began) / 1000 });
    };
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => {
      output += error.message;
      over(false);
    });
    child.once("close", (code) => over(code === 0));
  });
}

/** Runs the npm that started this process, or the one in PATH. @returns the result of `quietRun` */
export function npm(words, options) {
  const caller = process.env.npm_execpath;
  return caller?.endsWith("npm-cli.js")
    ? quietRun(process.execPath, [caller, ...words], options)
    : quietRun("npm", words, options);
}
