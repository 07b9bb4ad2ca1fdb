import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;

/** `cus_` → `cus_4fK…` */
export function newId(prefix: string, length = LENGTH): string {
  let id = prefix;
  for (let index = 0; index < length; index++) id += ALPHABET[randomInt(ALPHABET.length)] ?? "";
  return id;
}

/** The id of a field that may have been expanded. */
export function idOf(value: string | { id: string }): string;
export function idOf(value: string | { id: string } | null | undefined): string | null;
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}
