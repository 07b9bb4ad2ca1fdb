import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import type { SiteSettings } from "../config/config.ts";
import { composeEmail } from "./email-layout.ts";
import { formatInstant } from "./emails.ts";
import type { Mail } from "./outbox.ts";

export function verifyEmailMail(site: SiteSettings, given: { recipient: string; token: string; days: number }): Mail {
  return composeEmail(
    site,
    { kind: "verify-email", recipient: given.recipient, title: "メールアドレスご確認のお願い" },
    [
      `${site.name}で、このメールアドレスのご登録を受け付けました。${given.days}日以内に次のリンクを開き、メールアドレスの確認を完了してください。`,
      { label: "メールアドレスを確認する", url: `${site.publicUrl}/verify-email?token=${given.token}` },
      "確認が済むまで、2段階認証は設定できません。ほかの機能はご利用いただけます。",
      "お心当たりのない場合は、このメールを破棄してください。",
    ],
  );
}

export function newDeviceMail(
  site: SiteSettings,
  given: { recipient: string; userAgent: string; address: string; now: number },
): Mail {
  return composeEmail(
    site,
    { kind: "new-device", recipient: given.recipient, title: "新しい端末からのログインがありました" },
    [
      "これまでご利用のない端末またはブラウザーから、ログインがありました。",
      `日時：${formatInstant(given.now)}\n端末：${deviceName(given.userAgent)}\nIPアドレス：${given.address}`,
      "ご本人によるログインの場合、お手続きは必要ありません。",
      "お心当たりのない場合は、すぐにパスワードを再設定してください。すべての端末からログアウトします。",
      { label: "パスワードを再設定する", url: `${site.publicUrl}/password-reset` },
    ],
  );
}

export function staffInvitationMail(
  site: SiteSettings,
  given: { recipient: string; token: string; days: number },
): Mail {
  return composeEmail(site, { kind: "staff-invitation", recipient: given.recipient, title: "スタッフへの招待" }, [
    `${site.name}の管理者から、スタッフへの招待が届いています。${given.days}日以内に次のリンクを開き、手続きを完了してください。リンクは一度だけ使えます。`,
    { label: "招待を受ける", url: `${site.publicUrl}/admin/invitation?token=${given.token}` },
    "お心当たりのない場合は、このメールを破棄してください。",
  ]);
}

/** @param given `change` such as "Googleでのログインを追加" */
export function loginMethodMail(site: SiteSettings, given: { recipient: string; change: string; now: number }): Mail {
  const title = `${given.change}しました`;
  return composeEmail(site, { kind: "login-method", recipient: given.recipient, title }, [
    `${formatInstant(given.now)}に、${title}。`,
    "お心当たりのない場合は、すぐにパスワードを再設定し、設定の「セキュリティ」でログイン方法をご確認ください。",
    { label: "パスワードを再設定する", url: `${site.publicUrl}/password-reset` },
  ]);
}

type SecondFactorChange = "on" | "off" | "reset" | "new-codes";

const CHANGES: Record<SecondFactorChange, [title: string, sentence: string]> = {
  on: ["2段階認証がオンになりました", "2段階認証がオンになりました。次回のログインから、確認コードが必要です。"],
  off: ["2段階認証がオフになりました", "2段階認証がオフになりました。今後は、パスワードだけでログインできます。"],
  reset: [
    "管理者が2段階認証を解除しました",
    "管理者がこのアカウントの2段階認証を解除し、すべての端末からログアウトしました。パスワードでログインし、2段階認証をもう一度設定してください。",
  ],
  "new-codes": [
    "リカバリーコードの再作成が完了しました",
    "2段階認証のリカバリーコードを新しく作成しました。以前のコードは使えません。",
  ],
};

export function secondFactorMail(
  site: SiteSettings,
  given: { recipient: string; change: SecondFactorChange; now: number },
): Mail {
  const [title, sentence] = CHANGES[given.change];
  return composeEmail(site, { kind: "second-factor", recipient: given.recipient, title }, [
    `${formatInstant(given.now)}に、${sentence}`,
    "お心当たりのない場合は、すぐにパスワードを再設定してください。",
    { label: "パスワードを再設定する", url: `${site.publicUrl}/password-reset` },
  ]);
}

export function recoveryCodeUsedMail(
  site: SiteSettings,
  given: { recipient: string; left: number; now: number },
): Mail {
  return composeEmail(
    site,
    { kind: "recovery-code-used", recipient: given.recipient, title: "リカバリーコードが使われました" },
    [
      `${formatInstant(given.now)}に、リカバリーコードでログインがありました。残りは${given.left}個です。`,
      { label: "新しいリカバリーコードを作る", url: `${site.publicUrl}/profile/security` },
      "お心当たりのない場合は、すぐにパスワードを再設定してください。",
    ],
  );
}

/** For an account whose password is known to a caller who guesses codes. */
export function wrongCodesMail(site: SiteSettings, given: { recipient: string; now: number }): Mail {
  return composeEmail(
    site,
    { kind: "wrong-codes", recipient: given.recipient, title: "誤った確認コードが何度も入力されました" },
    [
      `${formatInstant(given.now)}までに、正しいパスワードが入力されたあと、誤った確認コードが何度も入力されました。安全のため、しばらくの間、確認コードを受け付けません。`,
      "お心当たりのない場合は、第三者にパスワードを知られているおそれがあります。すぐにパスワードを再設定してください。",
      { label: "パスワードを再設定する", url: `${site.publicUrl}/password-reset` },
    ],
  );
}
