import { RIGHT_LABELS } from "@manabiya/contract/rules/staff-rights.ts";

interface Rights {
  is_superuser?: boolean;
  may_see_members: boolean;
  may_see_money: boolean;
}

/** Such as 「コンテンツ・会員」. */
export function rightsText({ is_superuser = false, may_see_members, may_see_money }: Rights): string {
  if (is_superuser) return `${RIGHT_LABELS.superuser}（すべての権限）`;
  return [
    RIGHT_LABELS.staff,
    may_see_members && RIGHT_LABELS["staff.members"],
    may_see_money && RIGHT_LABELS["staff.money"],
  ]
    .filter((text) => text !== false)
    .join("・");
}
