import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../context.ts";
import { only } from "../../errors/app-error.ts";
import { referenceValues } from "../videos/reference.ts";
import { findTranscript } from "./queries.ts";

/** Its access is the one of the video. The open lessons' routes have the call for visitors. */
export function transcriptRoutes({ app, db, now }: CatalogueContext): void {
  app.answer(contract.transcripts.ofVideo, async ({ params: { id }, currentUser }) => {
    const at = now();
    const values = [...referenceValues(id, currentUser, at), new Date(at).toISOString()];
    return only(await findTranscript(db, values), "動画");
  });
}
