import { VideoCard } from "@manabiya/contract/catalogue/videos.ts";
import * as z from "zod/mini";
import { jsonWriter } from "../../http/json-writer.ts";

/**
 * Where a card holds what all members see the same of it: JSON without the closing brace, as a text of bytes (below).
 * To encode Japanese takes longer than all else that is done for an answer, so it is done once for a card.
 */
export const WRITTEN = Symbol("written");

const { is_favorite: _, watch_later: __, position: ___, ...shared } = VideoCard.shape;
const SharedCard = z.object(shared);
/** A card without what is the member's own. */
export type SharedCard = z.output<typeof SharedCard>;

const jsonOfShared = jsonWriter(SharedCard);

export function writeShared(card: SharedCard): string {
  return toBytes(jsonOfShared(card).slice(0, -1));
}

/**
 * A text of bytes has one character for each byte of UTF-8. Such texts are joined and copied into an answer four times
 * as quickly as buffers are, and a kept one takes its own length: a small buffer holds on to the 8 kB it was cut from.
 */
function toBytes(text: string): string {
  return IS_ASCII.test(text) ? text : Buffer.from(text).toString("latin1");
}

const IS_ASCII = /^[\0-\x7f]*$/;

/** Where a card holds what extends it, when all members see the same of that too: as above, without the opening brace. */
export const WRITTEN_MORE = Symbol("written more");

/** A card that may have been written already. */
export type Card = VideoCard & { [WRITTEN]?: string; [WRITTEN_MORE]?: string };

/**
 * For answers that hold lists of cards.
 * @returns a function that joins what is written of the cards with what is the member's own; null for other answers
 */
export function cardListsWriter(schema: z.ZodMiniType): ((answer: Record<string, unknown>) => Buffer) | null {
  if (!(schema instanceof z.ZodMiniObject)) return null;
  const rest: Record<string, z.core.$ZodType> = {};
  const lists: { name: string; writeMore: ((card: Card) => string) | null }[] = [];
  for (const [name, part] of Object.entries<z.core.$ZodType>({ ...schema.shape })) {
    const card = cardOfList(part);
    if (card === null) rest[name] = part;
    else lists.push({ name, writeMore: isExtended(card) ? moreWriter(card) : null });
  }
  if (lists.length === 0) return null;
  const jsonOfRest = jsonWriter(z.object(rest));
  return (answer) => {
    const start = toBytes(jsonOfRest(answer).slice(0, -1));
    const parts = [start];
    let separator = start === "{" ? "" : ",";
    for (const { name, writeMore } of lists) {
      parts.push(`${separator}"${name}":[`);
      separator = "";
      for (const card of answer[name] as Card[]) {
        parts.push(separator, card[WRITTEN] ?? writeShared(card), jsonOfFlags(card));
        if (writeMore) parts.push(",", card[WRITTEN_MORE] ?? writeMore(card));
        else parts.push("}");
        separator = ",";
      }
      parts.push("]");
      separator = ",";
    }
    parts.push("}");
    return joined(parts);
  };
}

/** The card, or what extends it, that a list is of. */
function cardOfList(schema: z.core.$ZodType): z.ZodMiniObject | null {
  if (!(schema instanceof z.ZodMiniArray)) return null;
  const item: unknown = schema._zod.def.element;
  if (!(item instanceof z.ZodMiniObject)) return null;
  const shape: Record<string, unknown> = item.shape;
  return Object.entries(VideoCard.shape).every(([name, part]) => shape[name] === part) ? item : null;
}

const isExtended = ({ shape }: z.ZodMiniObject) =>
  Object.keys(shape).some((name) => !(name in VideoCard.shape));

/** @returns a function that writes what extends a card, without the opening brace, as a text of bytes */
export function moreWriter({ shape }: z.ZodMiniObject): (more: object) => string {
  const more = Object.entries(shape).filter(([name]) => !(name in VideoCard.shape));
  const json = jsonWriter(z.object(Object.fromEntries(more)));
  return (card) => toBytes(json(card).slice(1));
}

/** By hand: most have none, and a tenth of what an answer allocates would be their writing. */
function jsonOfFlags({ is_favorite, watch_later, position }: VideoCard): string {
  if (!is_favorite && !watch_later && position === null) return NO_FLAGS_JSON;
  return `,"is_favorite":${is_favorite},"watch_later":${watch_later},"position":${position}`;
}

const NO_FLAGS_JSON = `,"is_favorite":false,"watch_later":false,"position":null`;

/** Without making one text of them first, which would be as large as the answer. */
function joined(parts: string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at, "latin1");
  return bytes;
}
