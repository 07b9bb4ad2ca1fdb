import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { judgeNginx, judgePlanted, type Observed } from "./judge.ts";
import { wrongRanges } from "./judge-ranges.ts";
import { DEFECTS, plant } from "./nginx.ts";
import { type RangeAnswer, ranges, SLICE } from "./ranges.ts";

const HSTS = { "strict-transport-security": "max-age=31536000", "x-content-type-options": "nosniff" };
const page = {
  ...HSTS,
  "content-security-policy": "default-src 'none';object-src 'none';script-src 'self'",
  "cache-control": "no-cache",
};
const asset = { ...HSTS, "cache-control": "public, max-age=31536000, immutable" };
const visit = { problems: [], headers: page, asset, assetRequests: 0 };

const GOOD: Observed = {
  complaints: [],
  visits: [{ ...visit, assetRequests: 12 }, visit],
  ranges: [],
  largestRequest: SLICE,
  playing: [],
  lost: { status: 200, isSame: true, unknown: 404 },
  refusals: [],
  away: {
    status: 503,
    headers: {
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "retry-after": "5",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-type": "text/html; charset=utf-8",
    },
    layout: [],
    call: { status: 503, type: "busy", retryAfter: "1" },
    comesBack: true,
  },
};

const failed = (observed: Observed) =>
  judgeNginx(observed)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what);

test("holds for nginx as shipped", () => {
  expect(failed(GOOD)).toEqual([]);
});

const [first = visit, second = visit] = GOOD.visits;

test.each<[string, Partial<Observed>]>([
  ["complaints of nginx -t", { complaints: ["[warn] conflicting server name"] }],
  [
    "files that did not arrive over HTTP/2, and errors in the console",
    { visits: [first, { ...second, problems: ["/assets/a.js over http/1.1"] }] },
  ],
  ["wrong headers of a page", { visits: [{ ...first, headers: { ...page, "cache-control": "public" } }, second] }],
  [
    "wrong headers of a file of the release, from the server",
    { visits: [{ ...first, asset: { ...asset, "strict-transport-security": "max-age=0" } }, second] },
  ],
  [
    "wrong headers of a file of the release, from nginx",
    { visits: [first, { ...second, asset: { ...asset, "cache-control": "no-cache" } }] },
  ],
  ["the first visit asked the application for files", { visits: [{ ...first, assetRequests: 0 }, second] }],
  [
    "files that a second browser's visit asked the application for",
    { visits: [first, { ...second, assetRequests: 1 }] },
  ],
  ["ranges of a film that differ from its bytes", { ranges: ["bytes=0-0: 200 instead of 206"] }],
  ["megabytes of a film that nginx asked for at once", { largestRequest: Infinity }],
  ["a film that does not play, or jumps elsewhere", { playing: ["it does not play"] }],
  ["a file of the release before", { lost: { ...GOOD.lost, status: 404 } }],
  ["a file of the release before", { lost: { ...GOOD.lost, isSame: false } }],
  ["a file that never was", { lost: { ...GOOD.lost, unknown: 200 } }],
  ["what nginx should refuse by itself", { refusals: ["a stranger's upload: 200"] }],
  ["status while the server is away", { away: { ...GOOD.away, status: 502 } }],
  ["wrong headers while the server is away", { away: { ...GOOD.away, headers: {} } }],
  [
    "sizes at which the page of these times does not fit",
    { away: { ...GOOD.away, layout: ["360x800: 4 px too wide"] } },
  ],
  [
    "a call while the server is away",
    { away: { ...GOOD.away, call: { status: 503, type: "busy", retryAfter: null } } },
  ],
  ["pages that do not come back by themselves", { away: { ...GOOD.away, comesBack: false } }],
])("finds alone: %s", (what, wrong) => {
  expect(failed({ ...GOOD, ...wrong })).toEqual([what]);
});

test("a planted defect must break the finding that it is about", () => {
  const findings = judgeNginx({ ...GOOD, playing: ["it does not play"] });
  expect(judgePlanted("a defect", findings, "a film that does not play, or jumps elsewhere").holds).toBe(true);
  expect(judgePlanted("a defect", findings, "complaints of nginx -t").holds).toBe(false);
});

const SITE = readFileSync(`${root}/deploy/shared/nginx/manabiya.conf`, "utf8");

test.each(DEFECTS)("the shipped site can have the defect: %s", (_name, texts) => {
  expect(plant(SITE, texts)).not.toBe(SITE);
});

test("a site without a text of a defect is no site with it", () => {
  expect(() => plant("slice 1m;", { "slice 1m;": "", "Range $slice_range": "" })).toThrow("Range $slice_range");
});

const FILM = Buffer.from("0123456789");
const answer = (asked: string, status: number, body: string, contentRange = ""): RangeAnswer => ({
  asked,
  status,
  protocol: "2",
  contentRange,
  body: Buffer.from(body),
});

test("compares each range with the film's own bytes", () => {
  const right = [
    answer("", 200, "0123456789"),
    answer("bytes=2-4", 206, "234", "bytes 2-4/10"),
    answer("bytes=7-", 206, "789", "bytes 7-9/10"),
    answer("bytes=-3", 206, "789", "bytes 7-9/10"),
    answer("bytes=8-20", 206, "89", "bytes 8-9/10"),
    answer("bytes=10-", 416, ""),
    answer("bytes=0-1,4-5", 200, "0123456789"),
    answer("bytes=5-2", 200, "0123456789"),
    answer("bytes=a-b", 416, ""),
  ];
  expect(wrongRanges(right, FILM)).toEqual([]);
  const wrong = [
    answer("bytes=2-4", 206, "345", "bytes 2-4/10"),
    answer("bytes=2-4", 206, "234", "bytes 2-4/9"),
    answer("bytes=2-4", 200, "0123456789"),
    answer("bytes=10-", 206, ""),
    answer("", 206, "0123456789"),
    answer("bytes=0-1,4-5", 416, ""),
    { ...answer("", 200, "0123456789"), protocol: "1.1" },
  ];
  expect(wrongRanges(wrong, FILM)).toHaveLength(wrong.length);
  expect(ranges(FILM.length)).toContain("bytes=10-");
});
