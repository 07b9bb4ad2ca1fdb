import { videoFiles } from "./video-files.ts";
import { adminCategories } from "./categories.ts";
import { adminChapters } from "./chapters.ts";
import { adminTags } from "./tags.ts";
import { adminVideoCsv } from "./video-csv.ts";
import { adminVideos } from "./videos.ts";
import { playlistManagement } from "./playlists.ts";
import { adminNotices } from "./notices.ts";
import { audit } from "./audit.ts";
import { adminMembers } from "./members.ts";
import { dashboard } from "./dashboard.ts";
import { adminMails } from "./mails.ts";
import { adminAlerts } from "./alerts.ts";

/**
 * Every call of the staff screens. They are separate from the members' contract, so that the first script of every page
 * does not contain them (web/build/contract-table.ts).
 */
export const staff = {
  adminCategories,
  adminTags,
  adminVideos,
  adminVideoCsv,
  adminChapters,
  videoFiles,
  playlistManagement,
  adminNotices,
  audit,
  adminMembers,
  dashboard,
  adminMails,
  adminAlerts,
};
