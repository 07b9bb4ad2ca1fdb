import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/**
 * Swagger UI renders sanitized Markdown as HTML, which our CSP allows through a Trusted Types policy alone. Scripts stay
 * refused, because the policy creates HTML only.
 */
const TRUSTED_TYPES = `window.trustedTypes?.createPolicy("default", { createHTML: (html) => html });`;

/** `/api/docs/`: a page of all calls, from the document of openapi.ts. Register it after that plugin. */
export const apiDocsPlugin = fp(async (app: FastifyInstance, { siteName }: { siteName: string }) => {
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: {
      layout: "BaseLayout",
      docExpansion: "none",
      filter: true,
      // The messages to other tools, closed at first.
      defaultModelsExpandDepth: 0,
      defaultModelRendering: "example",
    },
    // Swagger UI resolves 3.1 documents five times as slowly, and this page shows examples, which both versions share.
    transformSpecification: (document) => ({ ...document, openapi: "3.0.4" }),
    theme: { title: `${siteName} API`, js: [{ filename: "trusted-types.js", content: TRUSTED_TYPES }] },
  });
});
