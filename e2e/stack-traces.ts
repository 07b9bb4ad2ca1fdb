import { sep } from "node:path";

const LIBRARIES = `${sep}node_modules${sep}`;

/**
 * Playwright captures the stack at every step and looks each of its frames up in source maps, a fifth of what its
 * workers take. Only our own files have such maps: the libraries' frames are written as they are.
 */
export function mapOwnFramesOnly(): void {
  const written = Error.prepareStackTrace;
  if (!written) return;
  Error.prepareStackTrace = (error, frames: Frame[]) => {
    const head = String(written(error, []));
    const lines = frames.map((frame) =>
      isOwn(frame) ? String(written(error, [frame])).slice(head.length) : `\n    at ${String(frame)}`,
    );
    return head + lines.join("");
  };
}

/** Written as in every stack, such as "async Page.goto (/a/file.js:1:2)". */
interface Frame extends NodeJS.CallSite {
  toString(): string;
}

function isOwn(frame: NodeJS.CallSite): boolean {
  // What is built in has none.
  const file = frame.getFileName() ?? "node:";
  return !file.startsWith("node:") && !file.includes(LIBRARIES);
}
