import { COLLEAGUE_TASKS } from "../colleagues.ts";
import { BOOKS_TASKS } from "./books.ts";
import { CONTENT_TASKS } from "./content.ts";
import { DESK_TASKS } from "./desk.ts";
import { FIGURE_TASKS } from "../figures.ts";
import { MEMBER_TASKS } from "../members.ts";
import { MONEY_TASKS } from "../money.ts";
import { NOTICE_TASKS } from "../notices.ts";
import { RELEASE_TASKS } from "./releases.ts";
import { SITE_TASKS } from "./site.ts";
import type { Task } from "../task.ts";
import { UNDO_TASKS } from "./undo.ts";
import { VIDEO_TASKS } from "../videos.ts";

export interface YearTask {
  name: string;
  /** The tasks that walk it on screens, or the reason why no screen does it. */
  done: Task[] | string;
}

/** The work of an operator's year, in the order in which it was first tried. */
export const YEAR: readonly YearTask[] = [
  { name: "site name, logo", done: [SITE_TASKS.nameAndLogo] },
  { name: "特商法, terms, privacy", done: [SITE_TASKS.legalPages] },
  { name: "landing texts", done: [SITE_TASKS.landing] },
  { name: "prices", done: [SITE_TASKS.startPrices] },
  { name: "category", done: [CONTENT_TASKS.makeCategory] },
  { name: "videos by paste", done: [VIDEO_TASKS.publishByPaste] },
  { name: "file", done: [CONTENT_TASKS.publishFile] },
  { name: "captions", done: [CONTENT_TASKS.publishCaptions] },
  { name: "course", done: [CONTENT_TASKS.makeCourse] },
  { name: "open lesson", done: [CONTENT_TASKS.openLesson] },
  { name: "notice with mail", done: [NOTICE_TASKS.draftScheduleAndMail, NOTICE_TASKS.chooseAudience] },
  { name: "price rise, members kept or moved after 30 days", done: [SITE_TASKS.startPrices, SITE_TASKS.raisePrices] },
  { name: "refund, whole or part, end of contract", done: [MONEY_TASKS.refund, MONEY_TASKS.endPlan] },
  // The evidence is given on the provider's page, to which the alert leads.
  { name: "dispute", done: [BOOKS_TASKS.settleDispute] },
  { name: "failing cards", done: [MONEY_TASKS.findFailing] },
  { name: "dead videos", done: [FIGURE_TASKS.findDeadVideos] },
  { name: "staff member leaves", done: [COLLEAGUE_TASKS.inviteDemoteRemove] },
  { name: "member cannot watch", done: [MEMBER_TASKS.seeWhy] },
  { name: "leaked password", done: [DESK_TASKS.disablePassword] },
  { name: "mail refused", done: [DESK_TASKS.correctDeadAddress] },
  { name: "wrong edit of 100 videos", done: [UNDO_TASKS.wrongEdit] },
  { name: "deleted video back", done: [UNDO_TASKS.deletedVideo] },
  { name: "deleted category, playlist, notice back", done: [UNDO_TASKS.deletedRecords] },
  { name: "account shared by ten", done: [DESK_TASKS.endSharing] },
  { name: "deletion request", done: [MEMBER_TASKS.closeAccount] },
  { name: "data request", done: [DESK_TASKS.handOverData] },
  { name: "tax audit", done: [BOOKS_TASKS.salesFile] },
  { name: "coupon", done: [BOOKS_TASKS.makeAndEndCoupon] },
  {
    name: "secrets after an incident",
    done: "they are the environment's, which no screen may read; a restart follows",
  },
  { name: "server dies", done: "without a server there is no screen" },
  { name: "other host", done: "the new server is made before there is a screen on it" },
  { name: "new release, back", done: [RELEASE_TASKS.changeRelease] },
  { name: "reason of a slow or failing site", done: [SITE_TASKS.seeReason] },
  { name: "who changed this", done: [UNDO_TASKS.whoChanged] },
];
