import { contract } from "@manabiya/contract";
import type { FastifyReply } from "fastify";
import type { MailingsContext } from "../context.ts";
import { unauthorized } from "../../errors/app-error.ts";
import { decide, readPreferences } from "./queries.ts";
import { PAGE_POLICY, unsubscribePage } from "./unsubscribe-page.ts";

interface Query {
  token?: unknown;
}

const tokenOf = ({ token }: Query) => (typeof token === "string" ? token : "");

/** Bytes of a form: one-click clients send one short field. */
const FORM_MAX = 1024;

export function mailPreferenceRoutes({ app, db, now }: MailingsContext): void {
  const read = async (userId: number) => {
    const [choices] = await readPreferences(db, [userId]);
    if (!choices) throw unauthorized();
    return choices;
  };

  app.answer(contract.choices.get, ({ currentUser }) => read(currentUser.id));

  app.answer(contract.choices.set, async ({ body: { advertising, digest, answers = null }, currentUser }) => {
    const at = new Date(now()).toISOString();
    await decide(db, [currentUser.id, at, advertising, advertising && digest, "profile", answers]);
    return read(currentUser.id);
  });
}

/**
 * One-click unsubscribe (RFC 8058): a POST to the address of the mail's header refuses advertising mails, without a login.
 * The GET asks first, because programs open the links of a mail.
 */
export async function unsubscribeRoutes({ app, db, site, now, unsubscribe }: MailingsContext): Promise<void> {
  const answer = (reply: FastifyReply, status: number, page: string) =>
    reply
      .status(status)
      .headers({
        "content-security-policy": PAGE_POLICY,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      })
      .type("text/html; charset=utf-8")
      .send(page);

  await app.register(async (pages) => {
    // The content says nothing that the address does not say.
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (_request, _body, done) =>
      done(null, {}),
    );

    pages.get<{ Querystring: Query }>("/unsubscribe", async ({ query }, reply) => {
      const token = tokenOf(query);
      if (unsubscribe.open(token) === null) return answer(reply, 400, unsubscribePage(site, "invalid"));
      return answer(reply, 200, unsubscribePage(site, { token }));
    });

    pages.post<{ Querystring: Query }>(
      "/unsubscribe",
      { bodyLimit: FORM_MAX, config: { upload: { fileSize: FORM_MAX } } },
      async ({ query }, reply) => {
        const userId = unsubscribe.open(tokenOf(query));
        if (userId === null) return answer(reply, 400, unsubscribePage(site, "invalid"));
        await decide(db, [userId, new Date(now()).toISOString(), false, false, "link", null]);
        return answer(reply, 200, unsubscribePage(site, "done"));
      },
    );
  });
}
