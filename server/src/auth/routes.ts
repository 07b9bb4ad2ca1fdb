import { contract } from "@manabiya/contract";
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { unauthorized, validationError } from "../errors.ts";
import { createAccount, findAccount } from "./accounts.ts";
import { countLogin, countSignup } from "./login-limits.ts";
import { hashPassword, passwordWeakness, verifyPassword } from "./password.ts";
import { type Device, endSession, refreshSession, startSession } from "./sessions.ts";

export function authRoutes({ app, db, tokens, now }: App): void {
  app.route({
    ...contract.auth.signup,
    handler: async (request, reply) => {
      const { username, email, password, subscription_status, rotate } = request.body;
      const weakness = passwordWeakness(password, { username, email });
      if (weakness !== null) throw validationError({ password: [weakness] });
      await countSignup(db, request.ip, now());
      const passwordHash = await hashPassword(password);
      const account = { username, email, passwordHash, subscription_status };
      const user = await createAccount(db, account, now());
      const verified = { userId: user.id, passwordHash };
      const token = await startSession(db, tokens, verified, deviceOf(request, rotate), now());
      if (token === null) throw unauthorized();
      return reply.status(201).send({ user, token });
    },
  });

  app.route({
    ...contract.auth.login,
    handler: async (request) => {
      const { email, password, rotate } = request.body;
      const wasRight = await countLogin(db, { email, address: request.ip }, now());
      const account = await findAccount(db, email);
      const matches = await verifyPassword(account?.password_hash ?? null, password);
      if (account === null || !matches) throw wrongLogin();
      await wasRight();
      const { password_hash: passwordHash, ...user } = account;
      const verified = { userId: user.id, passwordHash };
      const token = await startSession(db, tokens, verified, deviceOf(request, rotate), now());
      if (token === null) throw wrongLogin();
      return { user, token };
    },
  });

  app.route({
    ...contract.auth.refresh,
    handler: async (request) => {
      const refreshed = await refreshSession(db, tokens, request.body.refresh, now());
      if (refreshed === null) throw unauthorized();
      return refreshed;
    },
  });

  app.route({
    ...contract.auth.logout,
    handler: async (request) => {
      await endSession(db, tokens, request.body.refresh_token, now());
      return { message: "ログアウトしました。" };
    },
  });
}

function wrongLogin() {
  return unauthorized("メールアドレスまたはパスワードが正しくありません。");
}

function deviceOf(request: FastifyRequest, rotate: boolean | undefined): Device {
  return {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    rotates: rotate ?? false,
  };
}
