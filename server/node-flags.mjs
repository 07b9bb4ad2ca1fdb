/**
 * How Node is to run the server; `npm run serve` and the Dockerfile say the same. Requests leave their litter in V8's
 * young generation, which would grow to take 120 MB more for no more requests a second (home, 8 at once).
 */
export const NODE_FLAGS = ["--max-semi-space-size=4"];
