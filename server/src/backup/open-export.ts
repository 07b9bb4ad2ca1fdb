const COMPUTED = "computed again by the next start, or by the next visit";
const SECRET = "a link or a code that ends within days";
const PROCESS = "the state of this installation's processes";

/** An open export leaves these tables out, each for its reason. Every other table is content. */
export const LEFT_OUT: Record<string, string> = {
  sessions: "logins: members log in again",
  known_devices: "cookies of this installation's address",
  login_tickets: SECRET,
  password_resets: SECRET,
  email_verifications: SECRET,
  staff_invitations: SECRET,
  mail_outbox: "mails that were sent, or that this installation still sends",
  stripe_events: "only prevents a second handling, which is harmless",
  rate_limits: PROCESS,
  job_runs: PROCESS,
  video_uploads: PROCESS,
  catalogue_version: PROCESS,
  recommendations: COMPUTED,
  video_search_texts: COMPUTED,
  video_search_grams: COMPUTED,
  video_search_spoken: COMPUTED,
  video_search_readings: COMPUTED,
};

export const isExported = (table: string) => !Object.hasOwn(LEFT_OUT, table);

/** Videos and pictures, without the demo's own files and unfinished uploads. */
export const isExportedFile = (path: string) => /^media\/(videos|thumbnails)\//.test(path);
