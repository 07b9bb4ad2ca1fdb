const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  jcb: "JCB",
  amex: "American Express",
  diners: "Diners Club",
};

export interface Card {
  brand: string;
  last4: string;
}

/** A card as members know it, such as "Visa 末尾4242". */
export function cardName({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? "カード"} 末尾${last4}`;
}
