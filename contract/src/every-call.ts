import { contract } from "./index.ts";
import type { Route } from "./route.ts";

/** Every call of the API under a name such as "favorites.toggle", for rules about all calls. */
export const everyCall: { name: string; route: Route }[] = Object.entries<Record<string, Route>>(contract).flatMap(
  ([feature, routes]) => Object.entries(routes).map(([call, route]) => ({ name: `${feature}.${call}`, route })),
);
