/** Database ids by the demo's names. */
export type Ids = Map<string, number>;

export function known<T>(map: Map<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`The demo names ${name}, which it does not define`);
  return value;
}
