import * as z from "zod/mini";
import { call } from "./route.ts";
import { opaque } from "./text.ts";

/** Characters. The browser cuts what is longer. */
export const ERROR_TEXT_MAX = 500;

const part = (label: string) => opaque(label, { max: ERROR_TEXT_MAX });

export const browserErrors = {
  /** No person is known or stored: `page` and `message` lose what could name one. */
  report: call("Report an error of the browser application", {
    body: z.object({
      /** The path of the page. */
      page: part("ページ"),
      /** Names the build: the hash in the name of its first file. */
      release: opaque("版", { max: 20 }),
      message: part("エラーの内容"),
      /** The top of the stack. It only tells errors of browser extensions apart. */
      source: z.optional(part("エラーの場所")),
    }),
    response: { 200: z.object({}) },
    errors: [429],
  }),
};
