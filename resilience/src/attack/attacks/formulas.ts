import { staffOf } from "../staff.ts";
import { type Outcome, type Target } from "../target.ts";

/** Spreadsheets evaluate each of these. */
const CELLS = [
  "=1+1",
  "＝1+1",
  "@SUM(1)",
  "＠SUM(1)",
  "+1",
  "＋1",
  "-1",
  "－1",
  " =1+1",
  "\u3000=1+1",
  "\n=1+1",
  "\t=1+1",
];

/** The second column, which staff must correct, so that the row comes back. */
const SECOND = ",not a video,";

/** Rows that staff get back must hold no cell that a spreadsheet evaluates. */
export async function run(target: Target): Promise<Outcome> {
  const headers = await staffOf(target);
  const rows = CELLS.map((cell) => `"${cell}"${SECOND},,,`);
  const form = new FormData();
  const csv = `\ufefftitle,video_id,description,categories,tags,published_at\r\n${rows.join("\r\n")}\r\n`;
  form.set("csv_file", new File([csv], "videos.csv", { type: "text/csv" }));
  const answer = await fetch(`${target.url}/api/admin/videos/upload/`, { method: "POST", headers, body: form });
  const text = await answer.text();
  const returned = findCsv(JSON.parse(text));
  if (returned === null) throw new Error(`no rows came back: ${answer.status} ${text.slice(0, 300)}`);
  const evaluated = firstCells(returned).filter((cell) => FORMULA.test(cell.trimStart().normalize("NFKC")));
  return { attempts: CELLS.length, succeeded: evaluated.length };
}

const FORMULA = /^[=+\-@]/;

/** The cells before the second column, as a spreadsheet reads them. */
function firstCells(csv: string): string[] {
  const rows = csv.split(SECOND).slice(0, -1);
  if (rows.length !== CELLS.length) throw new Error(`${rows.length} of ${CELLS.length} rows came back`);
  return rows.map((text) => text.slice(text.lastIndexOf("\r\n") + 2).replace(/^"([^]*)"$/, "$1"));
}

function findCsv(value: unknown): string | null {
  if (typeof value === "string") return value.startsWith("\ufefftitle,") ? value : null;
  if (typeof value !== "object" || value === null) return null;
  return (
    Object.values(value)
      .map(findCsv)
      .find((found) => found !== null) ?? null
  );
}
