import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { referenceValues } from "../../catalogue/videos/reference.ts";
import type { Database } from "../../db/open.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { QUESTION_PICTURES_MAX } from "@manabiya/contract/lists/note-limits.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { encodePicture, presentPicture } from "./picture.ts";
import * as queries from "./queries.ts";

/** Milliseconds. An account that is younger asks less. */
const NEW_ACCOUNT = 24 * 60 * 60 * 1000;

/** Questions about videos. Staff have their own calls (staff/questions/). */
export function questionRoutes({ app, db, site, now }: CatalogueContext): void {
  const { ofVideo, ask, correct, setPicture, picture, withdraw, want, report } = contract.questions;

  /** @throws 404, also when the site or the video takes no questions */
  async function findVideo(id: string, currentUser: CurrentUser): Promise<number> {
    const values = [...referenceValues(id, currentUser, now()), new Date(now()).toISOString()];
    const [video] = site.takesQuestions ? await queries.findAskable(db, values) : [];
    if (!video) throw notFound("動画");
    return video.id;
  }

  /** @throws 404 for one's own, too */
  async function findOthers(id: number, userId: number) {
    const values = [userId, id, new Date(now()).toISOString()];
    const [question] = site.takesQuestions ? await queries.findOthersQuestion(db, values) : [];
    if (!question) throw notFound("質問");
    return question;
  }

  /** @throws 404, also when the site or the video takes no questions */
  async function requireOwn(id: number, userId: number) {
    const values = [userId, id, new Date(now()).toISOString()];
    const found = site.takesQuestions ? await queries.findOwnQuestion(db, values) : [];
    if (found.length === 0) throw notFound("質問");
    return values;
  }

  async function readAsker(userId: number) {
    const [asker] = await queries.readAsker(db, [userId]);
    return asker ?? { nickname: null, pictures: 0, is_blocked: true };
  }

  /** @throws AppError 400 about a member who was blocked */
  async function requireAsker(userId: number) {
    const asker = await readAsker(userId);
    if (!asker.is_blocked) return asker;
    const message = "スタッフの設定により、質問を送信できません。お困りのことは、お問い合わせ先にご連絡ください。";
    throw new AppError(400, "blocked_from_asking", message);
  }

  app.answer(ofVideo, async ({ params: { id }, currentUser }) => {
    const video = await findVideo(id, currentUser);
    return {
      results: await queries.listQuestionsOfVideo(db, [currentUser.id, video]),
      ...(await readAsker(currentUser.id)),
    };
  });

  app.answer(ask, async ({ params: { id }, body, currentUser }) => {
    const video = await findVideo(id, currentUser);
    await requireAsker(currentUser.id);
    const { second, text, nickname, is_public } = body;
    const findSame = (reads: Database) => queries.findSameQuestion(reads, [currentUser.id, video, text]);
    const [same] = await findSame(db);
    if (same) return same;
    const isNew = now() - Date.parse(currentUser.created_at) < NEW_ACCOUNT;
    await countHit(db, isNew ? "newMembersQuestion" : "question", { member: currentUser.id }, now());
    const values = [currentUser.id, video, second, text, nickname, is_public, new Date(now()).toISOString()];
    const [question] = await db.transaction(async (tx) => {
      await queries.lockAsker(tx, [currentUser.id]);
      const asked = await findSame(tx);
      return asked.length > 0 ? asked : queries.insertQuestion(tx, values);
    });
    if (!question) throw new Error("The statement returned no question.");
    return question;
  });

  app.answer(correct, async ({ params: { id }, body: { text, nickname, is_public }, currentUser }) => {
    const values = await requireOwn(id, currentUser.id);
    await requireAsker(currentUser.id);
    const [corrected] = await queries.correctQuestion(db, [...values, text, nickname, is_public]);
    if (corrected) return corrected;
    throw noLongerChanged();
  });

  app.answer(setPicture, async ({ params: { id }, body: { picture }, currentUser }) => {
    const values = await requireOwn(id, currentUser.id);
    const { pictures } = await requireAsker(currentUser.id);
    await countHit(db, "questionPicture", { member: currentUser.id }, now());
    if (pictures >= QUESTION_PICTURES_MAX) {
      const message = `画像を付けられる質問は${QUESTION_PICTURES_MAX}件までです。質問は、画像がなくても送信できます。`;
      throw new AppError(400, "too_many_pictures", message);
    }
    const [changed] = await queries.setPicture(db, [...values, await encodePicture(picture)]);
    if (changed) return changed;
    throw noLongerChanged();
  });

  app.answer(picture, async ({ params: { id }, currentUser }) => {
    const values = [currentUser.id, id, new Date(now()).toISOString()];
    return presentPicture(site.takesQuestions ? await queries.readPicture(db, values) : []);
  });

  app.answer(withdraw, async ({ params: { id }, currentUser }) => {
    const values = await requireOwn(id, currentUser.id);
    const withdrawn = await queries.withdrawQuestion(db, values);
    if (withdrawn.length > 0) return { deleted: true };
    const message =
      "回答済みの質問は、ほかの会員も見ているため、取り下げられません。お困りの場合は、お問い合わせください。";
    throw new AppError(400, "question_answered", message);
  });

  app.answer(want, async ({ params: { id }, body: { is_wanted }, currentUser }) => {
    await findOthers(id, currentUser.id);
    if (is_wanted) await queries.mark(db, [currentUser.id, id, false, "", new Date(now()).toISOString()]);
    else await queries.unwant(db, [currentUser.id, id]);
    return findOthers(id, currentUser.id);
  });

  app.answer(report, async ({ params: { id }, body: { reason }, currentUser }) => {
    await findOthers(id, currentUser.id);
    await countHit(db, "questionReport", { member: currentUser.id }, now());
    await queries.mark(db, [currentUser.id, id, true, reason, new Date(now()).toISOString()]);
    return { reported: true };
  });
}

const noLongerChanged = () =>
  new AppError(400, "question_answered", "回答が届いたか、スタッフが非表示にしたため、質問を変更できません。");
