import { randomBytes } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { notFound, only } from "../../errors/app-error.ts";
import * as queries from "./queries.ts";

/** 修了証: computed when a member asks for them, so that watching and marking cost no more. */
export function certificateRoutes({ app, db, site, now }: CatalogueContext): void {
  const { list, issue, open } = contract.certificates;
  const at = () => new Date(now()).toISOString();
  const areIssued = () => site.form.certificates === "on";

  app.answer(list, async ({ currentUser }) => ({
    results: await queries.listCertificates(db, [currentUser.id, at(), areIssued()]),
  }));

  app.answer(issue, async ({ params: { id }, body: { name }, currentUser }) => {
    // 128 bits, which nobody guesses: short, because it stands on paper, too.
    const link = randomBytes(16).toString("base64url");
    let [certificate] = await queries.renameCertificate(db, [currentUser.id, id, name, link]);
    if (!certificate && name !== null && areIssued()) {
      [certificate] = await queries.issueCertificate(db, [currentUser.id, at(), id, name, link]);
    }
    if (!certificate) throw notFound("修了したコース");
    return certificate;
  });

  app.answer(open, async ({ params: { link } }) => {
    const certificate = only(await queries.openCertificate(db, [link]), "修了証");
    const { certificate_title: title, certificate_text: sentence, certificate_signature } = site.form;
    return { ...certificate, title, sentence, signature: certificate_signature ?? site.name };
  });
}
