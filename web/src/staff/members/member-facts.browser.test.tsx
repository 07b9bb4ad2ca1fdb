import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubscriptionBlock } from "../../accounts/profile/subscription-block.tsx";
import type { Profile } from "../../api/answers.ts";
import { queryClient } from "../../api/query-client.ts";
import { MemberFacts } from "./member-facts.tsx";

const MEMBER: MemberDetail = {
  id: 6,
  username: "太郎",
  email: "taro@example.com",
  subscription_status: "active",
  subscription_plan: "monthly",
  subscription_end_date: "2027-01-31T15:00:00.000Z",
  cancel_at_period_end: false,
  access_granted_until: null,
  can_watch: true,
  viewing: "",
  email_verified_at: null,
  is_staff: false,
  is_superuser: false,
  created_at: "2026-01-01T00:00:00.000Z",
  suspended_at: null,
  questions_blocked_at: null,
  closed_at: null,
  sessions: [],
  payment: null,
  provider: { customer_url: null, subscription_url: null },
  watched_count: 0,
  last_watched_at: null,
} as unknown as MemberDetail;

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  // The other requests of the member's screen do not matter here.
  vi.spyOn(window, "fetch").mockReturnValue(new Promise(() => {}));
  position = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  root.unmount();
  position.remove();
  queryClient.clear();
  vi.restoreAllMocks();
});

function factsOf(screen: ReactNode): Record<string, string> {
  root = createRoot(position);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{screen}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  const names = [...position.querySelectorAll("dt")];
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? ""]));
}

test.each([
  ["renews", {}, "次回の更新日", "次回の更新日", "2027年2月1日"],
  ["ends", { cancel_at_period_end: true }, "契約終了日", "契約の終了日", "2027年1月31日"],
  ["has ended", { subscription_status: "canceled" }, "契約終了日", "契約の終了日", "2027年1月31日"],
  [
    "is complimentary",
    { subscription_plan: "none", cancel_at_period_end: true },
    "視聴期限",
    "契約の終了日",
    "2027年1月31日",
  ],
] as const)(
  "access that %s at midnight has the same day for the member and for staff",
  (_how, given, own, theirs, day) => {
    const member = { ...MEMBER, ...given };
    expect(factsOf(<MemberFacts member={member} />)).toMatchObject({ [theirs]: day });
    root.unmount();
    expect(factsOf(<SubscriptionBlock profile={member as unknown as Profile} />)).toMatchObject({ [own]: day });
  },
);

test("staff read the last day of granted access, as they typed it", () => {
  const member = { ...MEMBER, access_granted_until: "2027-02-28T15:00:00.000Z" };
  expect(factsOf(<MemberFacts member={member} />)).toMatchObject({ 付与した視聴権の期限: "2027年2月28日" });
});
