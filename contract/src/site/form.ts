import * as z from "zod/mini";
import { call } from "../route.ts";
import { contrastOf, OWN_COLOURS, TEXT_CONTRAST } from "./colours.ts";
import { linkAddress } from "./link-address.ts";
import { Email, Instant, name, text } from "../text.ts";
import { conflictWith, Revision } from "../staff/conflict.ts";
import { THUMBNAIL_MAX_BYTES, uploadedFile } from "../staff/upload.ts";

export const SITE_TEXT_MAX = { site_name: 40, sender_name: 40, owner_name: 100, owner_address: 200, mail_footer: 500 };
/** Of each text on a certificate. */
export const CERTIFICATE_TEXT_MAX = 100;
const ADDRESS_MAX = 2000;

/** An empty field leaves the value to the environment. */
const optionalText = (label: string, max: number) => z.nullable(text(label, { max }));

/** Names stand in subjects and titles. */
const optionalLine = (label: string, max: number) =>
  z.nullable(
    text(label, { max }).check(
      z.refine((value) => !/[\r\n]/.test(value), { error: `${label}に改行は使用できません。` }),
    ),
  );

/** Addresses on lines of their own. */
export const addressesIn = (lines: string | null): string[] =>
  (lines ?? "").split("\n").flatMap((line) => line.trim() || []);

const ALERT_ADDRESSES_MAX = 5;

const alertAddresses = z.nullable(
  text("お知らせの宛先", { max: 1_300 }).check(
    z.refine((value) => addressesIn(value).every((each) => Email.safeParse(each).success), {
      error: "お知らせの宛先は、メールアドレスを1行に1つずつ入力してください。",
    }),
    z.refine((value) => addressesIn(value).length <= ALERT_ADDRESSES_MAX, {
      error: `お知らせの宛先は${ALERT_ADDRESSES_MAX}件までです。`,
    }),
    z.meta({ examples: ["owner@example.com"] }),
  ),
);

/** Players of one member at the same time. */
export const PLAYER_LIMITS = ["off", "1", "2", "3", "4", "5", "6"] as const;

/** Hours in Japan. */
export const DIGEST_HOURS = ["5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** A page, or a mailbox with or without "mailto:". Links of the site lead there, so no script may hide in it. */
const address = (label: string) =>
  z.nullable(
    z.pipe(
      z.pipe(text(label, { max: ADDRESS_MAX }), z.transform(linkAddress)),
      z.url({
        protocol: /^(https|mailto)$/,
        error: `${label}は、https://で始まるURLか、メールアドレスを入力してください。`,
      }),
    ),
  );

const colour = (kind: "primary" | "signal", label: string, on: string) =>
  z.nullable(
    z.string({ error: `${label}を選択してください。` }).check(
      z.regex(/^#[\da-f]{6}$/, { error: `${label}は、#1f4478のように入力してください。` }),
      z.refine((value) => !/^#[\da-f]{6}$/.test(value) || contrastOf(kind, value) >= TEXT_CONTRAST, {
        error: `この${label}では、${on}が読みにくくなります。明るさの差（コントラスト比）が4.5以上の色を選択してください。`,
      }),
      z.meta({ examples: [OWN_COLOURS[kind]] }),
    ),
  );

/** Yen. */
const gigabytePrice = (label: string) =>
  z.nullable(
    z.pipe(
      name(label, { max: 10 }),
      z.string().check(z.regex(/^\d{1,6}(\.\d{1,3})?$/, { error: `${label}は、3.5のように数字で入力してください。` })),
    ),
  );

/** A picture that `addPicture` stored. Its id derives from its content. */
const PictureId = z
  .string({ error: "画像を選択してください。" })
  .check(z.regex(/^[\da-f]{32}$/, { error: "画像を選択し直してください。" }), z.meta({ examples: ["0".repeat(32)] }));

/** The operator's settings of the site. Null: as the environment says, or the product's own. */
export const SiteForm = z.object({
  site_name: optionalLine("サイト名", SITE_TEXT_MAX.site_name),
  contact_url: address("お問い合わせ先"),
  faq_url: address("よくある質問のURL"),
  sender_name: optionalLine("差出人名", SITE_TEXT_MAX.sender_name),
  owner_name: optionalLine("送信者の名称", SITE_TEXT_MAX.owner_name),
  owner_address: optionalLine("送信者の住所", SITE_TEXT_MAX.owner_address),
  mail_footer: optionalText("メールの署名", SITE_TEXT_MAX.mail_footer),
  primary_colour: colour("primary", "メインカラー", "リンクやボタンの文字"),
  signal_colour: colour("signal", "アクセントカラー", "上に重ねる文字"),
  /** One picture from which all sizes are made. */
  icon: z.nullable(PictureId),
  share_picture: z.nullable(PictureId),
  first_landing: z.enum(["/landing", "/freelanding"], { error: "最初のページを選択してください。" }),
  /** `exempt`: the seller is a 免税事業者, so no text names consumption tax, and new sales have none. */
  consumption_tax: z.enum(["taxed", "exempt"], { error: "消費税を選択してください。" }),
  /** Whether the yearly plan can also be paid at a convenience store or by bank transfer. */
  invoice_orders: z.enum(["off", "on"], { error: "コンビニ払い・銀行振込の受け付けを選択してください。" }),
  players_at_once: z.enum(PLAYER_LIMITS, { error: "同時に再生できる台数を選択してください。" }),
  /** The addresses that hear of trouble (decisions/089), one a line; null: nobody hears. */
  alert_addresses: alertAddresses,
  digest_hour: z.enum(DIGEST_HOURS, { error: "今日の確認事項の時刻を選択してください。" }),
  /** Whether sign-ups and cancellations of yesterday cause the mail of the morning, too. */
  digest_of_members: z.enum(["off", "on"], { error: "会員登録と解約のお知らせを選択してください。" }),
  /** Whether members may ask about videos. */
  questions: z.enum(["on", "off"], { error: "質問の受け付けを選択してください。" }),
  /** Whether new questions are mailed to `alert_addresses`, once an hour at most. */
  question_mails: z.enum(["on", "off"], { error: "質問のお知らせを選択してください。" }),
  /** Whether members who finished a course may issue a certificate. Those that were issued stay. */
  certificates: z.enum(["on", "off"], { error: "修了証の発行を選択してください。" }),
  certificate_title: text("修了証の見出し", { max: CERTIFICATE_TEXT_MAX }),
  certificate_text: text("修了証の本文", { max: CERTIFICATE_TEXT_MAX }),
  certificate_signature: optionalText("修了証の発行者", CERTIFICATE_TEXT_MAX),
  /** Whether the dashboard lists what a new site still lacks. */
  opening_list: z.enum(["on", "off"], { error: "はじめの準備の表示を選択してください。" }),
  /** Whether an uploaded film stays after it was prepared in several qualities. */
  film_originals: z.enum(["keep", "drop"], { error: "元の動画ファイルの扱いを選択してください。" }),
  /** Whether the member's number is to be seen over an uploaded film. */
  film_mark: z.enum(["off", "on"], { error: "動画に重ねる会員番号の表示を選択してください。" }),
  /** Of a gigabyte that is stored for a month, and of one that is delivered. */
  film_storage_price: gigabytePrice("保存の料金"),
  film_delivery_price: gigabytePrice("配信の料金"),
});
export type SiteForm = z.infer<typeof SiteForm>;

export const NO_SITE_FORM: SiteForm = {
  site_name: null,
  contact_url: null,
  faq_url: null,
  sender_name: null,
  owner_name: null,
  owner_address: null,
  mail_footer: null,
  primary_colour: null,
  signal_colour: null,
  icon: null,
  share_picture: null,
  first_landing: "/landing",
  consumption_tax: "taxed",
  invoice_orders: "off",
  players_at_once: "3",
  alert_addresses: null,
  digest_hour: "7",
  digest_of_members: "off",
  questions: "on",
  question_mails: "on",
  certificates: "on",
  certificate_title: "修了証",
  certificate_text: "上記の方が次のコースのすべてのレッスンを修了されたことを、ここに証します。",
  certificate_signature: null,
  opening_list: "on",
  film_originals: "keep",
  film_mark: "off",
  film_storage_price: null,
  film_delivery_price: null,
};

/** `revision` 0: nothing was stored yet. */
const StoredSite = z.extend(SiteForm, { revision: z.int(), changed_at: z.nullable(Instant) });
export type StoredSite = z.infer<typeof StoredSite>;

const SiteScreen = z.object({
  current: StoredSite,
  /** The values that hold while a field is null. */
  defaults: SiteForm,
  /** The versions before, the newest first. */
  earlier: z.array(StoredSite),
});
export type SiteScreen = z.infer<typeof SiteScreen>;

const SitePicture = z.object({
  id: PictureId,
  /** A `data:` address of the picture as it is served. */
  address: z.string(),
  /** An icon as phones cut it out of a larger area; null: a picture of another kind. */
  maskable: z.nullable(z.string()),
});
export type SitePicture = z.infer<typeof SitePicture>;

const SitePictureKind = z.enum(["icon", "share_picture", "hero_picture", "teacher_picture"], {
  error: "画像の種類を選択してください。",
});
export type SitePictureKind = z.infer<typeof SitePictureKind>;

export const adminSite = {
  /** A multipart form. The picture is shown to nobody until the settings name it; without that it stays for a day. */
  addPicture: call("Store a picture for the site's settings", {
    body: z.object({ kind: SitePictureKind, picture: uploadedFile("画像ファイルを選択してください。") }),
    response: { 200: SitePicture },
    upload: { fileSize: THUMBNAIL_MAX_BYTES },
  }),
  picture: call("Read a stored picture of the site", {
    params: z.object({ id: PictureId }),
    response: { 200: SitePicture },
  }),
  read: call("Read the site's settings and their earlier versions", { response: { 200: SiteScreen } }),
  /** Earlier settings are put back by saving them again. */
  update: call("Save the site's settings", {
    body: z.extend(SiteForm, { revision: Revision }),
    response: { 200: SiteScreen, 409: conflictWith(StoredSite) },
  }),
};
