import { accounts } from "./accounts.ts";
import { categories, tags } from "./categories.ts";
import { notices } from "./notices.ts";
import { playlists } from "./playlists.ts";
import type { DemoVideo } from "./types.ts";
import { aiAgent } from "./videos/ai-agent.ts";
import { aiPrompt } from "./videos/ai-prompt.ts";
import { aiSearch } from "./videos/ai-search.ts";
import { codeAutomation } from "./videos/code-automation.ts";
import { codeProduct } from "./videos/code-product.ts";
import { codeSales } from "./videos/code-sales.ts";
import { codeWeb } from "./videos/code-web.ts";
import { copyHeadline } from "./videos/copy-headline.ts";
import { copyLetter } from "./videos/copy-letter.ts";
import { copyMail } from "./videos/copy-mail.ts";
import { marketingOffer } from "./videos/marketing-offer.ts";
import { marketingResearch } from "./videos/marketing-research.ts";
import { marketingTraffic } from "./videos/marketing-traffic.ts";

export { demoPassword } from "./accounts.ts";
export type * from "./types.ts";

const videos: DemoVideo[] = [
  ...marketingResearch,
  ...marketingTraffic,
  ...marketingOffer,
  ...copyHeadline,
  ...copyLetter,
  ...copyMail,
  ...codeSales,
  ...codeWeb,
  ...codeAutomation,
  ...codeProduct,
  ...aiPrompt,
  ...aiSearch,
  ...aiAgent,
].toSorted((a, b) => b.published_days_ago - a.published_days_ago);

/** The content of a fresh demo database; the newest video comes first. */
export const demoCatalogue = { categories, tags, videos, playlists, notices, accounts };
