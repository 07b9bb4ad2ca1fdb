import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import type { FastifyRequest } from "fastify";
import { hashToken, newToken } from "../../crypto/token.ts";
import type { Database } from "../../db/open.ts";
import { AppError, notFound, passwordLoginRequired, unauthorized } from "../../errors/app-error.ts";
import { cleanSource } from "../../events/source.ts";
import { clientNetworkOf } from "../../limits/client-network.ts";
import { countHit, takeHit } from "../../limits/rate-limiter.ts";
import { loginMethodMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { agreedVersions, storeAgreement } from "../agreements.ts";
import type { AccountsContext } from "../context.ts";
import { queueVerification } from "../email-verification.ts";
import { createAccount, findAccount, lockAccount, suspended } from "../login/accounts.ts";
import { logIn } from "../login/log-in.ts";
import { markVerified } from "../passwords/first-verification.ts";
import { hashPassword, INVALIDATED } from "../passwords/password.ts";
import { confirmUnlessRecent } from "../second-factor/confirm-owner.ts";
import { issueTicket } from "../second-factor/login-tickets.ts";
import * as identities from "./identities.ts";
import { loginCookie, loginLost } from "./login-cookie.ts";
// Loaded by the first login with a provider: many services have none.
import type { Identity } from "./provider.ts";

const { providers: calls } = contract;

/**
 * Login by OpenID Connect (decisions/093). A provider's account is known by issuer and subject alone. An address connects
 * nothing: the account's own password must prove it first.
 */
export function providerRoutes(context: AccountsContext): void {
  const { app, db, site, loginProviders, staffMayUseProviders, wakeMailSender, now } = context;
  const cookie = loginCookie({ seal: context.loginSeal, site, now });
  const here = () => ({ publicUrl: site.publicUrl, now: now() });

  function providerOf(key: ProviderKey) {
    const found = loginProviders.find((each) => each.key === key);
    if (!found) throw notFound("ログイン方法");
    return found;
  }

  function refuseStaff(user: { is_staff: boolean; is_superuser: boolean }): void {
    if (isStaff(user) && !staffMayUseProviders) throw passwordLoginRequired();
  }

  /** @param id of the one that the person's screen shows @throws 400 if another one waits by now, or none */
  function requireWaiting(request: FastifyRequest, id: string): Identity {
    const identity = cookie.find(request, "identity");
    if (identity === null || idOf(identity) !== id) throw loginLost();
    return identity;
  }

  app.answer(calls.start, async ({ params: { provider }, body, ip }, reply) => {
    await countHit(db, "providerLogin", { network: clientNetworkOf(ip) }, now());
    const secrets = { state: newToken(), nonce: newToken(), verifier: newToken() };
    const found = providerOf(provider);
    const { authorizationUrl } = await import("./provider.ts");
    const url = await authorizationUrl(found, secrets, here());
    cookie.keep(reply, "flow", { provider, ...body, ...secrets });
    return { url };
  });

  app.answer(calls.finish, async (request, reply) => {
    const { params, ip } = request;
    const { rotate, ...answer } = request.body;
    await countHit(db, "providerLogin", { network: clientNetworkOf(ip) }, now());
    const flow = cookie.find(request, "flow");
    cookie.clear(reply);
    if (flow === null || flow.provider !== params.provider) throw loginLost();
    if ((await takeHit(db, "providerAnswer", { flow: flow.state }, now())).wait > 0) throw loginLost();
    const provider = providerOf(flow.provider);
    const { identify } = await import("./provider.ts");
    const identity = await identify(provider, answer, flow, here()).catch((error: AppError) => {
      request.log.info({ provider: flow.provider, cause: String(error.cause) }, error.type);
      throw error;
    });
    const { next, connects } = flow;
    const [account] = connects ? [] : await identities.findByIdentity(db, [identity.issuer, identity.subject]);
    if (!account) {
      cookie.keep(reply, "identity", identity);
      const { email, isVerified, username } = identity;
      // Only the owner of an address learns that it has an account.
      const has_account = isVerified && email !== null && (await findAccount(db, email)) !== null;
      return { next, unknown: { id: idOf(identity), provider: flow.provider, email, username, has_account, connects } };
    }
    const { id: userId, username, subscription_status, email, password_hash: passwordHash } = account;
    request.attempt = { account: userId, factor: "provider" };
    if (account.suspended_at !== null) throw suspended();
    refuseStaff(account);
    const login = { userId, email, passwordHash, rotate, provider: provider.name };
    if (account.second_factor_since !== null) {
      const ticket = await issueTicket(db, login, now());
      if (ticket === null) throw loginLost();
      return { next, second_factor_ticket: ticket };
    }
    const token = await logIn(context, login, request, reply);
    if (token === null) throw loginLost();
    return { next, signed_in: { user: { id: userId, username, subscription_status }, token } };
  });

  app.answer(calls.signUp, async (request, reply) => {
    const { username, email, subscription_status, rotate, source, agreed_versions = {} } = request.body;
    const identity = requireWaiting(request, request.body.identity);
    const { name } = providerOf(identity.provider);
    const agreed = agreedVersions(site, agreed_versions, now());
    const network = clientNetworkOf(request.ip);
    await countHit(db, "signup", { network }, now());
    // Nobody knows it, and logins compare it as they do every other hash.
    const passwordHash = `${INVALIDATED}${await hashPassword(newToken())}`;
    const account = { username, email, passwordHash, subscription_status, source: cleanSource(source) };
    const user = await createAccount(db, account, now(), async (tx, { id: userId }) => {
      if (!(await identities.connectIdentity(tx, userId, identity, now()))) throw alreadyConnected(isInUse(name));
      await storeAgreement(tx, userId, agreed, now());
      const isVerified = identity.isVerified && identity.email === email;
      if (isVerified) await markVerified(tx, [userId, new Date(now()).toISOString()]);
      else await queueVerification(tx, site, { userId, email, network }, now());
    });
    cookie.clear(reply);
    wakeMailSender();
    const login = { userId: user.id, email, passwordHash, rotate, provider: name };
    const token = await logIn(context, login, request, reply);
    if (token === null) throw unauthorized();
    return reply.status(201).send({ user, token });
  });

  app.answer(calls.list, async (request) => {
    const issuers = (await identities.listIdentities(db, [request.currentUser.id])).map(({ issuer }) => issuer);
    const connected = loginProviders.filter(({ issuer }) => issuers.includes(issuer)).map(({ key }) => key);
    const waiting = cookie.find(request, "identity");
    return { connected, waiting: waiting && { id: idOf(waiting), provider: waiting.provider, email: waiting.email } };
  });

  app.answer(calls.change, async (request, reply) => {
    const { currentUser, params, ip } = request;
    const { id } = currentUser;
    const { identity: shown, password, code } = request.body;
    const { issuer, name } = providerOf(params.provider);
    const isAdded = shown !== null;
    const identity = isAdded ? requireWaiting(request, shown) : null;
    if (isAdded && identity?.provider !== params.provider) throw loginLost();
    if (isAdded) refuseStaff(currentUser);
    const change = `${name}でのログインを${isAdded ? "追加" : "解除"}`;
    const work = async (tx: Database) => {
      if (identity !== null) {
        if (!(await identities.connectIdentity(tx, id, identity, now()))) {
          const [owner] = await identities.findByIdentity(tx, [identity.issuer, identity.subject]);
          throw alreadyConnected((owner?.id === id ? isYours : owner ? isInUse : hasAnother)(name));
        }
      } else {
        await lockAccount(tx, [id]);
        const removed = await identities.removeIdentity(tx, [id, issuer, loginProviders.map((each) => each.issuer)]);
        const rest = removed.length > 0 ? [] : await identities.listIdentities(tx, [id]);
        if (rest.some((each) => each.issuer === issuer)) throw lastMethod(name);
        // Another tab was faster.
        if (removed.length === 0) return;
        await identities.endProviderSessions(tx, [id, name, currentUser.session_id, new Date(now()).toISOString()]);
      }
      const mail = loginMethodMail(site, { recipient: currentUser.email, change, now: now() });
      await queueMail(tx, mail, { network: clientNetworkOf(ip) }, now());
    };
    await confirmUnlessRecent(context, request, { password, code }, { toDo: `${change}するには、`, work });
    if (isAdded) cookie.clear(reply);
    wakeMailSender();
    return { message: `${change}しました。` };
  });
}

const idOf = ({ issuer, subject }: Identity) => hashToken(`${issuer} ${subject}`);

const alreadyConnected = (sentence: string) => new AppError(400, "already_connected", sentence);
const isInUse = (name: string) =>
  `この${name}のアカウントは、すでに会員のログインに使われています。${name}でログインするか、別のアカウントをお使いください。`;
const isYours = (name: string) => `この${name}のアカウントは追加済みです。そのままログインにお使いいただけます。`;
const hasAnother = (name: string) =>
  `別の${name}のアカウントを追加済みです。変更するには、先に${name}でのログインを解除してください。`;

function lastMethod(name: string): AppError {
  const message = `${name}でのログインを解除できません。ほかにログインする方法がないため、先に、パスワードを設定してください。`;
  return new AppError(400, "last_login_method", message);
}
