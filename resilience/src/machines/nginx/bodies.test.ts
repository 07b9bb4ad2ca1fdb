import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CAPTIONS_MAX_BYTES } from "@manabiya/contract/catalogue/captions.ts";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { VIDEO_PART_MAX_BYTES } from "@manabiya/contract/staff/video-files.ts";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";

const KB = 1024;
const MB = 1024 * KB;

/** Bytes of every other call's body (`server/src/app.ts`). */
const BODY_LIMIT = 64 * KB;
/** Bytes of a form around its file. */
const FORM = 64 * KB;

/** Calls that are no form and take more or less than the others, by the file with their `bodyLimit`. */
const OWN_LIMITS: Record<string, Record<string, number>> = {
  "files/video-files/routes.ts": { "/api/admin/video-files/:id/": VIDEO_PART_MAX_BYTES },
  "staff/videos/captions/routes.ts": {
    "/api/admin/videos/:id/captions/": CAPTIONS_MAX_BYTES,
    "/api/admin/videos/:id/captions/read/": CAPTIONS_MAX_BYTES,
  },
  "billing/sync/webhook.ts": { "/api/stripe/webhook/": 512 * KB },
  "mailings/reports/routes.ts": { "/api/mail-reports/:secret/": 512 * KB },
  "mailings/preferences/routes.ts": {},
  "app.ts": {},
};

interface Location {
  isRegex: boolean;
  path: string;
  /** Bytes that nginx takes. */
  takes: number;
  asksFirst: boolean;
}

const bytesOf = (size: string) => Number.parseInt(size, 10) * (size.endsWith("m") ? MB : KB);

/** The locations of the site for visitors, as far as bodies matter. */
function locations(site: string): Location[] {
  const [, server = ""] = site.split("listen 443 ssl");
  const [, usual = ""] = /^ {2}client_max_body_size (\w+);$/m.exec(server) ?? [];
  return [...server.matchAll(/^ {2}location (~ |= )?(\S+) \{\n([^]*?)^ {2}\}$/gm)]
    .filter(([, kind, , body = ""]) => kind !== "= " && !body.includes("internal;"))
    .map(([, kind, path = "", body = ""]) => ({
      isRegex: kind === "~ ",
      path,
      takes: bytesOf(/client_max_body_size (\w+);/.exec(body)?.[1] ?? usual),
      asksFirst: /auth_request \/is-(staff|member);/.test(body),
    }));
}

/** The one that nginx chooses: the first expression that matches, else the longest beginning. */
function locationOf(all: Location[], url: string): Location {
  const address = url.replaceAll(/:\w+/g, "17");
  const expression = all.find(({ isRegex, path }) => isRegex && new RegExp(path).test(address));
  const beginnings = all.filter(({ isRegex, path }) => !isRegex && address.startsWith(path));
  const found = expression ?? beginnings.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (found === undefined) throw new Error(`No location takes ${url}.`);
  return found;
}

const all = locations(readFileSync(join(root, "deploy/shared/nginx/manabiya.conf"), "utf8"));
const own = Object.assign({}, ...Object.values(OWN_LIMITS)) as Record<string, number>;
const changing = everyCall.map(({ route }) => route).filter(({ method }) => method !== "GET");

test("nginx takes the body of every call that the application takes", () => {
  const tooSmall = changing.filter(({ url, config: { upload } }) => {
    const needed = upload ? upload.fileSize + FORM : (own[url] ?? BODY_LIMIT);
    return locationOf(all, url).takes < needed;
  });
  expect(tooSmall.map(({ url }) => url)).toEqual([]);
  expect(locationOf(all, "/api/stripe/webhook/").takes).toBe(own["/api/stripe/webhook/"]);
});

test("nginx keeps no body above the application's limit before the application knows who sends it", () => {
  const unasked = changing.filter(({ url }) => {
    const { takes, asksFirst } = locationOf(all, url);
    return !asksFirst && takes > (own[url] ?? BODY_LIMIT);
  });
  expect(unasked.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  expect(all.filter(({ takes, asksFirst }) => takes > 512 * KB && !asksFirst)).toEqual([]);
  expect(["/", "/media/x", "/api/auth/login/"].map((url) => locationOf(all, url).takes)).toEqual([
    BODY_LIMIT,
    BODY_LIMIT,
    BODY_LIMIT,
  ]);
});

test("every limit of its own that a route of the server has is known here", () => {
  const files = globSync("**/*.ts", { cwd: join(root, "server/src") }).filter((file) => !file.endsWith(".test.ts"));
  const limited = files.filter((file) => /\bbodyLimit: /.test(readFileSync(join(root, "server/src", file), "utf8")));
  expect(limited.toSorted()).toEqual(Object.keys(OWN_LIMITS).toSorted());
});
