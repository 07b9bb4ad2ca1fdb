import type { SessionUser } from "@manabiya/contract/accounts/user.ts";

const ACCESS = "token";
const REFRESH = "refreshToken";
const USER = "user";
/** The checkout session of a plan change that waits for its payment (billing/subscription/pending-change.ts). */
export const PENDING_CHANGE = "pendingPlanChange";
/** An unfinished upload of the staff, which the same file resumes (staff/videos/upload-video-file.ts). */
export const VIDEO_UPLOAD = "manabiya:video-upload";
/** The order of searches that the member chose last, unless it is the usual one (paging/list-address.ts). */
export const SEARCH_SORT = "manabiya:search-sort";

/** The member's last searches (catalogue/search/suggestions/recent-searches.ts). */
export const RECENT_SEARCHES = "manabiya:recent-searches";

/** Everything that belongs to the member. It leaves the storage with the session. */
export const STORAGE_KEYS: readonly string[] = [
  ACCESS,
  REFRESH,
  USER,
  PENDING_CHANGE,
  VIDEO_UPLOAD,
  SEARCH_SORT,
  RECENT_SEARCHES,
];

/** Values that the browser refuses to store, because storage is blocked or full. They live as long as the page. */
const refused = new Map<string, string>();

/** The browser's storage. Nothing here throws. */
export const store: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => available()?.getItem(key) ?? refused.get(key) ?? null,
  setItem(key, value) {
    try {
      const storage = available();
      storage?.setItem(key, value);
      if (storage) return void refused.delete(key);
    } catch {
      // The storage is full, and the value before it must not come back.
      available()?.removeItem(key);
    }
    refused.set(key, value);
  },
  removeItem(key) {
    refused.delete(key);
    available()?.removeItem(key);
  },
};

/** Whether the session ends with the page, because the browser stores nothing. */
export const isSessionSaved = () => !refused.has(ACCESS);

export function readTokens() {
  return { access: store.getItem(ACCESS), refresh: store.getItem(REFRESH) };
}

export interface NewTokens {
  access: string;
  refresh?: string | undefined;
}

/** `refresh` undefined: the present one stays valid. */
export function storeTokens(tokens: NewTokens): void {
  if (tokens.refresh !== undefined) store.setItem(REFRESH, tokens.refresh);
  store.setItem(ACCESS, tokens.access);
}

/**
 * @returns the stored session's user, or null. Another tab may be writing, so incomplete data is ignored but never
 * removed.
 */
export function storedUser(): SessionUser | null {
  const user = readUser();
  return user === "unreadable" || readTokens().access === null ? null : user;
}

/** At the start, unreadable data is removed as well. */
export function restoreUser(): SessionUser | null {
  if (readUser() === "unreadable") clearStorage();
  return storedUser();
}

export function storeUser({ id, username, subscription_status }: SessionUser): void {
  store.setItem(USER, JSON.stringify({ id, username, subscription_status }));
}

export function clearStorage(): void {
  for (const key of STORAGE_KEYS) store.removeItem(key);
}

function readUser(): SessionUser | null | "unreadable" {
  const raw = store.getItem(USER);
  if (raw === null) return null;
  try {
    const user: unknown = JSON.parse(raw);
    return isSessionUser(user) ? user : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Not the schema, because this runs first and zod would be loaded with it. */
function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== "object" || value === null) return false;
  const user = value as Partial<Record<keyof SessionUser, unknown>>;
  return Number.isInteger(user.id) && typeof user.username === "string" && typeof user.subscription_status === "string";
}

function available(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
