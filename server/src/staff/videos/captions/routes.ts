import { contract } from "@manabiya/contract";
import { CAPTIONS_MAX_BYTES } from "@manabiya/contract/catalogue/captions.ts";
import { beyondFilm } from "@manabiya/contract/rules/clock-time.ts";
import type { StaffContext } from "../../context.ts";
import { validationError } from "../../../errors/app-error.ts";
import { editRecord } from "../../edit-record.ts";
import { findAdminVideo, lockAdminVideo } from "../queries.ts";
import { refuseTooManyCaptions } from "./measure.ts";
import { ERRORS_SHOWN, parseCaptions } from "./parse.ts";
import { type CaptionsRow, readCaptions, replaceCaptions } from "./queries.ts";

export function adminCaptionRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const { get, set, read } = contract.adminCaptions;

  app.answer(get, async ({ params, currentUser }) => {
    const video = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    const [captions = none(video.id)] = await readCaptions(db, [video.id]);
    return captions;
  });

  app.route({
    ...set,
    bodyLimit: CAPTIONS_MAX_BYTES,
    // The schema reads every line before it counts them.
    preValidation: async ({ body }) => refuseTooManyCaptions(body),
    handler: async ({ params, body: { lines, published, revision }, currentUser }) => {
      const { after } = await editRecord<CaptionsRow, Pick<CaptionsRow, "published" | "lines">>(context, {
        label: "動画",
        lock: async (tx) => {
          const video = await lockAdminVideo(tx, { id: params.id, currentUser, now: now() });
          const beyond = lines.flatMap(({ starts_ms }, index) => {
            const sentence = beyondFilm(starts_ms / 1_000, video.duration);
            return sentence === null ? [] : [`${index + 1}行目：${sentence}`];
          });
          if (beyond.length > 0) throw validationError({ lines: beyond.slice(0, ERRORS_SHOWN) });
          return readCaptions(tx, [video.id]);
        },
        findVideos: (_, { id }) => [id],
        audit: { by: currentUser.id, action: "captions.update" },
        revision,
        desired: () => ({ published, lines: lines.toSorted((a, b) => a.starts_ms - b.starts_ms) }),
        write: async (tx, { id }, desired) => {
          await replaceCaptions(tx, { id, ...desired, at: new Date(now()).toISOString() });
          return readCaptions(tx, [id]);
        },
        // The texts stand in the table; the log would hold each of them with every change.
        logged: ({ before, after: next }) => ({ before: summaryOf(before), after: summaryOf(next) }),
      });
      return after;
    },
  });

  app.route({
    ...read,
    bodyLimit: CAPTIONS_MAX_BYTES,
    handler: async ({ params, body, currentUser }) => {
      const { duration } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      return parseCaptions(body.text, duration);
    },
  });
}

const none = (id: number): CaptionsRow => ({ id, published: false, revision: 0, updated_at: null, lines: [] });

const summaryOf = ({ published, lines }: Pick<CaptionsRow, "published" | "lines">) => ({
  published,
  lines: lines.length,
});
