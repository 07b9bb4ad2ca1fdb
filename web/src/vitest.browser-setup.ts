import { beforeEach } from "vitest";

// One browser runs file after file, at one address: what a test leaves in its storage would be there in the next file.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
