import { contract } from "@manabiya/contract";
import { QUESTION_PICTURES_MAX } from "@manabiya/contract/lists/note-limits.ts";
import { lockAccount } from "../../accounts/login/accounts.ts";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { referenceValues } from "../../catalogue/videos/reference.ts";
import type { Database } from "../../db/open.ts";
import { AppError, only } from "../../errors/app-error.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { encodePicture } from "./picture.ts";
import * as queries from "./queries.ts";

/** Milliseconds. An account that is younger asks less. */
const NEW_ACCOUNT = 24 * 60 * 60 * 1000;

/** Questions about videos. Staff have their own calls (staff/videos/questions/). */
export function questionRoutes({ app, db, site, now }: CatalogueContext): void {
  const { ofVideo, ask, correct, setPicture, picture, withdraw, want, report } = contract.questions;
  const at = () => new Date(now()).toISOString();

  /** The one row. @throws 404, also while the site takes no questions */
  async function find<Row>(
    read: (db: Database, values: unknown[]) => Promise<Row[]>,
    values: unknown[],
    label = "質問",
  ) {
    return only(site.takesQuestions ? await read(db, values) : [], label);
  }

  /** @throws 404 for one's own, too */
  const findOthers = (id: number, userId: number) => find(queries.findOthersQuestion, [userId, id, at()]);

  const readAsker = (userId: number) => find(queries.readAsker, [userId], "会員");

  /** @throws AppError 400 about a member who was blocked */
  async function requireAsker(userId: number) {
    const asker = await readAsker(userId);
    if (!asker.is_blocked) return asker;
    const message = "スタッフの設定により、質問を送信できません。お困りのことは、お問い合わせ先にご連絡ください。";
    throw new AppError(400, "blocked_from_asking", message);
  }

  app.answer(ofVideo, async ({ params: { id }, currentUser }) => {
    const video = await find(queries.findAskable, [...referenceValues(id, currentUser, now()), at()], "動画");
    return {
      results: await queries.listQuestionsOfVideo(db, [currentUser.id, video.id]),
      ...(await readAsker(currentUser.id)),
    };
  });

  app.answer(ask, async ({ params: { id }, body, currentUser }) => {
    const video = await find(queries.findAskable, [...referenceValues(id, currentUser, now()), at()], "動画");
    await requireAsker(currentUser.id);
    const { second, text, nickname, is_public } = body;
    const isNew = now() - Date.parse(currentUser.created_at) < NEW_ACCOUNT;
    const questions = await db.transaction(async (tx) => {
      // A second press at the same moment waits, and finds the question of the first.
      await lockAccount(tx, [currentUser.id]);
      const same = await queries.findSameQuestion(tx, [currentUser.id, video.id, text]);
      const stored = same.find((question) => question.is_public === is_public);
      if (stored) return [stored];
      // The member saw no answer, and chose other readers since.
      const asked = same.find(({ answer }) => answer === null);
      const values = asked && [currentUser.id, asked.id, at(), text, nickname, is_public];
      const corrected = values ? await queries.correctQuestion(tx, values) : [];
      if (corrected.length > 0) return corrected;
      await countHit(tx, isNew ? "newMembersQuestion" : "question", { member: currentUser.id }, now());
      return queries.insertQuestion(tx, [currentUser.id, video.id, second, text, nickname, is_public, at()]);
    });
    return only(questions);
  });

  /** Staff look at it again. @throws 404, 400 when it has an answer or is hidden */
  async function change(update: typeof queries.setPicture, id: number, userId: number, ...fields: unknown[]) {
    const [changed] = await update(db, [userId, id, at(), ...fields]);
    if (changed) return changed;
    const message = "回答が届いたか、スタッフが非表示にしたため、質問を変更できません。";
    throw new AppError(400, "question_answered", message);
  }

  app.answer(correct, async ({ params: { id }, body: { text, nickname, is_public }, currentUser }) => {
    await find(queries.findOwnQuestion, [currentUser.id, id, at()]);
    await requireAsker(currentUser.id);
    return change(queries.correctQuestion, id, currentUser.id, text, nickname, is_public);
  });

  app.answer(setPicture, async ({ params: { id }, body, currentUser }) => {
    await find(queries.findOwnQuestion, [currentUser.id, id, at()]);
    const { pictures } = await requireAsker(currentUser.id);
    await countHit(db, "questionPicture", { member: currentUser.id }, now());
    if (pictures >= QUESTION_PICTURES_MAX) {
      const message = `画像を付けられる質問は${QUESTION_PICTURES_MAX}件までです。質問は、画像がなくても送信できます。`;
      throw new AppError(400, "too_many_pictures", message);
    }
    return change(queries.setPicture, id, currentUser.id, await encodePicture(body.picture));
  });

  app.answer(picture, ({ params: { id }, currentUser }) =>
    find(queries.readPicture, [currentUser.id, id, at()], "画像"),
  );

  app.answer(withdraw, async ({ params: { id }, currentUser }) => {
    const values = [currentUser.id, id, at()];
    await find(queries.findOwnQuestion, values);
    if ((await queries.withdrawQuestion(db, values)).length > 0) return { deleted: true };
    const message =
      "回答済みの質問は、ほかの会員も見ているため、取り下げられません。お困りの場合は、お問い合わせください。";
    throw new AppError(400, "question_answered", message);
  });

  app.answer(want, async ({ params: { id }, body: { is_wanted }, currentUser }) => {
    await findOthers(id, currentUser.id);
    if (is_wanted) await queries.mark(db, [currentUser.id, id, false, "", at()]);
    else await queries.unwant(db, [currentUser.id, id]);
    return findOthers(id, currentUser.id);
  });

  app.answer(report, async ({ params: { id }, body: { reason }, currentUser }) => {
    await findOthers(id, currentUser.id);
    await countHit(db, "questionReport", { member: currentUser.id }, now());
    await queries.mark(db, [currentUser.id, id, true, reason, at()]);
    return { reported: true };
  });
}
