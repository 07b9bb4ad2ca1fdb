/** Dates follow Japan's calendar wherever the browser is. */
const timeZone = "Asia/Tokyo";

const FORMATS = {
  long: new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone }),
  short: new Intl.DateTimeFormat("ja-JP", { dateStyle: "medium", timeZone }),
};

/** "2026年11月3日" or "2026/11/03"; nothing for an invalid date. */
export function PublishedDate({ instant, format }: { instant: string; format: keyof typeof FORMATS }) {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return null;
  return (
    <time dateTime={instant} className="whitespace-nowrap">
      {FORMATS[format].format(time)}
    </time>
  );
}
