import { composeLegal, LEGAL_PATHS, type LegalPageProps } from "@manabiya/contract/legal/compose.ts";
import { LEGAL_PAGES, type LegalPage } from "@manabiya/contract/legal/forms.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { listAt } from "../price-lists.ts";
import { loadRenderer } from "../published-pages.ts";
import type { LiveSite } from "../live-site.ts";
import type { Database } from "../../db/open.ts";
import type { TypedFastify } from "../../http/route-context.ts";
import { createPage, type PageHandler } from "../pages.ts";
import { completeForm } from "./stored-form.ts";
import { legalFacts } from "./facts.ts";
import { externalUrl } from "./live-legal.ts";
import { readVersion } from "./queries.ts";

interface Options {
  webRoot: string;
  site: LiveSite;
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Rendered versions that a process holds. The others are rendered again when somebody reads them. */
const RENDERED_MAX = 30;

/** Serves the legal pages that the operator published, and their earlier versions. */
export function addLegalPages(app: TypedFastify, { webRoot, site, db, now }: Options): void {
  const rendered = new Map<string, Promise<PageHandler>>();
  let changes = site.changes;

  function handlerOf(page: LegalPage, props: Omit<LegalPageProps, "text">): Promise<PageHandler> {
    if (changes !== site.changes || rendered.size > RENDERED_MAX) rendered.clear();
    changes = site.changes;
    const key = `${page} ${props.version.revision} ${listAt(site.prices, now())?.revision}`;
    const handler = rendered.get(key) ?? createPage(() => render(page, props), { site, at: now() });
    rendered.set(key, handler);
    handler.catch(() => rendered.delete(key));
    return handler;
  }

  async function render(page: LegalPage, props: Omit<LegalPageProps, "text">): Promise<string | null> {
    const [stored] = await readVersion(db, [`legal-${page}`, props.version.revision]);
    if (!stored) return null;
    const text = composeLegal(page, completeForm(page, stored.content.form), legalFacts(site, now()));
    const { renderLegal, STYLESHEET } = await loadRenderer(webRoot);
    return renderLegal({ ...props, text }, { stylesheet: STYLESHEET });
  }

  for (const page of LEGAL_PAGES) {
    const path = LEGAL_PATHS[page];
    const send = async (request: FastifyRequest, reply: FastifyReply, wanted: string | null) => {
      const { inForce, coming, held } = site.legal[page];
      const external = externalUrl(site, page);
      // As every address that is no page.
      if (inForce === null) return reply.redirect(external ?? site.firstLanding);
      if (wanted === null && external !== null) return reply.redirect(external);
      const version =
        wanted === null ? inForce : [...held, ...(coming ? [coming] : [])].find((one) => `${one.revision}` === wanted);
      // A notice may lead to a version that was withdrawn.
      const wasPublished = Number(wanted) > 0 && Number(wanted) < Math.max(inForce.revision, coming?.revision ?? 0);
      if (!version) return reply.redirect(wasPublished ? path : site.firstLanding);
      const state = version === inForce ? "in_force" : version === coming ? "coming" : "earlier";
      const handler = await handlerOf(page, { path, version, state, coming, versions: held });
      return handler(request, reply);
    };
    app.get(path, (request, reply) => send(request, reply, null));
    app.get<{ Params: { version: string } }>(`${path}/:version`, (request, reply) =>
      send(request, reply, request.params.version),
    );
  }
}
