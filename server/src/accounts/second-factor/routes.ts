import type { CurrentUser } from "../sessions/current-user.ts";
import { contract } from "@manabiya/contract";
import type { FastifyRequest } from "fastify";
import type { AccountsContext } from "../context.ts";
import { logIn } from "../login/log-in.ts";
import type { Database } from "../../db/open.ts";
import { AppError } from "../../errors/app-error.ts";
import { recoveryCodeUsedMail, secondFactorMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { isSecondFactorRequired } from "./required.ts";
import { clientOfSession, identifyClient } from "../login/known-client.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { confirmOwner } from "./confirm-owner.ts";
import { countCode, useCode, wrongCode } from "./use-code.ts";
import { findTicket, consumeTicket } from "./login-tickets.ts";
import { checkFirstCode, removeSecondFactor, secondFactorSince, startSecondFactor } from "./queries.ts";
import { countRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import { totpUri } from "./totp.ts";

const { secondFactor } = contract;

export function secondFactorRoutes(context: AccountsContext): void {
  const { app, db, site, seal, wakeMailSender, requireStaffSecondFactor, now } = context;

  app.answer(secondFactor.logIn, async (request, reply) => {
    const { ticket, code, rotate } = request.body;
    const account = await findTicket(db, ticket, now());
    if (account === null) throw ticketExpired();
    request.attempt = { account: account.id, factor: "code" };
    const { id: userId, email, password_hash: passwordHash, username, subscription_status, provider } = account;
    const client = await identifyClient(context, request, email);
    const { network } = client;
    const token = await useCode(context, { ...account, client }, code, async (tx, kind) => {
      request.attempt = { account: userId, factor: kind };
      if (!(await consumeTicket(tx, ticket, now()))) throw ticketExpired();
      const login = { userId, email, passwordHash, rotate, provider };
      const started = await logIn({ ...context, db: tx }, login, request, reply);
      if (started === null) throw ticketExpired();
      if (kind === "recovery") {
        const left = await countRecoveryCodes(tx, userId);
        await queueMail(tx, recoveryCodeUsedMail(site, { recipient: email, left, now: now() }), { network }, now());
      }
      return started;
    });
    wakeMailSender();
    return { user: { id: userId, username, subscription_status }, token };
  });

  app.answer(secondFactor.get, async ({ currentUser }) => ({
    enabled_at: await secondFactorSince(db, currentUser.id),
    recovery_codes_left: await countRecoveryCodes(db, currentUser.id),
    is_required: isSecondFactorRequired(currentUser, requireStaffSecondFactor),
  }));

  app.answer(secondFactor.start, async (request) => {
    const { currentUser, body } = request;
    if (currentUser.has_second_factor) throw alreadyOn();
    requireVerifiedAddress(currentUser);
    const given = { password: body.password, code: undefined };
    const secret = await confirmOwner(context, request, given, (tx) =>
      startSecondFactor(tx, seal, currentUser.id, now()),
    );
    if (secret === null) throw alreadyOn();
    return { secret, uri: totpUri(secret, { issuer: site.name, label: currentUser.email }) };
  });

  app.answer(secondFactor.confirm, async (request) => {
    const { currentUser, body } = request;
    requireVerifiedAddress(currentUser);
    const uncount = await countCode(context, { ...currentUser, client: clientOfSession(request) }, body.code);
    const first = await checkFirstCode(db, seal, { userId: currentUser.id, code: body.code }, now());
    if (first === null) throw new AppError(400, "not_set_up", "2段階認証の設定をはじめからやり直してください。");
    if (!first.isRight) throw wrongCode();
    await uncount();
    const made = await makeRecoveryCodes();
    await db.transaction(async (tx) => {
      if (!(await first.enable(tx))) throw alreadyOn();
      await replaceRecoveryCodes(tx, currentUser.id, made);
      await queueMailAbout(tx, request, "on");
    });
    wakeMailSender();
    return { recovery_codes: made.codes };
  });

  app.answer(secondFactor.renewRecoveryCodes, async (request) => {
    const { currentUser, body } = request;
    requireVerifiedAddress(currentUser);
    const made = await makeRecoveryCodes();
    await withPasswordAndCode(request, body, async (tx) => {
      await replaceRecoveryCodes(tx, currentUser.id, made);
      await queueMailAbout(tx, request, "new-codes");
    });
    wakeMailSender();
    return { recovery_codes: made.codes };
  });

  app.answer(secondFactor.turnOff, async (request) => {
    const { currentUser, body } = request;
    await withPasswordAndCode(request, body, async (tx) => {
      if (!(await removeSecondFactor(tx, currentUser.id))) throw notOn();
      await queueMailAbout(tx, request, "off");
    });
    wakeMailSender();
    return { message: "2段階認証をオフにしました。" };
  });

  async function queueMailAbout(
    tx: Database,
    { currentUser, ip }: FastifyRequest,
    change: "on" | "off" | "new-codes",
  ): Promise<void> {
    const mail = secondFactorMail(site, { recipient: currentUser.email, change, now: now() });
    await queueMail(tx, mail, { network: clientNetworkOf(ip) }, now());
  }

  async function withPasswordAndCode(
    request: FastifyRequest,
    given: { password: string; code: string },
    work: (tx: Database) => Promise<void>,
  ): Promise<void> {
    if (!request.currentUser.has_second_factor) throw notOn();
    await confirmOwner(context, request, given, work);
  }
}

/**
 * Otherwise a stranger could sign up with somebody's address and lock the mailbox's owner out with a second factor.
 * @throws 403 `email_unverified`
 */
function requireVerifiedAddress({ email_verified_at }: CurrentUser): void {
  if (email_verified_at !== null) return;
  const message = "2段階認証の設定には、メールアドレスの確認が必要です。確認メールのリンクを開いてください。";
  throw new AppError(403, "email_unverified", message);
}

function ticketExpired(): AppError {
  return new AppError(400, "ticket_expired", "時間が経過したため、もう一度パスワードを入力してください。");
}

function notOn(): AppError {
  return new AppError(400, "second_factor_off", "2段階認証はオンになっていません。");
}

function alreadyOn(): AppError {
  return new AppError(400, "second_factor_on", "2段階認証はすでにオンになっています。");
}
