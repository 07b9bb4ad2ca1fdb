import { atLeast, atMost, type Finding, none } from "../finding.ts";
import type { Answer } from "./uploader.ts";

/** Milliseconds until the service must have recovered once there is room. */
const GOAL = 10_000;

export interface DiskFull {
  /** "files" or "everything". */
  part: string;
  /** Milliseconds. */
  fullFrom: number;
  fullTo: number;
  /** Reads and writes of members. */
  requests: { at: number; failure: string | null }[];
  uploads: Answer[];
  /** Acknowledged writes that are missing after a restart. */
  lost: string[];
  halfFiles: string[];
  /** Exit code and signal of a server that ended; null: it lives. */
  ended: string | null;
  /** Times that PostgreSQL ended because it could not write. */
  databaseEnds: number;
  /** Exit code of the server after SIGTERM. */
  stopCode: number | null;
}

const JAPANESE = /\p{Script=Han}|\p{Script=Hiragana}/u;

export function judgeDiskFull(kinds: DiskFull[]): Finding[] {
  return kinds.flatMap((seen) => {
    const { part, fullFrom, fullTo, requests, uploads, lost, halfFiles, ended, databaseEnds, stopCode } = seen;
    const isMeanwhile = ({ at }: { at: number }) => at > fullFrom && at < fullTo;
    const failures = requests.filter(({ failure }) => failure !== null);
    const refused = uploads.filter(({ status }) => status >= 500 || status === 0);
    const healed = (answers: { at: number }[]) =>
      (Math.min(Infinity, ...answers.flatMap(({ at }) => (at >= fullTo ? [at] : []))) - fullTo) / 1000;
    const lastFailure = Math.max(0, ...[...failures, ...refused].map(({ at }) => at - fullTo)) / 1000;
    const storesAgain = (call: Answer["call"]) =>
      healed(uploads.filter((answer) => answer.call === call && answer.type === ""));
    const isExplained = ({ status, type, sentence }: Answer) =>
      (status === 507 ? type === "storage_full" : part === "everything" && status === 503) && JAPANESE.test(sentence);
    return [
      atLeast(
        `${part}: requests of members meanwhile`,
        requests.filter(isMeanwhile).length,
        part === "files" ? 100 : 10,
      ),
      part === "files"
        ? atMost("files: requests of members that failed", failures.length, 0)
        : none(
            "everything: failures of members that are no 503",
            failures.flatMap(({ failure }) => (failure === "503" ? [] : [failure ?? ""])),
          ),
      ...(part === "files" ? [] : [atLeast("everything: times that PostgreSQL ended", databaseEnds, 1)]),
      atLeast(`${part}: uploads refused meanwhile`, refused.filter(isMeanwhile).length, 1),
      none(
        `${part}: refusals that do not say why`,
        refused.flatMap((answer) => (isExplained(answer) ? [] : [`${answer.call} ${answer.status} ${answer.type}`])),
      ),
      none(`${part}: acknowledged writes lost`, lost),
      none(`${part}: half files`, halfFiles),
      none(`${part}: server processes that ended`, ended === null ? [] : [ended]),
      none(`${part}: ends that were not in good order`, stopCode === 0 ? [] : [String(stopCode)]),
      atMost(
        `${part}: members write again after`,
        healed(requests.filter(({ failure }) => failure === null)),
        GOAL / 1000,
        " s",
      ),
      atMost(
        `${part}: pictures and videos are stored again after`,
        Math.max(storesAgain("picture"), storesAgain("part")),
        GOAL / 1000,
        " s",
      ),
      atMost(`${part}: the last failure came after`, lastFailure, GOAL / 1000, " s"),
    ];
  });
}
