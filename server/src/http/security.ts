import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import helmet, { type HelmetOptions } from "helmet";
import type { SiteSettings } from "../config/config.ts";
import { isApiRoute } from "./api-route.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** For answers that no hook sees, because the URL cannot be decoded. */
    securityHeaders: OutgoingHttpHeaders;
  }
}

/** Adds security headers to every response. The CSP allows only our own script files, and Trusted Types block HTML from strings. */
export const securityPlugin = fp(async (app: FastifyInstance, { site }: { site: SiteSettings }) => {
  const own = ["'self'", ...(site.apiHost === null ? [] : [site.apiHost])];
  const films = site.mediaUrl === null ? [] : [site.mediaUrl];
  const isHttps = site.publicUrl.startsWith("https://");
  const headers = helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: [...own, "data:", "https://i.ytimg.com", ...films],
        mediaSrc: [...own, "blob:", ...films],
        // The player reads segments of a film itself.
        connectSrc: [...own, ...films],
        frameSrc: ["https://www.youtube-nocookie.com", "https://player.vimeo.com"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // The video hosts refuse to play without a referrer.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: site.hstsSubdomains },
    crossOriginResourcePolicy: { policy: site.webOrigins.length > 0 ? "cross-origin" : "same-origin" },
    crossOriginEmbedderPolicy: false,
  });
  app.decorate("securityHeaders", headers);
  app.addHook("onRequest", (request, reply, done) => {
    if (isApiRoute(request)) reply.header("cache-control", "no-store");
    reply.headers(headers);
    done();
  });
  if (site.webOrigins.length > 0) {
    await app.register(cors, {
      origin: site.webOrigins,
      methods: ["GET", "POST", "PUT", "DELETE"],
      credentials: true,
      maxAge: 600,
    });
  }
});

/** Computes helmet's headers once. Fastify sets them per response: headers on Node's own response would be validated twice. */
function helmetHeaders(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}
