/** 263 → "4分23秒", 3600 → "1時間". */
export function spokenDuration(seconds: number): string {
  const units = [
    [Math.floor(seconds / 3600), "時間"],
    [Math.floor(seconds / 60) % 60, "分"],
    [Math.floor(seconds) % 60, "秒"],
  ] as const;
  const spoken = units.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`);
  return spoken.length > 0 ? spoken.join("") : "0秒";
}
