import type { AskDetails, AskPlayback } from "../catalogue/playback/ask.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import type { FetchPicture } from "../files/thumbnails/host-picture.ts";
import type { PersonalDataContext } from "../personal-data/context.ts";
import type { MailPreviews } from "./mailings/preview-token.ts";

export interface StaffContext extends CatalogueContext, PersonalDataContext {
  previews: MailPreviews;
  /** Mails of mailings a minute. */
  mailingRate: number;
  /** Folder of the built browser application; null: not built. */
  webRoot: string | null;
  /** Base URL of the payment provider's dashboard; null: none. */
  providerPages: string | null;
  askPlayback: AskPlayback;
  askDetails: AskDetails;
  fetchPicture: FetchPicture;
  /** Whether the server has ffmpeg. */
  canPrepareFilms: boolean;
  dataDir: string;
}
