import { sep } from "node:path";

const LIBRARIES = `${sep}node_modules${sep}`;

/**
 * Playwright looks up every stack frame in source maps, a fifth of its workers' time. Only the project's own files
 * have source maps, so frames of libraries are left as they are.
 */
export function mapOwnFramesOnly(): void {
  const original = Error.prepareStackTrace;
  if (!original) return;
  Error.prepareStackTrace = (error, frames: Frame[]) => {
    const head = String(original(error, []));
    const lines = frames.map((frame) =>
      isOwn(frame) ? String(original(error, [frame])).slice(head.length) : `\n    at ${String(frame)}`,
    );
    return head + lines.join("");
  };
}

/** In the usual form, such as "async Page.goto (/a/file.js:1:2)". */
interface Frame extends NodeJS.CallSite {
  toString(): string;
}

function isOwn(frame: NodeJS.CallSite): boolean {
  // Built-in functions have no file.
  const file = frame.getFileName() ?? "node:";
  return !file.startsWith("node:") && !file.includes(LIBRARIES);
}
