/** An operator that nobody takes for a real one, for the legal pages. */
export const operator = {
  name: "見本の事業者（デモ）",
  manager: "見本 太郎",
  address: "見本県見本市見本町0-0-0（実在しない住所です）",
  phone: "00-0000-0000",
  email: "contact@example.jp",
  host: "見本のクラウド（日本）",
  conditions: "このページはデモの見本です。実際の販売は行っていません。",
};
