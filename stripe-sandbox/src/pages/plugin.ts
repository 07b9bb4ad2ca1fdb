import type { FastifyInstance } from "fastify";
import type { StripeSandbox } from "../server.ts";

/**
 * Serves the provider's pages, not its API, on the product's own origin, so that a visitor needs one port only.
 * Start the sandbox with the same `publicUrl`.
 */
export async function stripePagesPlugin(
  app: FastifyInstance,
  { sandbox }: { sandbox: Pick<StripeSandbox, "answerPage"> },
): Promise<void> {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.route({
    method: ["GET", "POST"],
    url: "/sandbox/stripe/*",
    handler: async (request, reply) => {
      const site = request.headers["sec-fetch-site"];
      const answer = sandbox.answerPage({
        method: request.method,
        url: request.url,
        headers: { "sec-fetch-site": typeof site === "string" ? site : undefined },
        body: typeof request.body === "string" ? request.body : "",
      });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    },
  });
}
