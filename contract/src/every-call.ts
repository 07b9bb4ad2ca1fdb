import {
  accountSecurity,
  billingDocuments,
  contract,
  memberAgreements,
  memberMails,
  payments,
  notebook,
  staff,
  transcripts,
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
  visitors,
  transcripts,
  accountSecurity,
  billingDocuments,
  staff,
].flatMap((group) =>
  Object.entries<Record<string, Route>>(group).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([call, route]) => ({ name: `${feature}.${call}`, route })),
  ),
);
