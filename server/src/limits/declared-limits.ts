const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The properties of a request that its sender can choose freely, such as the account of a login. */
export type Claimed = "account" | "mailbox" | "mailKind";

/**
 * The properties of a request that its sender cannot choose.
 * - `network`: see `clientNetworkOf`
 * - `site`: see `clientSiteOf`; derived from the network
 * - `device`: a browser or a session that the account's owner has used
 * - `member`: the signed-in member
 * - `flow`: a login by a provider, which its sealed cookie names
 */
export type Proven = "network" | "site" | "device" | "member" | "flow";

/** At most `max` requests in `seconds`, counted in fixed windows for each combination of the properties in `per`. */
export interface Rung {
  per: readonly (Claimed | Proven)[];
  max: number;
  seconds: number;
  /** The rung does not count requests from networks that the account's owner has used. */
  strangersOnly?: true;
}

/** The rungs stand from narrow to wide. */
export interface Limit {
  rungs: readonly Rung[];
  /** Replaces `rungs` for a device that the account's owner has used. */
  onKnownDevice?: readonly Rung[];
}

/** `wrongPassword`, `wrongCode`, `wrongRecoveryCode`, `wrongCoupon`: right ones are taken back. */
export const LIMITS = {
  /** For the login, and for calls that require the password again. `account`: an address. */
  wrongPassword: {
    rungs: [
      { per: ["account", "network"], max: 10, seconds: 15 * MINUTE },
      { per: ["account", "network"], max: 20, seconds: HOUR },
      { per: ["account", "site"], max: 24, seconds: HOUR },
      { per: ["network"], max: 100, seconds: 15 * MINUTE },
      { per: ["site"], max: 400, seconds: 15 * MINUTE },
      { per: ["account"], max: 50, seconds: HOUR, strangersOnly: true },
      { per: [], max: 5_000, seconds: 15 * MINUTE, strangersOnly: true },
    ],
    onKnownDevice: [
      { per: ["account", "device"], max: 10, seconds: 15 * MINUTE },
      { per: ["account", "network"], max: 30, seconds: 15 * MINUTE },
    ],
  },
  /** An authenticator's codes. Three of a million are right at a time: a day's guesses find one in 10,000 accounts. */
  wrongCode: {
    rungs: [
      { per: ["account", "network"], max: 5, seconds: 15 * MINUTE },
      { per: ["account", "network"], max: 10, seconds: DAY },
      { per: ["account", "site"], max: 14, seconds: DAY },
      { per: ["network"], max: 60, seconds: 15 * MINUTE },
      { per: ["account"], max: 30, seconds: DAY, strangersOnly: true },
    ],
    onKnownDevice: [
      { per: ["account", "device"], max: 5, seconds: 15 * MINUTE },
      { per: ["account", "device"], max: 10, seconds: DAY },
      { per: ["account", "network"], max: 20, seconds: DAY },
    ],
  },
  /** Recovery codes have fifty bits. No number of networks can guess one, so guesses close nothing to other networks. */
  wrongRecoveryCode: {
    rungs: [
      { per: ["account", "network"], max: 5, seconds: 15 * MINUTE },
      { per: ["network"], max: 60, seconds: 15 * MINUTE },
    ],
    onKnownDevice: [
      { per: ["account", "device"], max: 5, seconds: 15 * MINUTE },
      { per: ["account", "network"], max: 10, seconds: 15 * MINUTE },
    ],
  },
  /** Mails that warn the owner of wrong codes. */
  codeWarning: {
    rungs: [
      { per: ["account", "site"], max: 1, seconds: DAY },
      { per: ["account"], max: 3, seconds: DAY },
    ],
    onKnownDevice: [{ per: ["account", "device"], max: 1, seconds: DAY }],
  },
  signup: {
    rungs: [
      { per: ["network"], max: 60, seconds: HOUR },
      { per: ["site"], max: 240, seconds: HOUR },
    ],
  },
  /** Beginnings and ends of logins by providers. Each asks the provider. */
  providerLogin: {
    rungs: [
      { per: ["network"], max: 120, seconds: 15 * MINUTE },
      { per: ["site"], max: 480, seconds: 15 * MINUTE },
    ],
  },
  /** Each login ends once. The window is longer than its cookie. */
  providerAnswer: { rungs: [{ per: ["flow"], max: 1, seconds: 15 * MINUTE }] },
  /** Requests for a link to a new password. `mailToOwner` and `mailToUnverified` limit the mails. */
  passwordReset: {
    rungs: [
      { per: ["network"], max: 20, seconds: HOUR },
      { per: ["site"], max: 80, seconds: HOUR },
      { per: [], max: 1_000, seconds: 15 * MINUTE, strangersOnly: true },
    ],
    onKnownDevice: [{ per: ["account", "device"], max: 10, seconds: HOUR }],
  },
  /** Mails to a verified address: its owner is the account's owner. `mailKind`: see `MAIL_KINDS`. */
  mailToOwner: {
    rungs: [
      { per: ["account", "mailKind", "network"], max: 5, seconds: HOUR },
      { per: ["account", "mailKind", "network"], max: 10, seconds: DAY },
      { per: ["account", "mailKind", "site"], max: 11, seconds: DAY },
      { per: ["account", "mailKind"], max: 24, seconds: DAY, strangersOnly: true },
    ],
    onKnownDevice: [{ per: ["account", "mailKind", "device"], max: 5, seconds: HOUR }],
  },
  /** Mails to an address that anybody may have typed. `mailKind`: its group in `MAIL_KINDS`. */
  mailToUnverified: {
    rungs: [
      { per: ["mailbox", "mailKind", "site"], max: 5, seconds: DAY },
      { per: ["network"], max: 100, seconds: HOUR },
      { per: ["site"], max: 400, seconds: HOUR },
      { per: ["mailbox", "mailKind"], max: 12, seconds: DAY },
    ],
  },
  /** Each change tells whether an address has an account. */
  emailChange: { rungs: [{ per: ["member"], max: 20, seconds: HOUR }] },
  /** Each export reads everything that is stored about a member. */
  dataExport: { rungs: [{ per: ["member"], max: 10, seconds: HOUR }] },
  /** Checkouts, changes and cancellations. Each calls the provider several times, and all members share its limit. */
  billingOperation: { rungs: [{ per: ["member"], max: 60, seconds: HOUR }] },
  /** Codes that are refused. Codes of a campaign are short words, and accounts cost nothing. */
  wrongCoupon: {
    rungs: [
      { per: ["member"], max: 20, seconds: HOUR },
      { per: ["network"], max: 100, seconds: HOUR },
    ],
  },
  /** Reads of videos that everybody may watch. A page reads once, and a player again when its address has ended. */
  openLesson: {
    rungs: [
      { per: ["network"], max: 120, seconds: MINUTE },
      { per: ["site"], max: 480, seconds: MINUTE },
    ],
  },
  /** Begun uploads of films. */
  filmUpload: { rungs: [{ per: ["member"], max: 120, seconds: HOUR }] },
  question: { rungs: [{ per: ["member"], max: 10, seconds: DAY }] },
  /** Of accounts of less than a day: they cost nothing. */
  newMembersQuestion: { rungs: [{ per: ["member"], max: 3, seconds: DAY }] },
  questionPicture: { rungs: [{ per: ["member"], max: 20, seconds: DAY }] },
  questionReport: { rungs: [{ per: ["member"], max: 20, seconds: DAY }] },
  /** Reports of errors of the browser application. A page sends a few at most. */
  browserError: {
    rungs: [
      { per: ["network"], max: 30, seconds: HOUR },
      { per: ["site"], max: 120, seconds: HOUR },
    ],
  },
  /** Reads by all keys of a superuser. A report of a year takes a few. */
  apiKey: { rungs: [{ per: ["member"], max: 120, seconds: HOUR }] },
  /** Each makes the server call an address that staff typed. */
  webhookTest: { rungs: [{ per: ["member"], max: 30, seconds: HOUR }] },
  /** A return page that waits for its payment reads 30 times a minute; the limit allows two tabs and more. */
  billingRead: { rungs: [{ per: ["member"], max: 90, seconds: MINUTE }] },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Calls with a search term, per member and process (`catalogue/search-limit.ts`). Nobody types two terms a second. */
export const SEARCHES: Rung = { per: ["member"], max: 120, seconds: MINUTE };

/** Suggestions are read after a pause in typing, so a member who types without end stays far below. */
export const SUGGESTIONS: Rung = { per: ["member"], max: 600, seconds: MINUTE };
