import { readFileSync } from "node:fs";
import { LEGAL_PATHS } from "@manabiya/contract/legal/compose.ts";

/** `newcomer`: a member who finished a course a moment ago and did nothing else. */
export type Account =
  | "visitor"
  | "newcomer"
  | "trial"
  | "expired"
  | "inactive"
  | "canceled"
  | "member"
  | "staff"
  | "superuser";

export interface Screen {
  /** As the routes name it, such as "/video/:id". */
  route: string;
  account: Account;
  /** Words in braces stand for what the demo knows: {video}, {course}, {lesson}, {open}, {certificate}. */
  address: string;
}

const visitor = (...addresses: string[]) => ({ visitor: addresses });

/**
 * By route: who sees it, at which addresses. A route that is not named is opened by a member as it is, one of the staff by a
 * superuser.
 */
const ADDRESSES: Record<string, Partial<Record<Account, string[]>>> = {
  "/login": visitor("/login"),
  // Without an answer of a provider, it leads to the login with a failure.
  "/login/with/:provider": {},
  "/signup": visitor("/signup"),
  "/trial": visitor("/trial"),
  "/password-reset": visitor("/password-reset"),
  "/reset-password": visitor("/reset-password?token=anything"),
  "/verify-email": visitor("/verify-email", "/verify-email?token=anything"),
  "/unsubscribe": visitor("/unsubscribe"),
  "/landing": visitor("/landing"),
  "/freelanding": visitor("/freelanding"),
  ...Object.fromEntries(Object.values(LEGAL_PATHS).map((path) => [path, visitor(path)])),
  "/open/:id": { visitor: ["/open/{open}"], inactive: ["/open/{open}"] },
  "/certificates/:link": visitor("/certificates/{certificate}", "/certificates/anything"),
  "/error": { visitor: ["/error"], member: ["/error"] },
  "/": { newcomer: ["/"], trial: ["/"], expired: ["/"], inactive: ["/"], member: ["/"] },
  "/certificates": { newcomer: ["/certificates"], member: ["/certificates"] },
  "/checkout": { trial: ["/checkout"], canceled: ["/checkout?next=/video/{video}"], member: ["/checkout"] },
  "/profile": { trial: ["/profile"], expired: ["/profile"], canceled: ["/profile"], member: ["/profile"] },
  "/new-videos": { member: ["/new-videos?page=2"] },
  "/category/:id": { member: ["/category/5"] },
  "/search": { inactive: ["/search?q=コピー&type=title"], member: ["/search?q=コピー&type=all"] },
  "/notes": { newcomer: ["/notes"], member: ["/notes"] },
  "/playlists/create": { staff: ["/playlists/create"] },
  "/playlists/:id": { member: ["/playlists/{course}"], staff: ["/playlists/{course}"] },
  "/gift/complete": { member: ["/gift/complete?session_id=anything"] },
  "/payment/complete": { trial: ["/payment/complete?session_id=anything"] },
  // Without a change of plan they lead to the profile. The journeys that change one look at them.
  "/subscription/success": {},
  "/subscription/change-success": {},
  "/video/:id": { member: ["/video/{video}", "/video/{lesson}?playlist={course}"] },
  "/admin/dashboard": { staff: ["/admin/dashboard"], superuser: ["/admin/dashboard"] },
  "/admin/sales": { staff: ["/admin/sales"], superuser: ["/admin/sales"] },
  "/admin/description": { superuser: ["/admin/description?video={video}"] },
  "/admin/chapters": { superuser: ["/admin/chapters?video={video}"] },
  "/admin/videos/:id": { superuser: ["/admin/videos/{video}"] },
  "/admin/videos/:id/captions": { superuser: ["/admin/videos/{video}/captions"] },
  "/admin/members/:id": { superuser: ["/admin/members/1", "/admin/members/3"] },
  "/admin/figures/videos/:id": { superuser: ["/admin/figures/videos/{video}"] },
  "/admin/invitation": visitor("/admin/invitation"),
};

/** Served without the application. */
const PUBLISHED = ["/landing", "/freelanding", "/unsubscribe", ...Object.values(LEGAL_PATHS)];

/** The application's own tables of routes. Journeys import nothing of the browser's code, so they are read as texts. */
const TABLES: [file: string, entry: RegExp, below: string][] = [
  ["routes.tsx", /\bpage\(\s*"([^"*]+)"/g, ""],
  ["staff/navigation/screens.ts", /\bpath: "(\/admin\/[^"]+)"/g, ""],
  ["staff/staff-routes.tsx", /\bpath: "([^"*]+)"/g, "/admin/"],
];

const routes = TABLES.flatMap(([file, entry, below]) => {
  const text = readFileSync(new URL(`../../web/src/${file}`, import.meta.url), "utf8");
  return Array.from(text.matchAll(entry), ([, path = ""]) => `${below}${path}`);
});

export const SCREENS: Screen[] = [...PUBLISHED, ...routes].flatMap((route) => {
  const usual = { [route.startsWith("/admin/") ? "superuser" : "member"]: route.includes(":") ? [] : [route] };
  return Object.entries(ADDRESSES[route] ?? usual).flatMap(([account, addresses]) =>
    addresses.map((address) => ({ route, account: account as Account, address })),
  );
});

/** Sentences about routes that nobody would open. */
export const FORGOTTEN = [
  ...routes
    .filter((route) => route.includes(":") && !(route in ADDRESSES))
    .map((route) => `Name an address of ${route}.`),
  ...Object.keys(ADDRESSES)
    .filter((route) => ![...PUBLISHED, ...routes].includes(route))
    .map((route) => `${route} is no route any more.`),
];
