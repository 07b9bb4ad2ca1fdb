import { contract } from "@manabiya/contract";
import { referenceValues } from "../../catalogue/videos/reference.ts";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { notFound } from "../../errors/app-error.ts";
import { listBegunCourses, markLesson } from "./queries.ts";

export function courseRoutes({ app, db, now }: CatalogueContext): void {
  app.answer(contract.courses.list, async ({ currentUser }) => ({
    results: await listBegunCourses(db, [currentUser.id, new Date(now()).toISOString()]),
  }));

  app.answer(contract.courses.mark, async ({ params: { id }, body, currentUser }) => {
    const at = now();
    const is_finished = body?.is_finished ?? true;
    const reference = referenceValues(id, currentUser, at);
    const [video] = await markLesson(db, [...reference, new Date(at).toISOString(), currentUser.id, is_finished]);
    if (!video) throw notFound("動画");
    return { is_finished };
  });
}
