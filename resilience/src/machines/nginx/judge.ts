import { atMost, type Finding, none } from "../../finding.ts";
import type { Away } from "./away.ts";
import { SLICE } from "./ranges.ts";

export interface Observed {
  /** Lines of `nginx -t`. */
  complaints: string[];
  /** Of a page's first visit, then of one by a browser that has nothing of the first. */
  visits: {
    problems: string[];
    headers: Record<string, string>;
    asset: Record<string, string>;
    assetRequests: number;
  }[];
  /** Of films. */
  ranges: string[];
  /** Bytes that nginx asked of the application at once for a part of the film; Infinity for the whole. */
  largestRequest: number;
  playing: string[];
  /** The answer of an asset that the application does not have any more, and of one that never was. */
  lost: { status: number; isSame: boolean; unknown: number };
  /** Of what nginx should refuse by itself. */
  refusals: string[];
  away: Away;
}

const PAGE = {
  "strict-transport-security": /^max-age=31536000$/,
  "content-security-policy": /default-src 'none'.*script-src 'self'/,
  "x-content-type-options": /^nosniff$/,
  "cache-control": /^no-cache$/,
};
const ASSET = {
  "strict-transport-security": /^max-age=31536000$/,
  "cache-control": /^public, max-age=31536000, immutable$/,
  "x-content-type-options": /^nosniff$/,
};
const UNAVAILABLE = {
  "content-security-policy": /^default-src 'none'/,
  "retry-after": /^5$/,
  "cache-control": /^no-store$/,
  "x-content-type-options": /^nosniff$/,
  "content-type": /^text\/html; charset=utf-8$/,
};

function wrongHeaders(found: Record<string, string> | undefined, expected: Record<string, RegExp>): string[] {
  return Object.entries(expected)
    .filter(([name, pattern]) => !pattern.test(found?.[name] ?? ""))
    .map(([name]) => `${name}: ${found?.[name] ?? "missing"}`);
}

export function judgeNginx({
  complaints,
  visits,
  ranges,
  largestRequest,
  playing,
  lost,
  refusals,
  away,
}: Observed): Finding[] {
  const [first, second] = visits;
  const { call } = away;
  return [
    none("complaints of nginx -t", complaints),
    none(
      "files that did not arrive over HTTP/2, and errors in the console",
      visits.flatMap(({ problems }) => problems),
    ),
    none("wrong headers of a page", wrongHeaders(first?.headers, PAGE)),
    none("wrong headers of a file of the release, from the server", wrongHeaders(first?.asset, ASSET)),
    none("wrong headers of a file of the release, from nginx", wrongHeaders(second?.asset, ASSET)),
    none("the first visit asked the application for files", (first?.assetRequests ?? 0) > 0 ? [] : ["for none"]),
    atMost("files that a second browser's visit asked the application for", second?.assetRequests ?? Infinity, 0),
    none("ranges of a film that differ from its bytes", ranges),
    atMost("megabytes of a film that nginx asked for at once", largestRequest / 2 ** 20, SLICE / 2 ** 20),
    none("a film that does not play, or jumps elsewhere", playing),
    none("a file of the release before", lost.status === 200 && lost.isSame ? [] : [`${lost.status}`]),
    none("a file that never was", lost.unknown === 404 ? [] : [`${lost.unknown}`]),
    none("what nginx should refuse by itself", refusals),
    none("status while the server is away", away.status === 503 ? [] : [`${away.status}`]),
    none("wrong headers while the server is away", wrongHeaders(away.headers, UNAVAILABLE)),
    none("sizes at which the page of these times does not fit", away.layout),
    none(
      "a call while the server is away",
      call.status === 503 && call.type === "busy" && call.retryAfter === "1" ? [] : [JSON.stringify(call)],
    ),
    none("pages that do not come back by themselves", away.comesBack ? [] : ["the page of these times stays"]),
  ];
}

/** A planted defect counts as found when the finding that it breaks fails. */
export function judgePlanted(name: string, findings: Finding[], broken: string): Finding {
  const isFound = findings.some(({ what, holds }) => what === broken && !holds);
  return none(`planted: ${name}, and not found`, isFound ? [] : [`"${broken}" holds`]);
}
