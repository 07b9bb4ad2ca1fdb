import type { RangeAnswer } from "./ranges.ts";

/** The answers that differ from the film, by RFC 9110: a server may ignore several ranges, and ignores or refuses what is no range. */
export function wrongRanges(answers: readonly RangeAnswer[], film: Buffer): string[] {
  return answers.flatMap((answer) => {
    const problem = problemOf(answer, film);
    return problem === null ? [] : [`${answer.asked || "no range"}: ${problem}`];
  });
}

function problemOf({ asked, status, protocol, contentRange, body }: RangeAnswer, film: Buffer): string | null {
  if (protocol !== "2") return `HTTP/${protocol}`;
  const wanted = wantedOf(asked, film.length);
  if (wanted === "unsatisfiable") return status === 416 ? null : `${status} instead of 416`;
  if (wanted === "invalid" && status === 416) return null;
  if (wanted === "whole" || wanted === "invalid") {
    if (status !== 200) return `${status} instead of 200`;
    return body.equals(film) ? null : `${body.length} bytes that are not the film's`;
  }
  const [first, last] = wanted;
  if (status !== 206) return `${status} instead of 206`;
  const expected = `bytes ${first}-${last}/${film.length}`;
  if (contentRange !== expected) return `${contentRange} instead of ${expected}`;
  return body.equals(film.subarray(first, last + 1)) ? null : `${body.length} bytes that are not the film's`;
}

function wantedOf(
  asked: string,
  length: number,
): [first: number, last: number] | "whole" | "unsatisfiable" | "invalid" {
  const [match, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(asked) ?? [];
  if (asked === "" || asked.includes(",")) return "whole";
  if (match === undefined || (from === "" && to === "")) return "invalid";
  if (from === "") return [Math.max(0, length - Number(to)), length - 1];
  if (to !== "" && Number(to) < Number(from)) return "invalid";
  if (Number(from) >= length) return "unsatisfiable";
  return [Number(from), Math.min(length - 1, to === "" ? length - 1 : Number(to))];
}
