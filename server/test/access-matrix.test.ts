import type { Access } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import { describe, expect, test } from "vitest";
import { hashToken, newToken } from "../src/crypto/token.ts";
import { insertRow } from "../src/db/insert-rows.ts";
import { useBillingApp } from "./testing/billing-app.ts";
import { createPlaylist, createUser, createVideo } from "./testing/factories.ts";

const calls = everyCall.map(({ name, route }) => ({ call: name, route }));

type User = Parameters<typeof createUser>[2];

/** Every kind of caller and the accesses it has, written out instead of computed. */
const ROLES: Record<string, { user: ((day: (days: number) => string) => User) | null; may: Access[] }> = {
  visitor: { user: null, may: ["public"] },
  inactive: { user: () => ({ subscription_status: "inactive" }), may: ["public", "member"] },
  "trial of 6.99 days": {
    user: (day) => ({ subscription_status: "trial", created_at: day(6.99) }),
    may: ["public", "member", "subscriber"],
  },
  "trial of 7.00 days": {
    user: (day) => ({ subscription_status: "trial", created_at: day(7) }),
    may: ["public", "member"],
  },
  active: { user: () => ({ subscription_status: "active" }), may: ["public", "member", "subscriber"] },
  "active until now": {
    user: (day) => ({ cancel_at_period_end: true, subscription_end_date: day(0) }),
    may: ["public", "member"],
  },
  canceled: { user: () => ({ subscription_status: "canceled" }), may: ["public", "member"] },
  staff: {
    user: () => ({ subscription_status: "inactive", is_staff: true }),
    may: ["public", "member", "subscriber", "staff"],
  },
  "staff who may see members": {
    user: () => ({ subscription_status: "inactive", is_staff: true, may_see_members: true }),
    may: ["public", "member", "subscriber", "staff", "staff.members"],
  },
  "staff who may see money": {
    user: () => ({ subscription_status: "inactive", is_staff: true, may_see_money: true }),
    may: ["public", "member", "subscriber", "staff", "staff.money"],
  },
  "rights that outlived their staff membership": {
    user: () => ({ subscription_status: "inactive", may_see_members: true, may_see_money: true }),
    may: ["public", "member"],
  },
  "suspended superuser with a session": {
    user: (day) => ({ is_superuser: true, is_staff: true, suspended_at: day(0) }),
    may: ["public"],
  },
  superuser: {
    user: () => ({ subscription_status: "inactive", is_superuser: true }),
    may: ["public", "member", "subscriber", "staff", "staff.members", "staff.money", "superuser"],
  },
};

// Some lists are read from the card provider.
const t = useBillingApp();

/** Path parameters and the caller's header. */
async function targetFor(user: User | null) {
  const video = await createVideo(t.db, t.clock);
  const playlist = await createPlaylist(t.db, t.clock, "リスト", []);
  const caller = user && (await createUser(t.db, t.clock, user));
  return { video: video.id, playlist: playlist.id, headers: caller ? await t.as(caller.id) : {} };
}

const shared = new Map<string, Awaited<ReturnType<typeof targetFor>>>();

test.each(calls)("$call answers those who have its access, and refuses all others", async ({ call, route }) => {
  expect(t.app.hasRoute({ method: route.method, url: route.url })).toBe(true);
  for (const [role, { user, may }] of Object.entries(ROLES)) {
    const make = () => targetFor(user && user((days) => t.clock.daysAgo(days)));
    // Reads and refused calls change nothing, so they can share records.
    const mayChange = may.includes(route.config.access) && route.method !== "GET";
    const target = (mayChange ? undefined : shared.get(role)) ?? (await make());
    if (!mayChange) shared.set(role, target);
    const id = String(call.toLowerCase().startsWith("playlist") ? target.playlist : target.video);
    const response = await t.app.inject({
      method: route.method,
      url: route.url.replaceAll(/:\w+/g, id),
      headers: target.headers,
    });
    if (response.body !== "") expect(response.headers["content-type"], role).toMatch(/^[\w/-]+; charset=utf-8$/);
    const refusal = may.includes("member") ? 403 : 401;
    if (may.includes(route.config.access)) {
      expect(response.statusCode, role).toSatisfy((status) => status < 500 && status !== 401 && status !== 403);
    } else {
      expect(response.statusCode, role).toBe(refusal);
      expect(response.json(), role).toMatchObject({ error: expect.any(String), type: expect.any(String) });
    }
  }
});

describe("a key of another tool", () => {
  async function keyOf(scope: string, maker: User = { is_superuser: true }) {
    const { id } = await createUser(t.db, t.clock, { subscription_status: "inactive", ...maker });
    const key = `mk_${newToken()}`;
    const values = { user_id: id, name: "表計算", hash: hashToken(key), scope, created_at: t.clock.daysAgo(1) };
    await insertRow(t.db, "api_keys", values);
    return { authorization: `Bearer ${key}` };
  }

  async function statusOf({ route }: (typeof calls)[number], headers: object): Promise<number> {
    const { method } = route;
    const payload = route.config.key === "members" ? { payload: { reason: "月次の集計" } } : {};
    return (
      await t.app.inject({ method, url: route.url.replaceAll(/:\w+/g, "1"), headers: { ...headers }, ...payload })
    ).statusCode;
  }

  test.each(["figures", "members"] as const)("with the scope %s reads exactly its calls", async (scope) => {
    const headers = await keyOf(scope);
    const open = calls.filter(({ route }) => route.config.key === scope).map(({ call }) => call);
    const allowed = [];
    for (const each of calls) {
      if (each.route.config.access === "public") continue;
      if ((await statusOf(each, headers)) !== 401) allowed.push(each.call);
    }
    expect(allowed).toEqual(open);
    expect(open).toEqual(
      scope === "members"
        ? ["adminMemberDesk.csv"]
        : ["members", "membersCsv", "videos", "videosCsv", "video", "searches", "searchesCsv"].map(
            (name) => `figures.${name}`,
          ),
    );
  });

  test("ends with the power of its maker, and one that nobody made is nobody's", async () => {
    const figures = calls.find(({ call }) => call === "figures.members");
    if (!figures) throw new Error("there are no figures");
    expect(await statusOf(figures, await keyOf("figures"))).toBe(200);
    const at = t.clock.daysAgo(0);
    for (const maker of [
      { is_staff: true, may_see_money: true },
      { is_superuser: true, suspended_at: at },
      { is_superuser: true, closed_at: at },
    ])
      expect(await statusOf(figures, await keyOf("figures", maker))).toBe(401);
    expect(await statusOf(figures, { authorization: `Bearer mk_${newToken()}` })).toBe(401);
    expect(await statusOf(figures, { authorization: "Bearer mk_" })).toBe(401);
  });
});
