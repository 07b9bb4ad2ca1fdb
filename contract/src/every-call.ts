import {
  accountSecurity,
  billingDocuments,
  contract,
  learning,
  memberAgreements,
  memberMails,
  payments,
  notebook,
  staff,
  visitors,
} from "./index.ts";
import type { Route } from "./route.ts";

/** Every call of the API under a name such as "favorites.toggle", for rules about all calls. */
export const everyCall: { name: string; route: Route }[] = [
  contract,
  payments,
  memberMails,
  memberAgreements,
  notebook,
  learning,
  visitors,
  accountSecurity,
  billingDocuments,
  staff,
].flatMap((group) =>
  Object.entries<Record<string, Route>>(group).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([call, route]) => ({ name: `${feature}.${call}`, route })),
  ),
);
