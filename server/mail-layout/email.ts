import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Mail programs without the media query keep the light colours of the elements. */
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.page>table>tbody>tr>td{background-color:#11141a!important}
.card{background-color:#1a1f29!important;border-color:#7d8798!important}
.ink{color:#ece9e1!important}
.muted{color:#a9b0bd!important}
.line{border-color:#7d8798!important}
.link{color:#9cc0f2!important}
.button{background-color:#9cc0f2!important;color:#11141a!important}
}`;

const FONT = "'Hiragino Sans','Yu Gothic UI','Noto Sans JP',sans-serif";
const TEXT = { margin: "0 0 16px", fontFamily: FONT, fontSize: "16px", lineHeight: "1.8" };
const SMALL = { ...TEXT, margin: "0", fontSize: "13px" };

/** Characters. The library fills the line in lists of mails up to 150 with invisible ones. */
const PREHEADER_LENGTH = 90;

const page = h(
  Html,
  { lang: "ja" },
  h(
    Head,
    null,
    h("meta", { name: "viewport", content: "width=device-width,initial-scale=1" }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("meta", { name: "supported-color-schemes", content: "light dark" }),
    h("title", null, "%TITLE%"),
    h("style", null, "%STYLE%"),
  ),
  h(
    Body,
    { className: "page", style: { margin: "0", padding: "16px 8px", backgroundColor: "#faf8f3" } },
    h(Preview, null, "%PREHEADER%".padEnd(PREHEADER_LENGTH)),
    h(
      Container,
      {
        className: "card",
        style: {
          maxWidth: "608px",
          padding: "24px 20px",
          backgroundColor: "#ffffff",
          border: "1px solid #857d6e",
          borderRadius: "8px",
        },
      },
      h(
        Section,
        null,
        h(Text, { style: { ...SMALL, margin: "0 0 16px", fontSize: "16px", fontWeight: "bold" } }, "%BRAND%"),
        h(
          Heading,
          {
            as: "h1",
            className: "ink",
            style: { margin: "0 0 16px", color: "#1b1e24", font: `bold 20px/1.4 ${FONT}` },
          },
          "%TITLE%",
        ),
        "%BLOCKS%",
      ),
      h(
        Section,
        { className: "line", style: { marginTop: "32px", borderTop: "1px solid #857d6e", paddingTop: "16px" } },
        h(Text, { className: "muted", style: { ...SMALL, color: "#5c5f66" } }, "%FOOTER%"),
      ),
    ),
  ),
);

const button = h(
  Section,
  { style: { margin: "8px 0 16px" } },
  h(
    Button,
    {
      href: "%URL%",
      className: "button",
      style: {
        padding: "12px 24px",
        borderRadius: "8px",
        backgroundColor: "#1f4478",
        color: "#ffffff",
        font: `16px/1.5 ${FONT}`,
      },
    },
    "%LABEL%",
  ),
  h(
    Text,
    { className: "muted", style: { ...SMALL, margin: "8px 0 0", color: "#5c5f66", wordBreak: "break-all" } },
    "%URL%",
  ),
);

/** The parts of every mail. `%NAME%` is replaced when a mail is composed. */
export function renderLayout(): Record<"page" | "paragraph" | "button" | "link", string> {
  const render = (element: ReactElement) =>
    renderToStaticMarkup(element).replace("%STYLE%", DARK.trim().replaceAll("\n", ""));
  return {
    page: `<!DOCTYPE html>${render(page)}`,
    paragraph: render(h(Text, { className: "ink", style: { ...TEXT, color: "#1b1e24" } }, "%TEXT%")),
    button: render(button),
    link: render(
      h(
        Link,
        { href: "%URL%", className: "link", style: { color: "#1f4478", textDecorationLine: "underline" } },
        "%LABEL%",
      ),
    ),
  };
}
