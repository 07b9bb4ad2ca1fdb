import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PRIVACY_DRAFT } from "../staff/site/legal/drafts/privacy.ts";
import { personalData } from "./register.ts";

interface Words {
  /** In the draft of the privacy policy. */
  draft: readonly string[];
  /** In the dialog of 退会. Null: see `stays`. */
  dialog: readonly string[] | null;
  /** Why the dialog does not say that the rows are deleted. */
  stays?: string;
}

const MAILS = ["メール配信に関する設定", "お送りしたメール"];
const LOGIN = ["ログインの日時", "ログイン状態を保つための識別子"];
const PAYMENT = ["ご契約のプラン"];
const SECRET = "a code or a link that ends within a day, or belongs to the login that the dialog names";

/** Each entry of the register in the words of a member. An entry without a line fails the test. */
const WORDS: Record<string, Words> = {
  users: { draft: ["ユーザー名", "メールアドレス", "パスワード"], dialog: ["プロフィール"] },
  trials: {
    draft: ["無料体験を利用したことの記録", "退会後も"],
    dialog: ["無料体験を利用したことの記録は、退会後も残ります"],
  },
  favorites: { draft: ["お気に入り"], dialog: ["お気に入り"] },
  watch_later: { draft: ["後で見る"], dialog: ["後で見る"] },
  watch_history: { draft: ["視聴履歴", "再生位置"], dialog: ["視聴履歴"] },
  lesson_marks: { draft: ["視聴を終えたレッスン"], dialog: ["レッスンの完了の記録"] },
  notes: { draft: ["メモとやってみた記録"], dialog: ["メモとやってみた記録"] },
  questions: { draft: ["動画についての質問"], dialog: ["質問"] },
  question_marks: { draft: ["動画についての質問"], dialog: ["質問"] },
  certificates: { draft: ["修了証（ご希望のお名前"], dialog: ["修了証"] },
  learned_days: { draft: ["学んだ日と時間"], dialog: ["学んだ日と時間"] },
  players: { draft: ["再生した端末とネットワーク"], dialog: ["再生した端末の記録"] },
  shared_hours: { draft: ["再生した端末とネットワーク"], dialog: ["再生した端末の記録"] },
  notice_reads: { draft: ["お知らせの既読"], dialog: ["お知らせの既読"] },
  sessions: { draft: [...LOGIN, "IPアドレス", "端末の種類"], dialog: ["ログイン"] },
  login_identities: { draft: ["ほかのサービスのアカウントによるログイン"], dialog: ["ログイン"] },
  known_devices: { draft: LOGIN, dialog: ["ログイン"] },
  second_factors: { draft: ["2段階認証"], dialog: ["2段階認証"] },
  recovery_codes: { draft: ["2段階認証"], dialog: ["2段階認証"] },
  mail_outbox: { draft: MAILS, dialog: ["お送りしたメールの記録"] },
  mailing_recipients: { draft: MAILS, dialog: ["お送りしたメールの記録"] },
  billing_letters: { draft: MAILS, dialog: ["お送りしたメールの記録"] },
  price_moves: { draft: MAILS, dialog: ["お送りしたメールの記録"] },
  mail_preferences: { draft: MAILS, dialog: ["メール配信の設定"] },
  agreements: { draft: ["同意した日時と版"], dialog: ["規約への同意の記録"] },
  subscriptions: { draft: PAYMENT, dialog: ["ご契約"] },
  checkout_attempts: { draft: ["お支払いの結果"], dialog: ["ご契約"] },
  gifts: {
    draft: ["ギフトの購入と利用"],
    dialog: null,
    stays: "it belongs to the holder of its code, without its giver",
  },
  plan_changes: { draft: PAYMENT, dialog: ["ご契約"] },
  member_counts: { draft: ["お気に入り"], dialog: ["お気に入り"] },
  recommendations: { draft: ["視聴履歴"], dialog: ["視聴履歴"] },
  password_resets: { draft: LOGIN, dialog: null, stays: SECRET },
  email_verifications: { draft: LOGIN, dialog: null, stays: SECRET },
  staff_invitations: { draft: LOGIN, dialog: null, stays: SECRET },
  login_tickets: { draft: LOGIN, dialog: null, stays: SECRET },
  membership_changes: { draft: ["参照元", "utm_source"], dialog: null, stays: "a count of the day without a member" },
  stripe_customers: { draft: ["領収書の宛名", "決済サービス"], dialog: ["領収書"] },
  webhook_deliveries: {
    draft: ["ほかのサービスに会員番号を通知した記録"],
    dialog: null,
    stays: "a message to another tool names the member by number, and ends within some weeks",
  },
  api_keys: { draft: ["スタッフの記録"], dialog: null, stays: "a key of staff for another tool" },
  staff_alerts: { draft: ["スタッフの記録"], dialog: null, stays: "the staff's record of payments" },
  audit_log: { draft: ["スタッフの記録"], dialog: null, stays: "the staff's record of their work" },
  rate_limits: { draft: ["試行の回数"], dialog: null, stays: "a count that ends within a day" },
};

const GIFT = "ギフトなどで視聴できる期間";
const PROFILE = "プロフィール";
const CONTRACT = "ご契約";
const STAFF = "a right or a restriction that staff gave, which a closed account cannot use";
/** Names what the dialog says of each column of `users` that closing clears, or why it says nothing. */
const CLEARED: Record<string, { dialog: string } | { silent: string }> = {
  username: { dialog: PROFILE },
  email: { dialog: PROFILE },
  email_verified_at: { dialog: PROFILE },
  password_hash: { dialog: "ログイン" },
  subscription_plan: { dialog: CONTRACT },
  subscription_status: { dialog: CONTRACT },
  subscription_end_date: { dialog: CONTRACT },
  cancel_at_period_end: { dialog: CONTRACT },
  access_granted_until: { dialog: GIFT },
  is_staff: { silent: STAFF },
  is_superuser: { silent: STAFF },
  may_see_members: { silent: STAFF },
  may_see_money: { silent: STAFF },
  must_have_second_factor: { silent: STAFF },
  suspended_at: { silent: STAFF },
  questions_blocked_at: { silent: STAFF },
  closed_at: { silent: "the closing itself" },
};

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

test("the draft of the privacy policy and the dialog of 退会 name everything that the register holds", async () => {
  const remedy = "Add the table to WORDS: what the draft and the dialog call its rows.";
  expect(Object.keys(WORDS).toSorted(), remedy).toEqual(Object.keys(personalData).toSorted());
  const dialog = await read("web/src/accounts/profile/leave-dialog.tsx");
  const missing = Object.entries(WORDS).flatMap(([table, words]) => [
    ...words.draft.filter((text) => !PRIVACY_DRAFT.collected.includes(text)).map((text) => `draft, ${table}: ${text}`),
    ...(words.dialog ?? []).filter((text) => !dialog.includes(text)).map((text) => `dialog, ${table}: ${text}`),
  ]);
  const files =
    "server/src/staff/site/legal/drafts/privacy.ts (draft), web/src/accounts/profile/leave-dialog.tsx (dialog)";
  expect(missing, `Say it in ${files}.`).toEqual([]);
});

test("the dialog names each column of the account that closing clears", async () => {
  const source = await read("server/src/accounts/login/accounts.ts");
  const [, set = ""] = /anonymize = command[^`]*`\s*update users\s+set ([^`]*?)\s+where/.exec(source) ?? [];
  const cleared = [...set.matchAll(/(\w+) = /g)].flatMap(([, column]) => column ?? []);
  expect(cleared.toSorted()).toEqual(Object.keys(CLEARED).toSorted());
  const dialog = await read("web/src/accounts/profile/leave-dialog.tsx");
  const words = Object.values(CLEARED).flatMap((said) => ("dialog" in said ? said.dialog : []));
  expect(words.filter((word) => !dialog.includes(word))).toEqual([]);
});

test("the dialog says of nothing that it is deleted although the register keeps it", () => {
  const staying = Object.entries(WORDS).filter(([, { dialog }]) => dialog === null);
  expect(staying.filter(([, { stays }]) => !stays)).toEqual([]);
  // The texts must say of an address that it stays for good.
  const forGood = Object.entries(personalData).filter(
    ([, { onClose }]) => onClose !== "delete" && onClose.leaves.includes("mailbox"),
  );
  expect(forGood.map(([table]) => table)).toEqual(["trials"]);
  expect(PRIVACY_DRAFT.security).toContain("退会後も保存するものを除きます");
});
