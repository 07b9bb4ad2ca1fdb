/** Servers whose `/health/ready` returns 503 while they still answer other requests. */
const draining = new WeakSet<object>();

export const isDraining = (server: object): boolean => draining.has(server);

export const markDraining = (server: object): void => void draining.add(server);
