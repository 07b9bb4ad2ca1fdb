import type { Finding } from "../../finding.ts";

/** A breakdown, and the mails that it caused. */
export interface Heard {
  what: string;
  /** The part that noticed it. */
  by: string;
  /** Seconds, as docs/how-you-hear-of-trouble.md promises; null: no mail can tell of it, and the unit must fail instead. */
  promised: number | null;
  /** Seconds until the mail was in the mailbox, or until the unit had failed; null: neither happened. */
  took: number | null;
  /** The sentence: in the subject, or for an operator in the text. */
  says: RegExp;
  /** The button to press or the place to mend, in the text. */
  todo: RegExp;
  /** Mails that arrived by it. The morning's mail is not among them. */
  mails: readonly { subject: string; text: string }[];
}

/** A breakdown is right when one mail has the sentence, and what to do, within the promised time. */
export function judgeHeard({ what, by, promised, took, says, todo, mails }: Heard): Finding {
  const [mail] = mails;
  const sentence = mail && (sentenceOf(mail.subject, says) ?? sentenceOf(mail.text, says));
  const isRight =
    promised === null
      ? mails.length === 0
      : mails.length === 1 && sentence !== undefined && todo.test(mail?.text ?? "") && (took ?? Infinity) <= promised;
  const said =
    mails.length === 1
      ? (sentence ?? `another sentence: ${mail?.subject} ${mail?.text}`)
      : `${mails.length} mails: ${mails.map(({ subject }) => subject).join(", ")}`;
  return {
    what: `${what}, ${by}`,
    figure: `${took === null ? "never" : shown(took)}, ${said.slice(0, 200).replaceAll("\n", " ")}`,
    goal: promised === null ? "the unit fails, no mail can leave" : `≤ ${shown(promised)}, one mail`,
    holds: isRight && took !== null,
  };
}

const sentenceOf = (text: string, says: RegExp): string | undefined =>
  text
    .split("\n")
    .find((line) => says.test(line))
    ?.trim();

function shown(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
