import type { LegalPageProps } from "@manabiya/contract/legal/compose.ts";
import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import { LegalArticle } from "../legal/legal-article.tsx";
import { Footer } from "./sections/footer.tsx";
import { TopBar } from "./sections/top-bar.tsx";

/** "2026-12-01" → "2026年12月1日" */
const dayOf = (day: string) => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, "$1年$2月$3日");

/** The HTML document of a legal page: no script, the stylesheet of the landing pages. */
export function LegalDocument({ stylesheet, ...page }: LegalPageProps & { stylesheet: string }) {
  const { path, text, version, state, versions } = page;
  const title = `${text.title}｜${placeholder("SITE_NAME")}`;
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={`${placeholder("SITE_NAME")}の${text.title}です。`} />
        <meta name="color-scheme" content="light dark" />
        {state !== "in_force" && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={`${placeholder("PUBLIC_URL")}${path}`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <div className="print:hidden">
          <TopBar home={placeholder("FIRST_LANDING")} />
        </div>
        <main id="main" className="page-width max-w-4xl pt-24 pb-16 print:pt-0">
          <h1 className="text-xl md:text-2xl">{text.title}</h1>
          <p className="mt-2 mb-8 text-muted">
            {placeholder("SITE_NAME")}　第{version.revision}版　施行日：{dayOf(version.effective_on)}
          </p>
          <Standing {...page} />
          <LegalArticle text={text} heading="h2" />
          {(versions.length > 1 || state !== "in_force") && (
            <nav aria-labelledby="versions" className="mt-12 border-t pt-6 print:hidden">
              <h2 id="versions" className="text-base">
                これまでの版
              </h2>
              <ul className="mt-2">
                {versions.map(({ revision, effective_on }, index) => (
                  <li key={revision}>
                    <a
                      href={index === 0 ? path : `${path}/${revision}`}
                      aria-current={revision === version.revision ? "page" : undefined}
                      className="inline-flex min-h-target items-center underline"
                    >
                      第{revision}版（{dayOf(effective_on)}施行）{index === 0 && "：現在の版"}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </main>
        <div className="print:hidden">
          <Footer />
        </div>
      </body>
    </html>
  );
}

/** Says that another version holds, or will. */
function Standing({ path, state, version, coming }: LegalPageProps) {
  if (state === "in_force" && coming === null) return null;
  return (
    <div className="mb-8 rounded-md border-2 border-primary bg-primary-soft p-4">
      {state === "earlier" && <p>これは以前の版です。現在は適用されません。</p>}
      {state === "coming" && <p>これは{dayOf(version.effective_on)}から適用される版です。</p>}
      {state !== "in_force" && (
        <a href={path} className="inline-flex min-h-target items-center underline print:hidden">
          現在の版を見る
        </a>
      )}
      {state === "in_force" && coming && (
        <>
          <p className="font-bold">{dayOf(coming.effective_on)}に改定します。</p>
          {coming.summary !== "" && <p className="whitespace-pre-line">{coming.summary}</p>}
          <a
            href={`${path}/${coming.revision}`}
            className="inline-flex min-h-target items-center underline print:hidden"
          >
            改定後の内容を見る
          </a>
        </>
      )}
    </div>
  );
}
