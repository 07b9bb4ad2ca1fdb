import { invalidRequest } from "../errors.ts";

export type FormValue = string | FormObject;
/** Arrays arrive as objects with the keys 0, 1, … */
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Parses Stripe's form encoding, `items[0][price]=x&expand[]=customer`, into nested objects without a prototype. */
export function parseForm(text: string): FormObject {
  const root: FormObject = Object.create(null) as FormObject;
  for (const [name, value] of new URLSearchParams(text)) put(root, keysOf(name), value, name);
  return root;
}

function keysOf(name: string): string[] {
  const match = KEY.exec(name);
  if (match === null) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name });
  const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? "");
  const keys = [match[1] ?? "", ...inner];
  if (keys.length > MAX_DEPTH) throw invalidRequest(`Parameter is nested too deep: ${name}`, { param: name });
  return keys;
}

function put(root: FormObject, keys: string[], value: string, name: string): void {
  let parent = root;
  for (const [depth, key] of keys.entries()) {
    const step = key === "" ? String(Object.keys(parent).length) : key;
    if (depth === keys.length - 1) {
      parent[step] = value;
      return;
    }
    const next = parent[step] ?? (Object.create(null) as FormObject);
    if (typeof next === "string") throw invalidRequest(`Invalid parameter: ${name}`, { param: name });
    parent[step] = next;
    parent = next;
  }
}
