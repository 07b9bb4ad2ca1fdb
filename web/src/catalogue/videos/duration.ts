/** 263 → "4:23", 3725 → "1:02:05". */
export function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(Math.floor(seconds) % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** 263 → "4分23秒", for screen readers. */
export function spokenDuration(seconds: number): string {
  const units = [
    [Math.floor(seconds / 3600), "時間"],
    [Math.floor(seconds / 60) % 60, "分"],
    [Math.floor(seconds) % 60, "秒"],
  ] as const;
  const spoken = units.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`);
  return spoken.length > 0 ? spoken.join("") : "0秒";
}
