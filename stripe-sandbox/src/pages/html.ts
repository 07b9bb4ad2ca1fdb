/** Safe markup: interpolated strings are escaped, interpolated markup is not. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | null;

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) text += textOf(value) + (strings[index + 1] ?? "");
  return new Html(text);
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function textOf(value: Value): string {
  if (value === null) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("\n");
  return escape(String(value));
}

const date = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
const instant = new Intl.DateTimeFormat("ja-JP", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" });

/** 1650 → "1,650円", -14850 → "−14,850円" */
export function yen(amount: number): string {
  return `${amount < 0 ? "−" : ""}${Math.abs(amount).toLocaleString("ja-JP")}円`;
}

/** Seconds → "2026年11月21日" */
export function day(seconds: number): string {
  return date.format(seconds * 1000);
}

/** Seconds → "2026/11/21 12:00" */
export function moment(seconds: number): string {
  return instant.format(seconds * 1000);
}
