import { afterEach, beforeEach, vi } from "vitest";

// An unexpected console.error fails the test. A test that expects one installs its own spy.
const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
});

afterEach(() => {
  vi.mocked(console.error).mockRestore?.();
  if (complaints.length > 0) throw new Error(`Unexpected console.error: ${complaints.join("\n")}`);
});
