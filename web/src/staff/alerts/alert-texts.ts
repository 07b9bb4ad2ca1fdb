const TITLES: Record<string, string> = {
  credit_to_refund: "退会した会員の残高の返金",
  dispute: "支払いへの異議申し立て",
  dispute_closed: "異議申し立ての終了",
  early_fraud_warning: "不正利用の疑いがある支払い",
  failed_refund: "カードに届かなかった返金",
  duplicate_subscription: "契約の重複",
  customer_deleted: "Stripeで削除された顧客",
  given_up_bill: "支払われないままの請求",
  other_items: "解約と同時に終了する項目",
  unknown_payment: "会員に結び付いていない支払い",
  unknown_product: "このサイトのものか分からない商品",
  unknown_subscription: "状態の分からない契約",
};

export function alertTitle(kind: string): string {
  return TITLES[kind] ?? "確認が必要な請求・契約";
}
