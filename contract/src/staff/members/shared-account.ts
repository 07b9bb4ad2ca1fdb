/**
 * When an account counts as shared: it plays on devices in so many networks at once. Four people of a household are at
 * most in four, even if each is on the way with a phone. server/src/catalogue/watching/sharing.long.test.ts lives a month of
 * ordinary members and of sharers. Staff see it for `days`, after which it is deleted.
 */
export const SHARED = { networks: 5, days: 28 };
