import type { World } from "../state/world.ts";
import { PAGES } from "./context.ts";

const SETTING = "public_url";

/** Moves the pages to another origin and rewrites the addresses that were issued before. */
export function setPublicUrl(world: World, publicUrl: string): void {
  const { store } = world;
  const before = store.get("setting", SETTING)?.value ?? null;
  world.settings.publicUrl = publicUrl;
  if (before === publicUrl) return;
  const moved = (url: string | null | undefined): string | null => {
    if (url === null || url === undefined || before === null) return url ?? null;
    return url.startsWith(`${before}${PAGES}/`) ? publicUrl + url.slice(before.length) : url;
  };
  world.transact(null, () => {
    store.put("setting", { id: SETTING, value: publicUrl });
    for (const invoice of store.all("invoice")) {
      const { hosted_invoice_url, invoice_pdf } = invoice;
      store.put("invoice", {
        ...invoice,
        hosted_invoice_url: moved(hosted_invoice_url),
        invoice_pdf: moved(invoice_pdf),
      });
    }
    for (const note of store.all("credit_note")) {
      store.put("credit_note", { ...note, pdf: moved(note.pdf) ?? note.pdf });
    }
    for (const session of store.all("checkout_session")) {
      if (session.url !== null) store.put("checkout_session", { ...session, url: moved(session.url) });
    }
  });
}
