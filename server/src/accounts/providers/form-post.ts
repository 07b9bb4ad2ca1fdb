import type { AccountsContext } from "../context.ts";
import { ProviderKey, ProviderReturn } from "@manabiya/contract/accounts/providers.ts";
import { notFound } from "../../errors/app-error.ts";

/**
 * Apple sends people back by a form. Browsers leave our cookie out of a form of another site, and send it with the page to
 * which this answer leads on. A name in the form goes no further.
 */
export function addFormPost({ app }: AccountsContext): void {
  void app.register(async (pages) => {
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.post<{ Params: { provider: string } }>("/login/with/:provider", async ({ params, body }, reply) => {
      const [provider, sent] = [ProviderKey.safeParse(params.provider), ProviderReturn.safeParse(body)];
      if (!provider.success || !sent.success) throw notFound("ページ");
      const query = new URLSearchParams(sent.data as Record<string, string>);
      return reply
        .header("cache-control", "no-store")
        .redirect(`/login/with/${provider.data}?${query.toString()}`, 303);
    });
  });
}
