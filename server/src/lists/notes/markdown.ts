import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import type { Note } from "@manabiya/contract/lists/notes.ts";

/** One heading per video, one item per note with a link to its second. `publicUrl` has no slash at its end. */
export function notesAsMarkdown(notes: Note[], publicUrl: string): string {
  const lines: string[] = [];
  let heading: string | null = null;
  for (const note of notes) {
    const key = `${note.video_id} ${note.video_title}`;
    if (key !== heading) {
      lines.push(...(heading === null ? [] : [""]), `## ${escape(note.video_title)}`, "");
      heading = key;
    }
    lines.push(itemOf(note, publicUrl));
  }
  return `${lines.join("\n")}\n`;
}

function itemOf({ video_id, second, kind, text, link, done_on }: Note, publicUrl: string): string {
  const position =
    video_id === null ? formatClock(second) : `[${formatClock(second)}](${publicUrl}/video/${video_id}?t=${second})`;
  const label = kind === "practice" ? `やってみた記録（${done_on}） ` : "";
  // Further lines belong to the item while they are indented.
  const words = escape(text).replaceAll("\n", "\n  ");
  return `- ${position} ${label}${words}${link === null ? "" : `\n  <${link.replaceAll(/[<>]/g, encodeURIComponent)}>`}`;
}

/** So that a text with signs of Markdown or HTML shows them. */
const escape = (text: string) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\\`*_[\]<>&|~#]/g, String.raw`\$&`)
    .replaceAll(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, String.raw`$1\$2`);
