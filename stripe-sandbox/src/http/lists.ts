import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { integer, list, text } from "./params.ts";

export const PAGING = { limit: integer, starting_after: text, ending_before: text, expand: list(text) };

interface Paging {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** One page in Stripe's list envelope. @param rows newest first */
export function page<T extends { id: string }>(rows: T[], paging: Paging, url: string): Stripe.ApiList<T> {
  const limit = paging.limit ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw invalidRequest(`limit must be between 1 and ${MAX_LIMIT}`, { param: "limit" });
  }
  if (paging.ending_before !== undefined) {
    const end = indexById(rows, paging.ending_before, "ending_before");
    const start = Math.max(end - limit, 0);
    return { object: "list", data: rows.slice(start, end), has_more: start > 0, url };
  }
  const start = paging.starting_after === undefined ? 0 : indexById(rows, paging.starting_after, "starting_after") + 1;
  return { object: "list", data: rows.slice(start, start + limit), has_more: start + limit < rows.length, url };
}

/** A complete list inside another object. */
export function listOf<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: "list", data, has_more: false, url };
}

function indexById(rows: { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index === -1) throw invalidRequest(`No such object: '${id}'`, { param, code: "resource_missing" });
  return index;
}

export function inRange(
  value: number,
  bounds: { gt?: number; gte?: number; lt?: number; lte?: number } | undefined,
): boolean {
  if (bounds === undefined) return true;
  return (
    (bounds.gt === undefined || value > bounds.gt) &&
    (bounds.gte === undefined || value >= bounds.gte) &&
    (bounds.lt === undefined || value < bounds.lt) &&
    (bounds.lte === undefined || value <= bounds.lte)
  );
}
