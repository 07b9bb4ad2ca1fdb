import { store } from "../../session/storage.ts";

const KEY = "manabiya:today-minutes";
export const MINUTES_MAX = 180;
const USUAL = 15;

/** The time that was last chosen in this browser. */
export function readMinutes(): number {
  const minutes = Number(store.getItem(KEY) ?? USUAL);
  return isMinutes(minutes) ? minutes : USUAL;
}

export const storeMinutes = (minutes: number) => store.setItem(KEY, String(minutes));

export const isMinutes = (minutes: number) => Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_MAX;

/** 870 → "14分30秒", 3600 → "60分". */
export function lengthText(seconds: number): string {
  const rest = Math.floor(seconds) % 60;
  const minutes = Math.floor(seconds / 60);
  return [minutes > 0 && `${minutes}分`, (rest > 0 || minutes === 0) && `${rest}秒`].filter(Boolean).join("");
}

/** 4000 → "1時間6分". */
export function minutesText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (seconds > 0 && minutes === 0) return "1分未満";
  return minutes < 60 ? `${minutes}分` : `${Math.floor(minutes / 60)}時間${minutes % 60}分`;
}
