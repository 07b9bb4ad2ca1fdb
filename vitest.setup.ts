import { afterEach, beforeEach, vi } from "vitest";

// What the code complains about is a failure, unless the test says that it expects the complaint by its own spy.
const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
});

afterEach(() => {
  vi.mocked(console.error).mockRestore?.();
  if (complaints.length > 0) throw new Error(`Unexpected console.error: ${complaints.join("\n")}`);
});
