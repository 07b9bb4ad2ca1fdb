/**
 * Node's flags for the server. A test compares them with `npm run serve` and the Dockerfile. Without the two limits V8's
 * heap grows by up to 200 MB without more throughput (decisions/archive/022).
 */
export const NODE_FLAGS = [
  "--import=./server/compile-cache.mjs",
  "--max-semi-space-size=8",
  "--heap-growing-percent=45",
];
