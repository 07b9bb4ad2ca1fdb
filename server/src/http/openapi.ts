import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { SiteSettings } from "../config/config.ts";

/** Serves `/openapi.json`, generated from the contract. Register it before the routes. */
export const openapiPlugin = fp(async (app: FastifyInstance, { site }: { site: SiteSettings }) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: site.name, version: "1" },
      servers: [{ url: site.publicUrl }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: (call) => {
      const { schema, url } = jsonSchemaTransform(call);
      const access = call.route.config?.access;
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      const security = access === "public" ? [] : [{ bearer: [] }];
      const consumes = call.route.config?.upload && { consumes: ["multipart/form-data"] };
      return { schema: { ...schema, ...consumes, security, description: `Access: ${access}` }, url };
    },
  });
  app.get("/openapi.json", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").send(app.swagger()),
  );
});
