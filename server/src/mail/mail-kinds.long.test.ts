import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../test/testing/account-calls.ts";
import { allStatements } from "../../test/testing/database/all-statements.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { secondFactorCalls } from "../../test/testing/second-factor.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { mailboxOf } from "./mailbox.ts";
import { MAIL_KINDS, type MailKind, mailKind } from "./mail-kinds.ts";
import { queueMail } from "./outbox.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { call, member, login, requestReset } = accounts;
const { turnOn } = secondFactorCalls(t, accounts);

/** Mails a day that one network can cause in a mailbox, and all networks together, for each group. */
const PER_NETWORK = 5;
const PER_MAILBOX = 12;
/** Mails an hour to unverified addresses that one network can cause. */
const FROM_NETWORK = 100;

const kinds = Object.keys(MAIL_KINDS) as MailKind[];

/** A stranger's account: nobody proved that its mailbox is theirs. */
const unverified = (email?: string) => member({ ...(email && { email }), email_verified_at: null });

const mailsIn = async (mailbox: string) =>
  (await selectRows(t.db, "mail_outbox")).filter(({ recipient }) => mailboxOf(recipient) === mailbox);

const mailOf = (kind: MailKind, recipient: string) => ({
  kind,
  recipient,
  subject: "件名",
  text: "本文",
  html: "本文",
});

/** An address that a provider delivers to the mailbox `name@gmail.com`. */
function alias(name: string, index: number): string {
  const dotted = index % 2 === 0 ? name : [...name].join(".");
  return `${dotted}+${index}@${index % 3 === 0 ? "googlemail.com" : "gmail.com"}`;
}

interface Attempt {
  /** One of many addresses of one mailbox. */
  email: string;
  index: number;
  address: string;
}

type Drive =
  | {
      /** Tries to cause a mail of the kind. */
      attempt: (given: Attempt) => Promise<unknown>;
      /** Whether it must succeed at first. */
      sends: boolean;
    }
  | { reason: string };

const PAID = { reason: "every mail of this kind follows a payment or a change of a paid subscription" };

/** The compiler asks for a line for each new kind. */
const DRIVES: Record<MailKind, Drive> = {
  "verify-email": {
    sends: true,
    attempt: async ({ email, index, address }) => {
      if (index % 2 === 0) {
        const { id, username } = await unverified();
        const payload = { username, email };
        return call("PUT", contract.profile.update.url, { headers: await t.as(id), payload, address });
      }
      const { id } = await unverified(email);
      return call("POST", contract.emailVerification.send.url, { headers: await t.as(id), address });
    },
  },
  "password-reset": {
    sends: true,
    attempt: async ({ email, address }) => {
      await unverified(email);
      return requestReset(email, address);
    },
  },
  "password-changed": {
    sends: true,
    attempt: async ({ email, address }) => {
      const { id } = await unverified(email);
      const payload = { old_password: PASSWORD, new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD };
      return call("POST", contract.profile.changePassword.url, { headers: await t.as(id), payload, address });
    },
  },
  "email-changed": {
    // Only verified addresses are told.
    sends: false,
    attempt: async ({ email, index, address }) => {
      const { id, username } = await unverified(email);
      const payload = { username, email: `elsewhere-${index}-${address}@example.com` };
      return call("PUT", contract.profile.update.url, { headers: await t.as(id), payload, address });
    },
  },
  "new-device": {
    sends: true,
    attempt: async ({ email, address }) => {
      const { id } = await unverified(email);
      await t.as(id);
      return login(email, PASSWORD, address);
    },
  },
  "second-factor": {
    sends: false,
    attempt: async ({ email, address }) => turnOn(await t.as((await unverified(email)).id), address),
  },
  "recovery-code-used": {
    reason: "each uses up one of ten recovery codes, and new codes cause a mail of the same group",
  },
  "login-method": { reason: "each takes an account at a provider that was never used here, and a login of the member" },
  "staff-invitation": { reason: "only superusers cause it" },
  "wrong-codes": { reason: "an account has three a day, and its second factor caused a mail of the same group" },
  "owner-alert": { reason: "a job sends it, to addresses that a superuser typed" },
  "owner-digest": { reason: "a job sends it, to addresses that a superuser typed" },
  answer: { reason: "staff cause it by their first answer, and only to a verified address" },
  "mailing-test": { reason: "only staff send one, to their own address" },
  thanks: PAID,
  payment: PAID,
  plan_changed: PAID,
  cancelled: PAID,
  renewal: PAID,
  card_expiring: PAID,
  payment_action: PAID,
  payment_final: PAID,
  payment_failed: PAID,
  bill: PAID,
  ended: PAID,
  price_change: PAID,
  refunded: PAID,
  gift: PAID,
  receipts: {
    sends: true,
    attempt: async ({ email, address }) => {
      const { id } = await unverified(email);
      const payload = { password: PASSWORD };
      return call("POST", contract.profile.remove.url, { headers: await t.as(id), payload, address });
    },
  },
};

const driven = kinds.flatMap((kind) => {
  const drive = DRIVES[kind];
  return "reason" in drive ? [] : [{ kind, ...drive }];
});

describe.each(driven)(
  "a stranger with many accounts in one mailbox causes mails of $kind",
  ({ kind, attempt, sends }) => {
    const send = async (name: string, attempts: number, addressOf: (index: number) => string) => {
      for (let index = 0; index < attempts; index++) {
        await attempt({ email: alias(name, index), index, address: addressOf(index) });
      }
      return (await mailsIn(`${name}@gmail.com`)).length;
    };

    test("up to five a day from one network", async () => {
      const name = `one${kind.replaceAll(/\W/g, "")}`;
      const mails = await send(name, PER_NETWORK + 2, () => "198.51.100.40");
      expect(mails).toBeLessThanOrEqual(PER_NETWORK);
      if (sends) expect(mails).toBe(PER_NETWORK);
      t.clock.advance({ days: 1 });
    });
  },
);

const toAnybody = kinds.filter((kind) => !mailKind(kind).isToFormerOwner);

describe.each(toAnybody)("mails of %s", (kind) => {
  test("reach an unverified mailbox twelve times a day at most, from any networks", async () => {
    const name = `many${kind.replaceAll(/\W/g, "")}`;
    const waits: number[] = [];
    for (let index = 0; index < 20; index++) {
      const network = `network ${kind} ${index}`;
      waits.push(await queueMail(t.db, mailOf(kind, alias(name, index)), { network }, t.clock.now()));
    }
    expect(waits.filter((wait) => wait === 0)).toHaveLength(PER_MAILBOX);
    expect(await mailsIn(`${name}@gmail.com`)).toHaveLength(PER_MAILBOX);
  });

  test("leave one network for a hundred unverified mailboxes an hour at most", async () => {
    const network = `a network that sends ${kind}`;
    const waits = await Promise.all(
      Array.from({ length: FROM_NETWORK + 5 }, (_, index) =>
        queueMail(t.db, mailOf(kind, `${kind}-${index}@example.com`), { network }, t.clock.now()),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(FROM_NETWORK);
  });
});

describe.each(kinds)("mails of %s", (kind) => {
  test("reach the owner of a verified address whatever strangers did with other addresses of the mailbox", async () => {
    const name = `owned${kind.replaceAll(/\W/g, "")}`;
    const owner = await member({ email: `${name}@gmail.com`, email_verified_at: t.clock.daysAgo(1) });
    for (let index = 0; index < 20; index++) {
      await queueMail(t.db, mailOf(kind, alias(name, index)), { network: `other ${index}` }, t.clock.now());
    }
    expect(await queueMail(t.db, mailOf(kind, owner.email), { network: "home" }, t.clock.now())).toBe(0);
    expect(await mailsTo(t.db, owner.email)).toHaveLength(1);
  });
});

test("a signup whose mailbox gets no more mail still creates the account", async () => {
  for (let index = 0; index < 5; index++) await requestReset(`popular+${index}@example.com`, "198.51.100.41");
  const account = { username: "新人", password: PASSWORD, password2: PASSWORD, agreedToTerms: true };
  const payload = { ...account, email: "popular+9@example.com" };
  const signedUp = await call("POST", contract.auth.signup.url, { payload, address: "198.51.100.41" });
  expect(signedUp.statusCode).toBe(201);
  expect(await mailsIn("popular@example.com")).toHaveLength(0);
});

test("no other statement queues mails", async () => {
  const queueing = [...(await allStatements())].filter(([, { text }]) => /insert into mail_outbox/.test(text));
  expect(queueing.map(([name]) => name)).toEqual(["mail.queue"]);
});
