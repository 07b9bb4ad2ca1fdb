import { VideoCard } from "@manabiya/contract/videos.ts";
import * as z from "zod/mini";
import { jsonWriter } from "../plugins/json-writer.ts";

/**
 * Where a card holds what all members see the same of it: bytes of JSON without the closing brace. To encode Japanese
 * takes longer than all else that is done for an answer, so it is done once for a card.
 */
export const WRITTEN = Symbol("written");

const { is_favorite: _, watch_later: __, position: ___, ...shared } = VideoCard.shape;
const SharedCard = z.object(shared);
type SharedCard = z.output<typeof SharedCard>;

const jsonOfShared = jsonWriter(SharedCard);

export function writeShared(card: SharedCard): Buffer {
  return Buffer.from(jsonOfShared(card).slice(0, -1));
}

/** A card that may have been written already. */
export type Card = VideoCard & { [WRITTEN]?: Buffer };

/**
 * For answers that hold lists of cards.
 * @returns a function that joins what is written of the cards with what is the member's own; null for other answers
 */
export function cardListsWriter(schema: z.ZodMiniType): ((answer: Record<string, unknown>) => Buffer) | null {
  if (!(schema instanceof z.ZodMiniObject)) return null;
  const rest: Record<string, z.core.$ZodType> = {};
  const lists: { name: string; jsonOfOwn: (card: Card) => string }[] = [];
  for (const [name, part] of Object.entries<z.core.$ZodType>({ ...schema.shape })) {
    const card = cardOfList(part);
    if (card === null) rest[name] = part;
    else lists.push({ name, jsonOfOwn: jsonWriter(withoutShared(card)) });
  }
  if (lists.length === 0) return null;
  const jsonOfRest = jsonWriter(z.object(rest));
  return (answer) => {
    const parts: Buffer[] = [];
    let text = jsonOfRest(answer).slice(0, -1);
    for (const { name, jsonOfOwn } of lists) {
      text += `${text === "{" ? "" : ","}"${name}":[`;
      for (const [place, card] of (answer[name] as Card[]).entries()) {
        parts.push(Buffer.from(place === 0 ? text : `${text},`), card[WRITTEN] ?? writeShared(card));
        text = `,${jsonOfOwn(card).slice(1)}`;
      }
      text += "]";
    }
    parts.push(Buffer.from(`${text}}`));
    return Buffer.concat(parts);
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

function withoutShared({ shape }: z.ZodMiniObject): z.ZodMiniObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in shared))));
}
