import { contract } from "@manabiya/contract";
import { addDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { Film } from "@manabiya/contract/staff/video-files.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import { cancelFilm, readFilmState, requestFilms, sumFilms } from "../../catalogue/films/queries.ts";
import { notFound, only } from "../../errors/app-error.ts";
import type { StaffContext } from "../context.ts";
import { findAdminVideo } from "./queries.ts";

/** Days whose deliveries count, today among them. */
const DELIVERY_DAYS = 30;

/** The preparation of stored films in several qualities. */
export function adminFilmRoutes({ app, db, storage, catalogue, canPrepareFilms, site, now }: StaffContext): void {
  const calls = contract.adminFilms;
  const at = () => new Date(now()).toISOString();

  /** @throws 404 */
  const filmOf = async ({ params, currentUser }: { params: { id: string }; currentUser: CurrentUser }) => {
    const { host, video_id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    if (host !== "file") throw notFound("動画ファイル");
    return video_id;
  };

  const read = async (film: string): Promise<Film> => {
    return { ...only(await readFilmState(db, [film, at()])), is_available: canPrepareFilms };
  };

  app.answer(calls.get, async (request) => read(await filmOf(request)));

  app.answer(calls.prepare, async (request) => {
    const film = await filmOf(request);
    await requestFilms(db, [[film], at()]);
    return read(film);
  });

  app.answer(calls.cancel, async (request) => {
    const film = await filmOf(request);
    const files = await db.transaction(async (tx) => {
      const cancelled = await cancelFilm(tx, [film]);
      if (cancelled.length > 0) await bumpCatalogue(tx);
      return cancelled;
    });
    catalogue.invalidate();
    for (const { name } of files) await storage.remove("videos", name);
    return read(film);
  });

  app.answer(calls.sum, async () => {
    const { film_storage_price, film_delivery_price } = site.form;
    const since = addDays(japanDay(now()), 1 - DELIVERY_DAYS);
    const sum = only(await sumFilms(db, [since, film_storage_price, film_delivery_price]));
    return { ...sum, is_available: canPrepareFilms };
  });

  app.answer(calls.prepareAll, async () => {
    const films = await requestFilms(db, [null, at()]);
    return { message: `動画${films.length.toLocaleString("ja")}本の画質の準備を始めます。` };
  });
}
