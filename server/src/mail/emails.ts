import type { SiteSettings } from "../config/config.ts";
import { composeEmail } from "./email-layout.ts";
import type { Mail } from "./outbox.ts";

const instant = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" });

/** In Japanese and Japan's time zone. @param now milliseconds since 1970 */
export function formatInstant(now: number): string {
  return instant.format(now);
}

export function passwordResetMail(
  site: SiteSettings,
  given: { recipient: string; token: string; next?: string | undefined; minutes: number },
): Mail {
  const query = String(
    new URLSearchParams({ token: given.token, ...(given.next !== undefined && { next: given.next }) }),
  );
  return composeEmail(site, { kind: "password-reset", recipient: given.recipient, title: "パスワード再設定のご案内" }, [
    `パスワードの再設定を受け付けました。${given.minutes}分以内に次のリンクを開き、新しいパスワードを設定してください。`,
    { label: "パスワードを再設定する", url: `${site.publicUrl}/reset-password?${query}` },
    "このリンクは1回だけ使えます。もう一度お手続きされた場合は、最後に届いたメールのリンクをお使いください。",
    "お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。",
  ]);
}

export function passwordChangedMail(
  site: SiteSettings,
  given: { recipient: string; now: number; endsKeys?: boolean },
): Mail {
  return composeEmail(
    site,
    { kind: "password-changed", recipient: given.recipient, title: "パスワードの変更が完了しました" },
    [
      `${instant.format(given.now)}にパスワードを変更しました。ほかの端末からはログアウトしています。`,
      ...(given.endsKeys
        ? ["作成したAPIキーは使えなくなりました。ご利用中のツールには、新しいAPIキーを設定してください。"]
        : []),
      "お心当たりのない場合は、すぐにパスワードを再設定してください。",
      { label: "パスワードを再設定する", url: `${site.publicUrl}/password-reset` },
    ],
  );
}

/** For the account's former address. It does not contain the new one. */
export function emailChangedMail(site: SiteSettings, given: { recipient: string; now: number }): Mail {
  return composeEmail(
    site,
    { kind: "email-changed", recipient: given.recipient, title: "メールアドレスの変更が完了しました" },
    [
      `${instant.format(given.now)}に、ご登録のメールアドレスを変更しました。今後のお知らせは新しいメールアドレスにお送りします。`,
      "お心当たりのない場合は、すぐにお問い合わせください。",
      { label: "お問い合わせ", url: site.contactUrl },
    ],
  );
}
