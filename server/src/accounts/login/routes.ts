import { contract } from "@manabiya/contract";
import type { SecondFactorRequired } from "@manabiya/contract/accounts/auth.ts";
import type { AccountsContext } from "../context.ts";
import { cleanSource } from "../../events/source.ts";
import { agreedVersions, storeAgreement } from "../agreements.ts";
import { queueVerification } from "../email-verification.ts";
import { unauthorized, validationError } from "../../errors/app-error.ts";
import { issueTicket } from "../second-factor/login-tickets.ts";
import { createAccount, findAccount, suspended } from "./accounts.ts";
import { logIn } from "./log-in.ts";
import { identifyClient } from "./known-client.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { loginCookie } from "../providers/login-cookie.ts";
import { renewHash } from "../passwords/new-password.ts";
import { hashPassword, passwordWeakness, verifyPassword } from "../passwords/password.ts";
import { endSession, refreshSession } from "../sessions/sessions.ts";

export function authRoutes(context: AccountsContext): void {
  const { app, db, tokens, site, wakeMailSender, now } = context;
  app.answer(contract.auth.signup, async (request, reply) => {
    const { username, email, password, subscription_status, rotate, source } = request.body;
    const agreed = agreedVersions(site, request.body.agreed_versions ?? {}, now());
    const weakness = await passwordWeakness(password, { username, email });
    if (weakness !== null) throw validationError({ password: [weakness] });
    const network = clientNetworkOf(request.ip);
    await countHit(db, "signup", { network }, now());
    const passwordHash = await hashPassword(password);
    const account = { username, email, passwordHash, subscription_status, source: cleanSource(source) };
    const user = await createAccount(db, account, now(), async (tx, { id: userId }) => {
      await storeAgreement(tx, userId, agreed, now());
      await queueVerification(tx, site, { userId, email, network }, now());
    });
    wakeMailSender();
    const login = { userId: user.id, email, passwordHash, rotate };
    const token = await logIn(context, login, request, reply);
    if (token === null) throw unauthorized();
    return reply.status(201).send({ user, token });
  });

  app.answer(contract.auth.login, async (request, reply) => {
    const { email, password, rotate } = request.body;
    const client = await identifyClient(context, request, email);
    const uncount = await countHit(db, "wrongPassword", { account: email, ...client }, now());
    const account = await findAccount(db, email);
    if (account) request.attempt = { account: account.id, factor: "password" };
    const matches = await verifyPassword(request, account, password);
    if (account === null || !matches) throw wrongLogin();
    await uncount();
    const { password_hash: _, second_factor_since, suspended_at, ...user } = account;
    // Only after the right password, so that strangers do not learn of the suspension.
    if (suspended_at !== null) throw suspended();
    const passwordHash = await renewHash(request, db, account, password);
    if (passwordHash === null) throw wrongLogin();
    if (second_factor_since !== null) {
      const ticket = await issueTicket(db, { userId: user.id, passwordHash }, now());
      if (ticket === null) throw wrongLogin();
      return reply.status(403).send(secondFactorRequired(ticket));
    }
    const token = await logIn(context, { userId: user.id, email, passwordHash, rotate }, request, reply);
    if (token === null) throw wrongLogin();
    return { user, token };
  });

  app.answer(contract.auth.refresh, async (request) => {
    const refreshed = await refreshSession(db, tokens, request.body.refresh, now());
    if (refreshed === null) throw unauthorized();
    return refreshed;
  });

  app.answer(contract.auth.logout, async (request, reply) => {
    await endSession(db, tokens, request.body.refresh_token, now());
    // The next person at this browser would be offered the account that waits.
    loginCookie({ seal: context.loginSeal, site, now }).clear(reply);
    return { message: "ログアウトしました。" };
  });
}

function wrongLogin() {
  return unauthorized("メールアドレスまたはパスワードが正しくありません。");
}

function secondFactorRequired(ticket: string): SecondFactorRequired {
  const error =
    "このアカウントは2段階認証で保護されています。確認コードを入力できる公式のログイン画面からログインしてください。";
  return { error, type: "second_factor_required", message: error, ticket };
}
