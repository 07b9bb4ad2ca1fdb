import { LandingPage, type LandingPageProps } from "./landing-page.tsx";
import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";

interface LandingDocumentProps extends LandingPageProps {
  stylesheet: string;
}

/** The HTML document around a landing page: no script, one stylesheet. */
export function LandingDocument({ stylesheet, ...page }: LandingDocumentProps) {
  const {
    path,
    search: { title, description },
  } = page.copy;
  const address = `${placeholder("PUBLIC_URL")}${path}`;
  const fullTitle = `${title}｜${placeholder("SITE_NAME")}`;
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1f29" />
        <link rel="canonical" href={address} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={stylesheet} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="ja_JP" />
        <meta property="og:site_name" content={placeholder("SITE_NAME")} />
        <meta property="og:title" content={fullTitle} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${placeholder("PUBLIC_URL")}/og.png`} />
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>
        <p id="old-browser">
          お使いのブラウザーでは、このサイトを正しく表示できません。Safari 17.5、Chrome 123、Firefox
          125以降の新しいブラウザーでご覧ください。
        </p>
        <LandingPage {...page} />
      </body>
    </html>
  );
}
