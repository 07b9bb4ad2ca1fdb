import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { NOTICE_PAGE_SIZE } from "../rules/pager.ts";
import { Instant, params } from "../text.ts";

export { NOTICE_PAGE_SIZE };

export const NoticeCategory = z.enum(["information", "maintenance", "feature", "campaign"]);
export type NoticeCategory = z.infer<typeof NoticeCategory>;

export const Notice = z.object({
  id: z.int(),
  created_at: Instant,
  notice_category: NoticeCategory,
  /** The category's Japanese label. */
  notice_category_display: z.string(),
  notice_title: z.string(),
  /** As in a video's card. */
  notice_title_breaks: z.array(z.int()),
  notice_content: z.string(),
  is_read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const notices = {
  /** The number of unread notices. Notices from before the member joined count as read. */
  count: call("Count unread notices", { response: { 200: z.object({ count: z.int() }) } }),
  list: call("List notices", {
    querystring: z.object({
      page: Page,
      page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), NOTICE_PAGE_SIZE),
    }),
    response: { 200: paged(Notice) },
  }),
  /** Marks a notice as read and returns the number of unread ones. */
  read: call("Mark a notice as read", { params, response: { 200: z.object({ count: z.int() }) } }),
  /** Returns the number of unread notices, which is 0. */
  readAll: call("Mark every notice as read", { response: { 200: z.object({ count: z.int() }) } }),
};
