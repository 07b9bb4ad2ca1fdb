import { beforeEach } from "vitest";

// All test files share one browser and origin, so each test starts with empty storage.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
