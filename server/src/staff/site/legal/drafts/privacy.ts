import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import type { PrivacyForm, Transmission } from "@manabiya/contract/legal/forms.ts";
import { type Cloud, cloudOf } from "@manabiya/contract/rules/host-video.ts";
import type { LoginProvider } from "../../../../config/login-providers.ts";

const DEVICE = "IPアドレス、ブラウザーと端末の種類、閲覧中のページのURL、";

/** Destinations to which this product makes a device send information. A test compares the hosts with those that the pages may contact. */
const TRANSMISSIONS: readonly Transmission[] = [
  {
    recipient: "Google LLC（YouTubeの動画プレーヤー：www.youtube-nocookie.com）",
    information: `${DEVICE}動画の再生状況、同社が端末に保存する識別子（再生を開始した場合）`,
    purpose: "動画の再生。同社のプライバシーポリシー（https://policies.google.com/privacy）に従った利用",
  },
  {
    recipient: "Google LLC（YouTubeの動画の画像：i.ytimg.com）",
    information: "IPアドレス、ブラウザーと端末の種類、当サイトのドメイン名、表示する画像のURL",
    purpose:
      "動画のサムネイル画像の表示。同社のプライバシーポリシー（https://policies.google.com/privacy）に従った利用",
  },
  {
    recipient: "Vimeo.com, Inc.（Vimeoの動画プレーヤー：player.vimeo.com）",
    information: `${DEVICE}動画の再生状況`,
    purpose:
      "動画の再生（行動の追跡を行わない設定で利用しています）。同社のプライバシーポリシー（https://vimeo.com/privacy）に従った利用",
  },
  {
    recipient: "Stripe, Inc.（お支払いページ：checkout.stripe.com、お支払い方法の管理：billing.stripe.com）",
    information: `${DEVICE}メールアドレス、カード番号など入力された決済情報、同社が端末に保存する識別子（お支払いページへ移動した場合）`,
    purpose: "料金の決済、不正利用の防止。同社のプライバシーポリシー（https://stripe.com/jp/privacy）に従った利用",
  },
];

type Company = [name: string, policy: string];
const CLOUDS: Record<Cloud["name"], Company> = {
  cloudflare: ["Cloudflare, Inc.", "https://www.cloudflare.com/ja-jp/privacypolicy/"],
  bunny: ["BunnyWay d.o.o.", "https://bunny.net/privacy/"],
  mux: ["Mux, Inc.", "https://www.mux.com/privacy"],
  vimeo: ["Vimeo.com, Inc.", "https://vimeo.com/privacy"],
};
const COMPANIES: Partial<Record<ProviderKey, Company>> = {
  google: ["Google LLC", "https://policies.google.com/privacy"],
  line: ["LINEヤフー株式会社", "https://www.lycorp.co.jp/ja/company/privacypolicy/"],
  apple: ["Apple Inc.", "https://www.apple.com/jp/legal/privacy/"],
};

/** @param films an address of a playlist at each machine of a cloud @returns the destinations that this installation adds */
export function transmissionsOf(films: readonly string[], providers: readonly LoginProvider[]): Transmission[] {
  const clouds = films
    .flatMap((film) => cloudOf(film) ?? [])
    .map(({ name, sources }): Transmission => {
      const [company, policy] = CLOUDS[name];
      return {
        recipient: `${company}（動画の配信：${sources.join("、").replaceAll("https://", "")}）`,
        information: "IPアドレス、ブラウザーと端末の種類、当サイトのドメイン名、再生する動画のURL",
        purpose: `動画の再生。同社のプライバシーポリシー（${policy}）に従った利用`,
      };
    });
  const logins = providers.map(({ key, name, issuer }): Transmission => {
    const [company, policy] = COMPANIES[key] ?? [name, issuer];
    return {
      recipient: `${company}（ログインのページ：${new URL(issuer).host}）`,
      information: `${DEVICE}同社が端末に保存する識別子（ログインのページへ移動した場合）`,
      purpose: `ご本人の確認。同社のプライバシーポリシー（${policy}）に従った利用`,
    };
  });
  return [...clouds, ...logins];
}

/** The items of 個人情報保護法32条 and 電気通信事業法27条の12 for the data that this product stores. */
export const PRIVACY_DRAFT: PrivacyForm = {
  operator: "",
  operator_address: "",
  representative: "",
  collected: `・ユーザー名、メールアドレス、パスワード（復元できない形で保存します）
・視聴履歴、再生位置、視聴を終えたレッスン、学んだ日と時間、再生した端末とネットワーク、お気に入り、後で見る、お知らせの既読
・動画についてのメモとやってみた記録、修了証（ご希望のお名前、コース、修了日）
・動画についての質問（添付された画像を含みます）と、質問への「私も知りたい」・報告
・会員登録のときの参照元（直前に見ていたサイトの名前、URLに付いた流入元の目印「utm_source」）
・ご契約のプラン、契約の期間、お支払いの結果、ギフトの購入と利用（カード番号は決済サービスが管理し、当サイトは保存しません）
・領収書の宛名（ご登録された場合。決済サービスが保存します）
・無料体験を利用したことの記録（重複を確認するため、退会後もメールアドレスを保存します）
・ログインの日時と試行の回数、IPアドレス、ブラウザーと端末の種類、ログイン状態を保つための識別子（Cookieなど）
・2段階認証の設定、ほかのサービスのアカウントによるログインの設定（ご利用の場合）、メール配信に関する設定
・規約とプライバシーポリシーに同意した日時と版
・お送りしたメールの宛先、件名、日時
・ほかのサービスに会員番号を通知した記録（通知を利用している場合。会員登録の通知には、メールアドレスを含みます）
・お支払いの確認など、お手続きについてのスタッフの記録
・お問い合わせの内容`,
  purposes: `・本サービスの提供、本人の確認、ログイン状態の維持
・料金の請求、領収書の発行
・視聴の続きや履歴の表示、動画のご案内
・お知らせ、規約の変更など重要な事項のご連絡、お問い合わせへの対応
・サービスのご案内のメールの送信（いつでも停止できます）
・不正利用の防止、障害への対応
・利用状況の集計とサービスの改善（個人を識別できない形で行います）`,
  third_parties: `次の場合を除き、ご本人の同意なく個人データを第三者に提供しません。
・法令に基づく場合
・人の生命、身体または財産の保護のために必要で、ご本人の同意を得ることが困難な場合
・合併などにより事業が承継される場合
・ご本人の操作により、質問とお名前をほかの会員に、または修了証をそのリンクを知る方に表示する場合`,
  processors: `利用目的の達成に必要な範囲で、次の業務を外部の事業者に委託し、適切に監督します。
・料金の決済：Stripe, Inc.（アメリカ合衆国）およびその関連会社
・サーバーの運用、メールの配信：（利用している事業者の名称と、データを保存する国を記入してください）
・会員登録やご契約の通知の受け取り：（通知を利用している場合は、事業者の名称と、データを保存する国を記入してください。ない場合は、この行を削除してください）
外国にある事業者に委託する場合は、その国の個人情報保護の制度を確認し、事業者が講じる措置を定期的に確認します。`,
  security: `・通信の暗号化、パスワードの復元できない形での保存
・個人データにアクセスできる担当者の限定、操作の記録、2段階認証
・定期的なバックアップと復元の確認
・担当者への教育、委託先の監督
・保存期間を過ぎたデータの自動削除（無料体験を利用したことの記録、投稿者の名前を削除した質問など、退会後も保存するものを除きます）`,
  desk: `ご本人からの個人データの利用目的の通知、開示、訂正、追加、削除、利用の停止、第三者への提供の停止のご請求、苦情およびご相談は、次の窓口で承ります。
窓口：（担当の名称、メールアドレスまたは電話番号を記入してください）
手続き：ご本人であることを、登録されたメールアドレスなどで確認したうえで、遅滞なく対応します。
手数料：無料
登録内容の確認と変更はプロフィールの画面で、データのダウンロードと退会は、そこから開く設定の画面で、いつでも行えます。`,
  transmissions: [...TRANSMISSIONS],
  extra: "",
};
