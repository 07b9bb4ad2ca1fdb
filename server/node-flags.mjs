/**
 * How Node is to run the server; `npm run serve` and the Dockerfile say the same, as a test holds. V8 would let its generations grow to
 * 200 MB more for no more requests a second: the young one is as large as requests under load need to be done before
 * they count as old, and the old one is swept when a third of it is new.
 */
export const NODE_FLAGS = ["--max-semi-space-size=16", "--heap-growing-percent=30"];
