import type { CommerceForm } from "@manabiya/contract/legal/forms.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";

/** The items of 特定商取引法11条 for a service that renews itself, as this product sells it. The operator fills in the empty fields. */
export const COMMERCE_DRAFT: CommerceForm = {
  seller: "",
  manager: "",
  disclosure: "shown",
  address: "",
  phone: "",
  hours: "平日10:00〜17:00",
  email: "",
  price: `月額プラン：{月額プランの料金}（税込）／1か月
年額プラン：{年額プランの料金}（税込）／1年
お申し込みの前に、最終確認画面でお支払い金額を表示します。`,
  other_costs: "インターネット接続にかかる通信料は、お客様のご負担となります。",
  payment: `クレジットカードによるお支払い
初回はお申し込みの時、2回目以降は契約の更新日に、決済サービスを通じて請求します。ギフトはお申し込みの時に1回だけ請求し、自動更新はありません。`,
  delivery:
    "お支払いのお手続きが完了した後、すぐに視聴できます。ギフトコードは、お支払いのお手続きが完了した後、すぐにお渡しします。有効期限は、お支払いの日を含めて180日間です。",
  renewal: `契約期間は、月額プランは1か月、年額プランは1年です。期間の定めのない継続契約であり、解約のお手続きをされるまで、同じ期間ごとに自動で更新されます。
解約は、ログイン後のプロフィールの「解約する」から、次回の更新日の前日までいつでもお手続きいただけます。解約のお手続き後も、支払い済みの期間の終わりまで視聴できます。
無料体験は登録から${TRIAL_DAYS}日間です。期間が終わっても自動で有料の契約には移行せず、料金は発生しません。`,
  returns: `デジタルコンテンツの性質上、お支払い後のお客様のご都合による返品・返金は行っていません。契約期間の途中で解約された場合も、残りの期間分の返金はありません。
プランの変更で生じた残高は、次回以降の請求に充当し、お申し出があれば払い戻します。
当サイトの責任でサービスを提供できなかった場合は、個別に対応しますので、お問い合わせください。`,
  environment: `インターネットに接続できるパソコン、スマートフォン、タブレット
最新版のGoogle Chrome、Microsoft Edge、Firefox、Safari（Safari 17.5、Chrome 123、Firefox 125以降）`,
  conditions: "",
};
