import type { FastifyInstance } from "fastify";
import type { StripeSandbox } from "../server.ts";

/**
 * Serves the pages, not the API, on the application's origin, so that visitors need one port only.
 * The sandbox needs the same `publicUrl`.
 */
export async function stripePagesPlugin(
  app: FastifyInstance,
  { sandbox }: { sandbox: Pick<StripeSandbox, "answerPage"> },
): Promise<void> {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, body);
  });
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
