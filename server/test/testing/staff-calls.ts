import type { Route } from "@manabiya/contract";
import { createUser } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type User = Parameters<typeof createUser>[2];

/** Calls by a route of the contract, its path parameters and its body. */
export function staffCalls(t: TestApp) {
  async function as(given: User) {
    const user = await createUser(t.db, t.clock, { subscription_status: "inactive", ...given });
    const headers = await t.as(user.id);
    const call = (route: Route, params: Record<string, string | number> = {}, payload?: object) =>
      t.app.inject({
        method: route.method,
        url: route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
        headers,
        ...(payload && { payload }),
      });
    const get = (url: string) => t.app.inject({ url, headers });
    return { user, headers, call, get };
  }
  return {
    member: (given: User = {}) => as({ subscription_status: "active", ...given }),
    staff: () => as({ is_staff: true }),
    withRights: (rights: Pick<User & object, "may_see_members" | "may_see_money">) => as({ is_staff: true, ...rights }),
    superuser: () => as({ is_superuser: true }),
  };
}
