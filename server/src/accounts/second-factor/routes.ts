import { accountSecurity } from "@manabiya/contract/accounts/account-security.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { logIn } from "../login/log-in.ts";
import type { Database } from "../../db/open.ts";
import { AppError } from "../../http/app-error.ts";
import { recoveryCodeUsedMail, secondFactorMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { confirmOwner, countCodeOf, useCode, wrongCode } from "./confirm-owner.ts";
import { findTicket, consumeTicket } from "./login-tickets.ts";
import { checkFirstCode, removeSecondFactor, secondFactorSince, startSecondFactor } from "./queries.ts";
import { countRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import { totpUri } from "./totp.ts";

const { secondFactor } = accountSecurity;

export function secondFactorRoutes(parts: App): void {
  const { app, db, site, seal, wakeMailSender, requireStaffSecondFactor, now } = parts;

  app.route({
    ...secondFactor.logIn,
    handler: async (request, reply) => {
      const { ticket, code, rotate } = request.body;
      const account = await findTicket(db, ticket, now());
      if (account === null) throw ticketExpired();
      request.attempt = { account: account.id, factor: "code" };
      const { id: userId, email, password_hash: passwordHash, username, subscription_status } = account;
      const token = await useCode(parts, account, code, async (tx, kind) => {
        request.attempt = { account: userId, factor: kind };
        if (!(await consumeTicket(tx, ticket, now()))) throw ticketExpired();
        const login = { userId, email, passwordHash, rotate };
        const started = await logIn({ ...parts, db: tx }, login, request, reply);
        if (started === null) throw ticketExpired();
        if (kind === "recovery") {
          const left = await countRecoveryCodes(tx, userId);
          await queueMail(tx, recoveryCodeUsedMail(site, { recipient: email, left, now: now() }), now());
        }
        return started;
      });
      wakeMailSender();
      return { user: { id: userId, username, subscription_status }, token };
    },
  });

  app.route({
    ...secondFactor.get,
    handler: async ({ viewer }) => ({
      enabled_at: await secondFactorSince(db, viewer.id),
      recovery_codes_left: await countRecoveryCodes(db, viewer.id),
      is_required: requireStaffSecondFactor && (viewer.is_staff || viewer.is_superuser),
    }),
  });

  app.route({
    ...secondFactor.start,
    handler: async (request) => {
      const { viewer, body } = request;
      if (viewer.has_second_factor) throw alreadyOn();
      const given = { password: body.password, code: undefined };
      const secret = await confirmOwner(parts, request, given, (tx) =>
        startSecondFactor(tx, seal, viewer.id, now()),
      );
      if (secret === null) throw alreadyOn();
      return { secret, uri: totpUri(secret, { issuer: site.name, label: viewer.email }) };
    },
  });

  app.route({
    ...secondFactor.confirm,
    handler: async ({ viewer, body }) => {
      const wasRight = await countCodeOf(parts, viewer);
      const first = await checkFirstCode(db, seal, { userId: viewer.id, code: body.code }, now());
      if (first === null) throw notSetUp();
      if (!first.isRight) throw wrongCode();
      await wasRight();
      const made = await makeRecoveryCodes();
      await db.transaction(async (tx) => {
        if (!(await first.enable(tx))) throw alreadyOn();
        await replaceRecoveryCodes(tx, viewer.id, made);
        const told = { recipient: viewer.email, change: "on", now: now() } as const;
        await queueMail(tx, secondFactorMail(site, told), now());
      });
      wakeMailSender();
      return { recovery_codes: made.codes };
    },
  });

  app.route({
    ...secondFactor.renewRecoveryCodes,
    handler: async (request) => {
      const { viewer, body } = request;
      const made = await makeRecoveryCodes();
      await withBoth(request, body, async (tx) => {
        await replaceRecoveryCodes(tx, viewer.id, made);
        const told = { recipient: viewer.email, change: "new-codes", now: now() } as const;
        await queueMail(tx, secondFactorMail(site, told), now());
      });
      wakeMailSender();
      return { recovery_codes: made.codes };
    },
  });

  app.route({
    ...secondFactor.turnOff,
    handler: async (request) => {
      const { viewer, body } = request;
      await withBoth(request, body, async (tx) => {
        if (!(await removeSecondFactor(tx, viewer.id))) throw notOn();
        const told = { recipient: viewer.email, change: "off", now: now() } as const;
        await queueMail(tx, secondFactorMail(site, told), now());
      });
      wakeMailSender();
      return { message: "2段階認証をオフにしました。" };
    },
  });

  async function withBoth(
    request: FastifyRequest,
    given: { password: string; code: string },
    work: (tx: Database) => Promise<void>,
  ): Promise<void> {
    if (!request.viewer.has_second_factor) throw notOn();
    await confirmOwner(parts, request, given, work);
  }
}

function ticketExpired(): AppError {
  return new AppError(400, "ticket_expired", "時間が経過したため、もう一度パスワードを入力してください。");
}

function notSetUp(): AppError {
  return new AppError(400, "not_set_up", "2段階認証の設定をはじめからやり直してください。");
}

function notOn(): AppError {
  return new AppError(400, "second_factor_off", "2段階認証はオンになっていません。");
}

function alreadyOn(): AppError {
  return new AppError(400, "second_factor_on", "2段階認証はすでにオンになっています。");
}
