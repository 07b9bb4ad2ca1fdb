/**
 * How Node is to run the server, from the project's folder; `npm run serve` and the Dockerfile say the same, as a test
 * holds. Compiled modules are kept for the next start. V8 would let its generations grow to 200 MB more for no more
 * requests a second: the young one is as large as most requests under load need to be done before they count as old, and
 * the old one is swept when it has grown by half.
 */
export const NODE_FLAGS = [
  "--import=./server/compile-cache.mjs",
  "--max-semi-space-size=8",
  "--heap-growing-percent=45",
];
