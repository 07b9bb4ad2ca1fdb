import { contract } from "@manabiya/contract";
import type { UnknownIdentity } from "@manabiya/contract/accounts/providers.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import * as oidc from "openid-client";
import { newToken } from "../../crypto/token.ts";
import type { Database } from "../../db/open.ts";
import { AppError, notFound, passwordLoginRequired, tooManyRequests, unauthorized } from "../../errors/app-error.ts";
import { cleanSource } from "../../events/source.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit, takeHit } from "../../limits/rate-limiter.ts";
import { loginMethodMail, ownerCodeMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { requireDeliverable } from "../../mail/undeliverable.ts";
import { agreedVersions, storeAgreement } from "../agreements.ts";
import type { AccountsContext } from "../context.ts";
import { queueVerification } from "../email-verification.ts";
import { createAccount, findAccount, suspended } from "../login/accounts.ts";
import { logIn } from "../login/log-in.ts";
import { markVerified } from "../passwords/first-verification.ts";
import { hashPassword, INVALIDATED } from "../passwords/password.ts";
import { confirmUnlessRecent } from "../second-factor/confirm-owner.ts";
import { issueTicket } from "../second-factor/login-tickets.ts";
import { OWNER_CODE_MINUTES } from "../second-factor/owner-code.ts";
import { connectIdentity, disconnectIdentity, findByIdentity, listIdentities } from "./identities.ts";
import { loginCookie, loginLost } from "./login-cookie.ts";
import type { Identity } from "./provider.ts";

const { providers: calls } = contract;

/**
 * Login by OpenID Connect (decisions/093). A provider's account is known by issuer and subject alone. An address connects
 * nothing: the account's own password must prove it first.
 */
export function providerRoutes(context: AccountsContext): void {
  const { app, db, site, providers, ownerCodes, staffMayUseProviders, wakeMailSender, now } = context;
  const cookie = loginCookie({ seal: context.loginSeal, site, now });
  const nameOf = (key: string) => providers.all.find((each) => each.key === key)?.name ?? "";

  app.answer(calls.start, async ({ params: { provider }, body: { purpose, next }, ip }, reply) => {
    await countHit(db, "providerLogin", { network: clientNetworkOf(ip) }, now());
    const secrets = { state: newToken(), nonce: newToken(), verifier: oidc.randomPKCECodeVerifier() };
    const url = await providers.authorizationUrl(provider, secrets);
    cookie.keep(reply, "flow", { provider, purpose, next, ...secrets });
    return { url };
  });

  app.answer(calls.finish, async (request, reply) => {
    const { params, body, ip } = request;
    await countHit(db, "providerLogin", { network: clientNetworkOf(ip) }, now());
    const flow = cookie.find(request, "flow");
    cookie.clear(reply);
    if (flow === null || flow.provider !== params.provider) throw loginLost();
    if ((await takeHit(db, "providerAnswer", { flow: flow.state }, now())).wait > 0) throw loginLost();
    const { rotate, ...answer } = body;
    const identity = await providers.identify(flow.provider, answer, flow).catch((error: AppError) => {
      request.log.info(
        { provider: flow.provider, type: error.type, cause: String(error.cause) },
        "provider login failed",
      );
      throw error;
    });
    const { next, purpose } = flow;
    const [account] = purpose === "connect" ? [] : await findByIdentity(db, [identity.issuer, identity.subject]);
    if (!account) {
      cookie.keep(reply, "identity", identity);
      return { next, purpose, unknown: await described(identity) };
    }
    const { id: userId, username, subscription_status, email, password_hash: passwordHash } = account;
    request.attempt = { account: userId, factor: "provider" };
    if (account.suspended_at !== null) throw suspended();
    if (isStaff(account) && !staffMayUseProviders) throw passwordLoginRequired();
    const provider = nameOf(flow.provider);
    if (account.second_factor_since !== null) {
      const ticket = await issueTicket(db, { userId, passwordHash, provider }, now());
      if (ticket === null) throw loginLost();
      return { next, purpose, second_factor_ticket: ticket };
    }
    const token = await logIn(context, { userId, email, passwordHash, rotate, provider }, request, reply);
    if (token === null) throw loginLost();
    return { next, purpose, signed_in: { user: { id: userId, username, subscription_status }, token } };
  });

  /** Only the owner of an address learns that it has an account. */
  async function described({ provider, email, isVerified, username }: Identity): Promise<UnknownIdentity> {
    const hasAccount = isVerified && email !== null && (await findAccount(db, email)) !== null;
    return { provider, email, username, has_account: hasAccount };
  }

  app.answer(calls.signUp, async (request, reply) => {
    const { username, email, subscription_status, rotate, source } = request.body;
    const identity = cookie.find(request, "identity");
    if (identity === null) throw loginLost();
    const agreed = agreedVersions(site, request.body.agreed_versions ?? {}, now());
    const network = clientNetworkOf(request.ip);
    await countHit(db, "signup", { network }, now());
    // Nobody knows it, and logins compare it as they do every other hash.
    const passwordHash = `${INVALIDATED}${await hashPassword(newToken())}`;
    const account = { username, email, passwordHash, subscription_status, source: cleanSource(source) };
    const user = await createAccount(db, account, now(), async (tx, { id: userId }) => {
      if (!(await connectIdentity(tx, userId, identity, now()))) throw alreadyConnected(nameOf(identity.provider));
      await storeAgreement(tx, userId, agreed, now());
      if (identity.isVerified && identity.email === email)
        await markVerified(tx, [userId, new Date(now()).toISOString()]);
      else await queueVerification(tx, site, { userId, email, network }, now());
    });
    cookie.clear(reply);
    wakeMailSender();
    const login = { userId: user.id, email, passwordHash, rotate, provider: nameOf(identity.provider) };
    const token = await logIn(context, login, request, reply);
    if (token === null) throw unauthorized();
    return reply.status(201).send({ user, token });
  });

  app.answer(calls.list, async (request) => {
    const connected = (await listIdentities(db, [request.currentUser.id])).flatMap(({ issuer, connected_at }) =>
      providers.all.filter((each) => each.issuer === issuer).map(({ key }) => ({ provider: key, connected_at })),
    );
    const waiting = cookie.find(request, "identity");
    return { connected, waiting: waiting && { provider: waiting.provider, email: waiting.email } };
  });

  app.answer(calls.connect, async (request, reply) => {
    const { currentUser, body, ip } = request;
    const identity = cookie.find(request, "identity");
    if (identity === null) throw loginLost();
    if (isStaff(currentUser) && !staffMayUseProviders) throw passwordLoginRequired();
    const name = nameOf(identity.provider);
    const work = async (tx: Database) => {
      if (!(await connectIdentity(tx, currentUser.id, identity, now()))) throw alreadyConnected(name);
      const mail = loginMethodMail(site, { recipient: currentUser.email, name, isAdded: true, now: now() });
      await queueMail(tx, mail, { network: clientNetworkOf(ip) }, now());
    };
    await confirmUnlessRecent(context, request, credentialsOf(body), { toDo: "ログイン方法の追加には、", work });
    cookie.clear(reply);
    wakeMailSender();
    return { message: `次回から、${name}でログインできます。` };
  });

  app.answer(calls.disconnect, async (request) => {
    const { currentUser, params, body, ip } = request;
    const provider = providers.all.find(({ key }) => key === params.provider);
    if (!provider) throw notFound("ログイン方法");
    const { issuer, name } = provider;
    const issuers = providers.all.map((each) => each.issuer);
    const work = async (tx: Database) => {
      if (!(await disconnectIdentity(tx, currentUser, { issuer, name, issuers }, now()))) {
        const isConnected = (await listIdentities(tx, [currentUser.id])).some((each) => each.issuer === issuer);
        throw isConnected ? lastMethod(name) : notFound("ログイン方法");
      }
      const mail = loginMethodMail(site, { recipient: currentUser.email, name, isAdded: false, now: now() });
      await queueMail(tx, mail, { network: clientNetworkOf(ip) }, now());
    };
    await confirmUnlessRecent(context, request, credentialsOf(body), { toDo: "ログイン方法の解除には、", work });
    wakeMailSender();
    return { message: `${name}でのログインを解除しました。` };
  });

  app.answer(calls.sendOwnerCode, async ({ currentUser, ip }) => {
    await requireDeliverable(db, currentUser.id);
    const code = ownerCodes.of(currentUser, now());
    const mail = ownerCodeMail(site, { recipient: currentUser.email, code, minutes: OWNER_CODE_MINUTES });
    const wait = await queueMail(db, mail, { network: clientNetworkOf(ip) }, now());
    if (wait > 0) throw tooManyRequests(wait);
    wakeMailSender();
    return { message: "確認用の番号をメールで送りました。届いた番号を入力してください。" };
  });
}

const credentialsOf = ({ password, code }: { password?: string | undefined; code?: string | undefined }) => ({
  password,
  code,
});

function alreadyConnected(name: string): AppError {
  const message = `この${name}のアカウントは、ほかの会員のログインに使われているか、会員登録が済んでいます。${name}でログインするか、別の${name}のアカウントをお使いください。`;
  return new AppError(400, "already_connected", message);
}

function lastMethod(name: string): AppError {
  const message = `${name}でのログインを解除すると、ログインできなくなります。先に、パスワードを設定してください。`;
  return new AppError(400, "last_login_method", message);
}
