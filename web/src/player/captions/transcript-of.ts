import { contract } from "@manabiya/contract";
import { query } from "../../api/calls.ts";

/** A member's video, or a lesson that everybody may watch. */
export type LessonKind = "video" | "open-lesson";

/** The query of a lesson's transcript. */
export function transcriptOf(kind: LessonKind, id: number) {
  const input = { params: { id: String(id) } };
  return kind === "video"
    ? query(contract.transcripts.ofVideo, input)
    : query(contract.transcripts.ofOpenLesson, input);
}
