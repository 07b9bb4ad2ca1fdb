import { accountSecurity } from "./accounts/account-security.ts";
import { contract } from "./index.ts";
import type { Route } from "./route.ts";
import { staff } from "./staff/staff.ts";

/** Every call of the API, members' and staff's, under a name such as "favorites.toggle": for what holds for all. */
export const everyCall: { name: string; route: Route }[] = [contract, accountSecurity, staff].flatMap(
  (part) =>
    Object.entries<Record<string, Route>>(part).flatMap(([feature, routes]) =>
      Object.entries(routes).map(([call, route]) => ({ name: `${feature}.${call}`, route })),
    ),
);
