/** The speeds that the player offers. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** @returns the next speed of the list; speeds between two of them are left in the wanted direction */
export function nextRate(rate: number, steps: 1 | -1): number {
  const next = steps > 0 ? RATES.find((each) => each > rate) : RATES.findLast((each) => each < rate);
  return next ?? rate;
}

/** @returns 0 to 1, rounded, so that ten steps down and ten up end where they began */
export function nextVolume(volume: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round((volume + by) * 100) / 100));
}
