/** 95 → "01:35". Above an hour the minutes continue: 3725 → "62:05". Negative or no number: "00:00". */
export function formatTimeCode(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "00:00";
  const whole = Math.floor(seconds);
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
