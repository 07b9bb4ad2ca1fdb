import { videoFiles } from "./video-files.ts";
import { adminCategories } from "./admin-categories.ts";
import { adminChapters } from "./admin-chapters.ts";
import { adminTags } from "./admin-tags.ts";
import { adminVideoCsv } from "./admin-video-csv.ts";
import { adminVideos } from "./admin-videos.ts";
import { playlistManagement } from "./playlist-management.ts";
import { adminNotices } from "./admin-notices.ts";
import { audit } from "./audit.ts";
import { adminMembers } from "./admin-members.ts";
import { dashboard } from "./dashboard.ts";
import { adminMails } from "./admin-mails.ts";
import { adminAlerts } from "./admin-alerts.ts";

/**
 * Every call of the staff's screens on one page. Apart from the members' contract, so that what only staff need is not
 * in the first script of every page: see web/build/contract-table.ts.
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
