import * as z from "zod/mini";
import { linkAddress } from "./link-address.ts";
import { text } from "../text.ts";

/**
 * The fields of a document, from which follow its schema and its form on the screen.
 * - `line`: a text without line breaks
 * - `area`: a text of several lines
 * - `link`: the address of a page, or nothing
 * - `video`: the address of a video on this site, or its id
 */
interface TextNode {
  kind: "line" | "area" | "link" | "video";
  label: string;
  max: number;
  /** May stay empty. */
  optional?: true;
  hint?: string;
}

/** A picture that `adminSite.addPicture` stored, by its id; empty: none. */
interface PictureNode {
  kind: "picture";
  label: string;
  /** The size to which the server cuts it. */
  size: "hero_picture" | "teacher_picture";
  hint: string;
}

interface ListNode {
  kind: "list";
  /** The name of one entry. */
  label: string;
  min: number;
  /** Equal to `min`: entries are neither added nor removed, nor moved. */
  max: number;
  item: TextNode | GroupNode;
}

export interface GroupNode {
  kind: "group";
  label: string;
  fields: Readonly<Record<string, FormNode>>;
}

export type FormNode = TextNode | PictureNode | ListNode | GroupNode;

export type ValueOf<N> = N extends { kind: "group"; fields: infer F }
  ? { [K in keyof F]: ValueOf<F[K]> }
  : N extends { kind: "list"; item: infer I }
    ? ValueOf<I>[]
    : string;

type Limits = Partial<Pick<TextNode, "optional" | "hint">>;

export const line = (label: string, max: number, more: Limits = {}) => ({ kind: "line", label, max, ...more }) as const;
export const area = (label: string, max: number, more: Limits = {}) => ({ kind: "area", label, max, ...more }) as const;
export const link = (label: string) => ({ kind: "link", label, max: 500, optional: true }) as const;
export const video = (label: string, hint: string) => ({ kind: "video", label, max: 200, hint }) as const;
export const picture = (label: string, size: PictureNode["size"], hint: string) =>
  ({ kind: "picture", label, size, hint }) as const;
export const group = <const F extends GroupNode["fields"]>(label: string, fields: F) =>
  ({ kind: "group", label, fields }) as const;
export const list = <const I extends ListNode["item"]>(label: string, min: number, max: number, item: I) =>
  ({ kind: "list", label, min, max, item }) as const;

/** Values that the server fills into texts, by the name that the operator writes in braces. */
export const TOKENS = ["サイト名", "月額", "年額", "月あたり", "年額の割引額", "お得な月数", "動画の本数"] as const;
export type Token = (typeof TOKENS)[number];

const TOKEN_OR_BRACE = new RegExp(`\\{(?:${TOKENS.join("|")})\\}|[{}]`, "g");

/** @returns the text with a value for each token */
export function fillTokens(value: string, values: Readonly<Record<Token, string>>): string {
  return value.replace(/\{([^{}]+)\}/g, (all, name: string) => values[name as Token] ?? all);
}

/** They change the order or the look of what follows them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** A line feed is the only one that a text may hold. */
const CONTROLS = /(?!\n)\p{Cc}/u;

/** Ours, in the pages that the build makes. */
const PLACEHOLDER = /__[A-Z_]+__/;

/** A page, a mailbox, or a path of this site. */
const isAddress = (value: string) => PATH.test(value) || ADDRESS.safeParse(value).success;
const PATH = /^\/(?![/\\])[^\s\\]*$/;
const ADDRESS = z.url({ protocol: /^(https|mailto)$/ });

/** @returns the id in "12", "/video/12" or the whole address of that page; null for other texts */
export function idOfVideo(value: string): number | null {
  const digits = /^(?:(?:https?:\/\/[^/\s]+)?\/video\/)?([1-9]\d{0,8})\/?$/.exec(value.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

function textSchema({ kind, label, max, optional }: TextNode) {
  return text(label, optional ? { min: 0, max } : { max }).check(
    z.refine((value) => !DIRECTIONS.test(value) && !CONTROLS.test(value), {
      error: `${label}に使用できない文字が含まれています。`,
    }),
    z.refine((value) => kind === "area" || !value.includes("\n"), { error: `${label}に改行は使用できません。` }),
    z.refine((value) => value.match(TOKEN_OR_BRACE)?.every((found) => found.length > 1) ?? true, {
      error: `${label}の{ }の中には、${TOKENS.join("、")}のどれかを入力してください。`,
    }),
    z.refine((value) => !PLACEHOLDER.test(value), { error: `${label}に__で囲んだ大文字は使用できません。` }),
    ...(kind === "link" ? [z.overwrite(linkAddress)] : []),
    z.refine((value) => kind !== "link" || value === "" || isAddress(value), {
      error: `${label}は、https://か/で始まるURL、またはメールアドレスを入力してください。`,
    }),
    z.refine((value) => kind !== "video" || idOfVideo(value) !== null, {
      error: `${label}は、動画のページのURLか番号で入力してください。`,
    }),
    z.meta({ examples: [kind === "link" ? "/trial" : kind === "video" ? "/video/1" : label] }),
  );
}

export function schemaOf<const N extends FormNode>(node: N): z.ZodMiniType<ValueOf<N>> {
  return anySchemaOf(node) as z.ZodMiniType<ValueOf<N>>;
}

function anySchemaOf(node: FormNode): z.ZodMiniType {
  if (node.kind === "group") {
    const fields = Object.entries(node.fields).map(([name, field]) => [name, anySchemaOf(field)]);
    return z.object(Object.fromEntries(fields) as Record<string, z.ZodMiniType>);
  }
  if (node.kind === "picture")
    return z
      .string({ error: "画像を選択してください。" })
      .check(z.regex(/^([\da-f]{32})?$/, { error: "画像を選択し直してください。" }), z.meta({ examples: [""] }));
  if (node.kind !== "list") return textSchema(node);
  const { label, min, max, item } = node;
  return z
    .array(anySchemaOf(item))
    .check(
      z.minLength(min, { error: `${label}は${min}件以上必要です。` }),
      z.maxLength(max, { error: `${label}は${max}件までです。` }),
    );
}

/** @returns a new entry of a list */
export function emptyOf(node: FormNode): unknown {
  if (node.kind === "list") return Array.from({ length: node.min }, () => emptyOf(node.item));
  if (node.kind !== "group") return "";
  return Object.fromEntries(Object.entries(node.fields).map(([name, field]) => [name, emptyOf(field)]));
}
