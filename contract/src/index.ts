import { auth } from "./accounts/auth.ts";
import { emailVerification } from "./accounts/email-verification.ts";
import { mailChoicesCalls } from "./accounts/mail-choices.ts";
import { mailReports } from "./accounts/mail-reports.ts";
import { profile } from "./accounts/profile.ts";
import { providers } from "./accounts/providers.ts";
import { secondFactor } from "./accounts/second-factor.ts";
import { browserErrors } from "./browser-errors.ts";
import { checkoutPreview, orderByInvoice } from "./billing/checkout-preview.ts";
import { planSchedule } from "./billing/choices.ts";
import { gifts } from "./billing/gifts.ts";
import { receipts } from "./billing/receipts.ts";
import { stripe, subscription } from "./billing/subscription.ts";
import { categories } from "./catalogue/categories.ts";
import { home } from "./catalogue/home.ts";
import { adminCaptions } from "./catalogue/captions.ts";
import { adminHome } from "./catalogue/home-curation.ts";
import { openLessons } from "./catalogue/open-lessons.ts";
import { playlists } from "./catalogue/playlists.ts";
import { search } from "./catalogue/search.ts";
import { suggestions } from "./catalogue/suggestions.ts";
import { tags } from "./catalogue/tags.ts";
import { transcript } from "./catalogue/transcripts.ts";
import { videos } from "./catalogue/videos.ts";
import { agreements } from "./legal/agreements.ts";
import { adminLegal } from "./legal/admin-legal.ts";
import { certificates } from "./lists/certificates.ts";
import { courses } from "./lists/courses.ts";
import { favorites } from "./lists/favorites.ts";
import { history } from "./lists/history.ts";
import { notes } from "./lists/notes.ts";
import { questions } from "./lists/questions.ts";
import { today } from "./lists/today.ts";
import { watchLater } from "./lists/watch-later.ts";
import { notices } from "./notices/notices.ts";
import { adminAlerts } from "./staff/alerts.ts";
import { adminUndo, audit } from "./staff/audit.ts";
import { adminColleagues, staffInvitation } from "./staff/colleagues.ts";
import { adminCategories } from "./staff/categories.ts";
import { adminCoupons } from "./staff/coupons.ts";
import { adminSales } from "./billing/sales.ts";
import { adminChapters } from "./staff/chapters.ts";
import { dashboard } from "./staff/dashboard/dashboard.ts";
import { figures } from "./staff/figures.ts";
import { adminMails } from "./staff/mails.ts";
import { adminMemberDesk } from "./staff/members/desk.ts";
import { adminMoving } from "./staff/members/moving.ts";
import { mailings } from "./staff/mailings.ts";
import { adminMembers } from "./staff/members.ts";
import { adminNotices } from "./staff/notices.ts";
import { adminPrices } from "./billing/price-lists.ts";
import { adminQuestions } from "./lists/admin-questions.ts";
import { adminPayments } from "./staff/members/payments.ts";
import { playlistManagement } from "./staff/playlists.ts";
import { adminSite } from "./site/form.ts";
import { landingA, landingB, landingPreview } from "./site/landing/content.ts";
import { adminSynonyms } from "./staff/search-words/synonyms.ts";
import { adminTags } from "./staff/search-words/tags.ts";
import { adminVideoCsv, adminVideoSheet } from "./staff/video-csv.ts";
import { adminFilms, videoFiles } from "./staff/video-files.ts";
import { adminVideos } from "./staff/videos.ts";
import { adminTools } from "./webhooks/tools.ts";
import { del, get, post, put } from "./route.ts";

/**
 * Every call of the API, by area and feature: longer than other files, so that the whole product can be read in one place.
 * The browser gets each feature as a table of its own (web/build/contract-table.ts).
 */
export const contract = {
  browserErrors: { report: post("/api/browser-errors/", "public", browserErrors.report) },
  // accounts
  auth: {
    signup: post("/api/auth/signup/", "public", auth.signup),
    login: post("/api/auth/login/", "public", auth.login),
    refresh: post("/api/auth/token/refresh/", "public", auth.refresh),
    logout: post("/api/auth/logout/", "public", auth.logout),
    requestPasswordReset: post("/api/auth/password-reset/", "public", auth.requestPasswordReset),
    confirmPasswordReset: post("/api/auth/password-reset/confirm/", "public", auth.confirmPasswordReset),
  },
  profile: {
    get: get("/api/profile/", "member", profile.get),
    update: put("/api/profile/update/", "member", profile.update),
    changePassword: post("/api/profile/change-password/", "member", profile.changePassword),
    sessions: get("/api/profile/sessions/", "member", profile.sessions),
    endSession: del("/api/profile/sessions/:id/", "member", profile.endSession),
    endOtherSessions: del("/api/profile/sessions/", "member", profile.endOtherSessions),
    export: get("/api/profile/export/", "member", profile.export),
    remove: post("/api/profile/delete/", "member", profile.remove),
  },
  secondFactor: {
    logIn: post("/api/auth/login/code/", "public", secondFactor.logIn),
    get: get("/api/profile/second-factor/", "member", secondFactor.get),
    start: post("/api/profile/second-factor/", "member", secondFactor.start),
    confirm: post("/api/profile/second-factor/confirm/", "member", secondFactor.confirm),
    renewRecoveryCodes: post("/api/profile/second-factor/recovery-codes/", "member", secondFactor.renewRecoveryCodes),
    turnOff: post("/api/profile/second-factor/turn-off/", "member", secondFactor.turnOff),
  },
  providers: {
    start: post("/api/auth/providers/:provider/", "public", providers.start),
    finish: post("/api/auth/providers/:provider/finish/", "public", providers.finish),
    signUp: post("/api/auth/signup/provider/", "public", providers.signUp),
    list: get("/api/profile/providers/", "member", providers.list),
    change: post("/api/profile/providers/:provider/", "member", providers.change),
  },
  emailVerification: {
    send: post("/api/profile/verify-email/", "member", emailVerification.send),
    confirm: post("/api/auth/verify-email/", "public", emailVerification.confirm),
  },
  choices: {
    get: get("/api/profile/mails/", "member", mailChoicesCalls.get),
    set: put("/api/profile/mails/", "member", mailChoicesCalls.set),
  },
  mailReports: { receive: post("/api/mail-reports/:secret/", "public", mailReports.receive) },
  agreements: { list: get("/api/profile/agreements/", "member", agreements.list) },
  // billing
  subscription: {
    prices: get("/api/subscription/prices/", "public", subscription.prices),
    create: post("/api/subscription/create/", "member", subscription.create),
    checkSession: get("/api/subscription/check-session/:session_id/", "member", subscription.checkSession),
    get: get("/api/subscription/", "member", subscription.get),
    previewChange: get("/api/subscription/change-plan/preview/", "member", subscription.previewChange),
    lastChange: get("/api/subscription/change-plan/last/", "member", subscription.lastChange),
    changePlan: post("/api/subscription/change-plan/", "member", subscription.changePlan),
    completeChange: post("/api/subscription/change-plan/complete/", "member", subscription.completeChange),
    cancel: post("/api/subscription/cancel/", "member", subscription.cancel),
    undoCancel: post("/api/subscription/cancel/undo/", "member", subscription.undoCancel),
    customerPortal: post("/api/subscription/customer-portal/", "member", subscription.customerPortal),
  },
  stripe: { webhook: post("/api/stripe/webhook/", "public", stripe.webhook) },
  checkout: {
    preview: get("/api/subscription/create/preview/", "member", checkoutPreview),
    byInvoice: post("/api/subscription/create/invoice/", "member", orderByInvoice),
  },
  planSchedule: {
    create: post("/api/subscription/schedule/", "member", planSchedule.create),
    undo: post("/api/subscription/schedule/undo/", "member", planSchedule.undo),
  },
  gifts: {
    list: get("/api/gifts/", "member", gifts.list),
    create: post("/api/gifts/", "member", gifts.create),
    redeem: post("/api/gifts/redeem/", "member", gifts.redeem),
  },
  receipts: {
    list: get("/api/subscription/receipts/", "member", receipts.list),
    setName: put("/api/subscription/receipts/name/", "member", receipts.setName),
  },
  // catalogue
  home: { get: get("/api/home/", "member", home.get) },
  videos: {
    get: get("/api/videos/:id/", "subscriber", videos.get),
    card: get("/api/videos/:id/card/", "member", videos.card),
    progress: post("/api/videos/:id/progress/", "subscriber", videos.progress),
  },
  search: { videos: get("/api/videos/search/", "member", search.videos) },
  categories: {
    list: get("/api/categories/", "member", categories.list),
    videos: get("/api/categories/:id/videos/", "member", categories.videos),
  },
  tags: { list: get("/api/tags/", "member", tags.list) },
  playlists: {
    list: get("/api/playlists/", "member", playlists.list),
    get: get("/api/playlists/:id/", "member", playlists.get),
  },
  suggestions: {
    list: get("/api/search/suggestions/", "member", suggestions.list),
    otherSearches: get("/api/search/other-searches/", "member", suggestions.otherSearches),
  },
  openLessons: {
    list: get("/api/open-lessons/", "public", openLessons.list),
    get: get("/api/open-lessons/:id/", "public", openLessons.get),
  },
  transcripts: {
    ofVideo: get("/api/videos/:id/transcript/", "subscriber", transcript.ofVideo),
    ofOpenLesson: get("/api/open-lessons/:id/transcript/", "public", transcript.ofOpenLesson),
  },
  // lists
  favorites: {
    list: get("/api/favorites/", "member", favorites.list),
    toggle: post("/api/videos/:id/favorite/", "member", favorites.toggle),
  },
  watchLater: {
    list: get("/api/watch-later/", "member", watchLater.list),
    toggle: post("/api/videos/:id/watch-later/", "member", watchLater.toggle),
  },
  history: {
    list: get("/api/history/", "member", history.list),
    remove: del("/api/history/delete/", "member", history.remove),
  },
  courses: {
    list: get("/api/courses/", "member", courses.list),
    mark: put("/api/videos/:id/finished/", "member", courses.mark),
  },
  notes: {
    list: get("/api/notes/", "member", notes.list),
    ofVideo: get("/api/videos/:id/notes/", "member", notes.ofVideo),
    write: put("/api/notes/:id/", "member", notes.write),
    remove: del("/api/notes/:id/", "member", notes.remove),
    export: get("/api/notes/export/", "member", notes.export),
  },
  certificates: {
    list: get("/api/certificates/", "member", certificates.list),
    issue: put("/api/certificates/:id/", "member", certificates.issue),
    open: get("/api/certificates/:link/", "public", certificates.open),
  },
  questions: {
    ofVideo: get("/api/videos/:id/questions/", "subscriber", questions.ofVideo),
    ask: post("/api/videos/:id/questions/", "subscriber", questions.ask),
    correct: put("/api/questions/:id/", "subscriber", questions.correct),
    setPicture: put("/api/questions/:id/picture/", "subscriber", questions.setPicture),
    picture: get("/api/questions/:id/picture/", "subscriber", questions.picture),
    withdraw: del("/api/questions/:id/", "subscriber", questions.withdraw),
    want: put("/api/questions/:id/want/", "subscriber", questions.want),
    report: post("/api/questions/:id/report/", "subscriber", questions.report),
  },
  today: {
    candidates: get("/api/today/", "subscriber", today.candidates),
    days: get("/api/today/days/", "member", today.days),
  },
  // notices
  notices: {
    count: get("/api/notices/count/", "member", notices.count),
    list: get("/api/notices/", "member", notices.list),
    read: post("/api/notices/:id/read/", "member", notices.read),
    readAll: post("/api/notices/read/", "member", notices.readAll),
  },
  // staff
  adminCategories: {
    list: get("/api/admin/categories/", "staff", adminCategories.list),
    create: post("/api/admin/categories/", "staff", adminCategories.create),
    update: put("/api/admin/categories/:id/", "staff", adminCategories.update),
    remove: del("/api/admin/categories/:id/", "staff", adminCategories.remove),
  },
  adminTags: {
    list: get("/api/admin/tags/", "staff", adminTags.list),
    create: post("/api/admin/tags/", "staff", adminTags.create),
    update: put("/api/admin/tags/:id/", "staff", adminTags.update),
    remove: del("/api/admin/tags/:id/", "staff", adminTags.remove),
  },
  adminSynonyms: {
    list: get("/api/admin/synonyms/", "staff", adminSynonyms.list),
    create: post("/api/admin/synonyms/", "staff", adminSynonyms.create),
    update: put("/api/admin/synonyms/:id/", "staff", adminSynonyms.update),
    remove: del("/api/admin/synonyms/:id/", "staff", adminSynonyms.remove),
  },
  adminVideos: {
    list: get("/api/admin/videos/list/", "staff", adminVideos.list),
    page: get("/api/admin/videos/", "staff", adminVideos.page),
    get: get("/api/admin/videos/:id/", "staff", adminVideos.get),
    create: post("/api/admin/videos/", "staff", adminVideos.create),
    update: put("/api/admin/videos/:id/", "staff", adminVideos.update),
    remove: del("/api/admin/videos/:id/", "staff", adminVideos.remove),
    restore: post("/api/admin/videos/:id/restore/", "staff", adminVideos.restore),
    check: post("/api/admin/videos/:id/check/", "staff", adminVideos.check),
    lookUp: get("/api/admin/videos/at-host/", "staff", adminVideos.lookUp),
    effects: get("/api/admin/videos/:id/effects/", "staff", adminVideos.effects),
    source: get("/api/admin/videos/:id/source/", "staff", adminVideos.source),
    playlists: get("/api/admin/videos/:id/playlists/", "staff", adminVideos.playlists),
    describe: put("/api/admin/videos/:id/detail/", "staff", adminVideos.describe),
    setOpening: put("/api/admin/videos/:id/opening/", "staff", adminVideos.setOpening),
    setThumbnail: post("/api/admin/videos/:id/thumbnail/", "staff", adminVideos.setThumbnail),
    removeThumbnail: del("/api/admin/videos/:id/thumbnail/", "staff", adminVideos.removeThumbnail),
  },
  adminVideoCsv: {
    template: get("/api/admin/videos/template/", "staff", adminVideoCsv.template),
    upload: post("/api/admin/videos/upload/", "staff", adminVideoCsv.upload),
  },
  adminVideoSheet: {
    download: get("/api/admin/videos/sheet/", "staff", adminVideoSheet.download),
    upload: post("/api/admin/videos/sheet/", "staff", adminVideoSheet.upload),
  },
  adminChapters: {
    list: get("/api/admin/videos/:id/chapters-info/", "staff", adminChapters.list),
    create: post("/api/admin/videos/:id/chapters/", "staff", adminChapters.create),
    createAll: post("/api/admin/videos/:id/chapters/bulk/", "staff", adminChapters.createAll),
    update: put("/api/admin/videos/:id/chapters/:chapter_id/", "staff", adminChapters.update),
    remove: del("/api/admin/videos/:id/chapters/:chapter_id/", "staff", adminChapters.remove),
    uploadCsv: post("/api/admin/videos/:id/chapters/upload-csv/", "staff", adminChapters.uploadCsv),
  },
  adminCaptions: {
    get: get("/api/admin/videos/:id/captions/", "staff", adminCaptions.get),
    set: put("/api/admin/videos/:id/captions/", "staff", adminCaptions.set),
    read: post("/api/admin/videos/:id/captions/read/", "staff", adminCaptions.read),
  },
  adminFilms: {
    get: get("/api/admin/videos/:id/film/", "staff", adminFilms.get),
    prepare: post("/api/admin/videos/:id/film/", "staff", adminFilms.prepare),
    cancel: del("/api/admin/videos/:id/film/", "staff", adminFilms.cancel),
    sum: get("/api/admin/films/", "staff", adminFilms.sum),
    prepareAll: post("/api/admin/films/", "staff", adminFilms.prepareAll),
  },
  videoFiles: {
    start: post("/api/admin/video-files/", "staff", videoFiles.start),
    get: get("/api/admin/video-files/:id/", "staff", videoFiles.get),
    append: put("/api/admin/video-files/:id/", "staff", videoFiles.append),
    finish: post("/api/admin/video-files/:id/finish/", "staff", videoFiles.finish),
    remove: del("/api/admin/video-files/:id/", "staff", videoFiles.remove),
  },
  playlistManagement: {
    create: post("/api/playlists/create/", "staff", playlistManagement.create),
    get: get("/api/playlists/:id/manage/", "staff", playlistManagement.get),
    update: put("/api/playlists/:id/manage/", "staff", playlistManagement.update),
    remove: del("/api/playlists/:id/manage/", "staff", playlistManagement.remove),
    addVideo: post("/api/playlists/:id/videos/", "staff", playlistManagement.addVideo),
    removeVideo: del("/api/playlists/:id/videos/:video_id/", "staff", playlistManagement.removeVideo),
    reorder: put("/api/playlists/:id/order/", "staff", playlistManagement.reorder),
  },
  adminHome: {
    get: get("/api/admin/home/", "staff", adminHome.get),
    update: put("/api/admin/home/", "staff", adminHome.update),
    preview: post("/api/admin/home/preview/", "staff", adminHome.preview),
  },
  adminNotices: {
    list: get("/api/admin/notices/", "staff", adminNotices.list),
    create: post("/api/admin/notices/", "staff", adminNotices.create),
    update: put("/api/admin/notices/:id/", "staff", adminNotices.update),
    remove: del("/api/admin/notices/:id/", "staff", adminNotices.remove),
  },
  audit: {
    list: get("/api/admin/audit/", "staff", audit.list),
    people: get("/api/admin/audit/people/", "staff", audit.people),
  },
  adminUndo: {
    preview: get("/api/admin/audit/:id/undo/", "staff", adminUndo.preview),
    undo: post("/api/admin/audit/:id/undo/", "staff", adminUndo.undo),
  },
  adminMembers: {
    list: get("/api/admin/members/", "staff.members", adminMembers.list),
    get: get("/api/admin/members/:id/", "staff.members", adminMembers.get),
    grantAccess: put("/api/admin/members/:id/access/", "staff.members", adminMembers.grantAccess),
    endAccess: post("/api/admin/members/:id/access/end/", "staff.members", adminMembers.endAccess),
    setStaff: put("/api/admin/members/:id/staff/", "superuser", adminMembers.setStaff),
    endSessions: post("/api/admin/members/:id/sessions/end/", "staff.members", adminMembers.endSessions),
  },
  adminMemberDesk: {
    timeline: get("/api/admin/members/:id/timeline/", "staff.members", adminMemberDesk.timeline),
    sendVerification: post("/api/admin/members/:id/verification/", "staff.members", adminMemberDesk.sendVerification),
    sendPasswordReset: post(
      "/api/admin/members/:id/password-reset/",
      "staff.members",
      adminMemberDesk.sendPasswordReset,
    ),
    invalidatePassword: post(
      "/api/admin/members/:id/password/invalidate/",
      "staff.members",
      adminMemberDesk.invalidatePassword,
    ),
    resumeMails: post("/api/admin/members/:id/mails/resume/", "staff.members", adminMemberDesk.resumeMails),
    changeEmail: put("/api/admin/members/:id/email/", "staff.members", adminMemberDesk.changeEmail),
    suspend: put("/api/admin/members/:id/suspension/", "staff.members", adminMemberDesk.suspend),
    blockQuestions: put("/api/admin/members/:id/questions/", "staff.members", adminMemberDesk.blockQuestions),
    revokeCertificate: put("/api/admin/members/:id/certificate/", "staff.members", adminMemberDesk.revokeCertificate),
    export: post("/api/admin/members/:id/export/", "staff.members", adminMemberDesk.export),
    close: post("/api/admin/members/:id/close/", "staff.members", adminMemberDesk.close),
    cancel: post("/api/admin/members/:id/cancel/", "staff.money", adminMemberDesk.cancel),
    csv: post("/api/admin/members/csv/", "staff.members", adminMemberDesk.csv),
  },
  adminMoving: {
    importMembers: post("/api/admin/members/import/", "superuser", adminMoving.importMembers),
    exportMembers: post("/api/admin/members/export/", "superuser", adminMoving.exportMembers),
  },
  adminPayments: {
    list: get("/api/admin/members/:id/payments/", "staff.money", adminPayments.list),
    credit: get("/api/admin/members/:id/credit/", "staff.money", adminPayments.credit),
    refund: post("/api/admin/members/:id/refunds/", "staff.money", adminPayments.refund),
  },
  adminColleagues: {
    list: get("/api/admin/colleagues/", "superuser", adminColleagues.list),
    invite: post("/api/admin/colleagues/invitations/", "superuser", adminColleagues.invite),
    withdraw: del("/api/admin/colleagues/invitations/:id/", "superuser", adminColleagues.withdraw),
    setRights: put("/api/admin/colleagues/:id/rights/", "superuser", adminColleagues.setRights),
    suspend: put("/api/admin/colleagues/:id/suspension/", "superuser", adminColleagues.suspend),
    remove: post("/api/admin/colleagues/:id/remove/", "superuser", adminColleagues.remove),
    resetSecondFactor: post("/api/admin/colleagues/:id/second-factor/", "superuser", adminColleagues.resetSecondFactor),
  },
  staffInvitation: {
    read: post("/api/auth/staff-invitation/", "public", staffInvitation.read),
    join: post("/api/auth/staff-invitation/join/", "public", staffInvitation.join),
    accept: post("/api/profile/staff-invitation/", "member", staffInvitation.accept),
  },
  dashboard: {
    get: get("/api/admin/dashboard/", "staff", dashboard.get),
    state: get("/api/admin/state/", "superuser", dashboard.state),
    releases: get("/api/admin/releases/", "superuser", dashboard.releases),
    changeRelease: post("/api/admin/releases/", "superuser", dashboard.changeRelease),
  },
  figures: {
    members: get("/api/admin/figures/members/", "staff.money", figures.members),
    membersCsv: get("/api/admin/figures/members/csv/", "staff.money", figures.membersCsv),
    videos: get("/api/admin/figures/videos/", "staff", figures.videos),
    videosCsv: get("/api/admin/figures/videos/csv/", "staff", figures.videosCsv),
    video: get("/api/admin/figures/videos/:id/", "staff", figures.video),
    searches: get("/api/admin/figures/searches/", "staff", figures.searches),
    searchesCsv: get("/api/admin/figures/searches/csv/", "staff", figures.searchesCsv),
  },
  adminMails: {
    failed: get("/api/admin/mails/failed/", "staff.members", adminMails.failed),
    retry: post("/api/admin/mails/:id/retry/", "staff.members", adminMails.retry),
    discard: del("/api/admin/mails/:id/", "staff.members", adminMails.discard),
  },
  adminSite: {
    read: get("/api/admin/site/", "superuser", adminSite.read),
    update: put("/api/admin/site/", "superuser", adminSite.update),
    addPicture: post("/api/admin/site/pictures/", "superuser", adminSite.addPicture),
    picture: get("/api/admin/site/pictures/:id/", "superuser", adminSite.picture),
  },
  adminPrices: {
    read: get("/api/admin/prices/", "superuser", adminPrices.read),
    create: post("/api/admin/prices/", "superuser", adminPrices.create),
    withdraw: post("/api/admin/prices/:revision/withdraw/", "superuser", adminPrices.withdraw),
  },
  adminLegal: {
    read: get("/api/admin/legal/", "superuser", adminLegal.read),
    publishCommerce: put("/api/admin/legal/commerce/", "superuser", adminLegal.publishCommerce),
    publishTerms: put("/api/admin/legal/terms/", "superuser", adminLegal.publishTerms),
    publishPrivacy: put("/api/admin/legal/privacy/", "superuser", adminLegal.publishPrivacy),
    withdraw: post("/api/admin/legal/:page/withdraw/", "superuser", adminLegal.withdraw),
  },
  landingA: {
    read: get("/api/admin/landing/a/", "superuser", landingA.read),
    update: put("/api/admin/landing/a/", "superuser", landingA.update),
  },
  landingB: {
    read: get("/api/admin/landing/b/", "superuser", landingB.read),
    update: put("/api/admin/landing/b/", "superuser", landingB.update),
  },
  landingPreview: { render: post("/api/admin/landing/:variant/preview/", "superuser", landingPreview.render) },
  adminSales: {
    list: get("/api/admin/sales/", "staff.money", adminSales.list),
    csv: get("/api/admin/sales/csv/", "staff.money", adminSales.csv),
    balances: get("/api/admin/sales/balances/list/", "staff.money", adminSales.balances),
    balancesCsv: get("/api/admin/sales/balances/", "staff.money", adminSales.balancesCsv),
  },
  adminCoupons: {
    list: get("/api/admin/coupons/", "staff.money", adminCoupons.list),
    create: post("/api/admin/coupons/", "staff.money", adminCoupons.create),
    end: post("/api/admin/coupons/:id/end/", "staff.money", adminCoupons.end),
  },
  adminMailings: {
    automatic: get("/api/admin/mailings/", "staff", mailings.automatic),
    update: put("/api/admin/mailings/:id/", "staff", mailings.update),
    test: post("/api/admin/mailings/:id/test/", "staff", mailings.test),
    notice: get("/api/admin/notices/:id/mail/", "staff", mailings.notice),
    send: put("/api/admin/notices/:id/mail/", "staff", mailings.send),
    stop: post("/api/admin/notices/:id/mail/stop/", "staff", mailings.stop),
    testNotice: post("/api/admin/notices/:id/mail/test/", "staff", mailings.testNotice),
  },
  adminQuestions: {
    list: get("/api/admin/questions/", "staff", adminQuestions.list),
    picture: get("/api/admin/questions/:id/picture/", "staff", adminQuestions.picture),
    answer: put("/api/admin/questions/:id/answer/", "staff", adminQuestions.answer),
    setState: put("/api/admin/questions/:id/state/", "staff", adminQuestions.setState),
  },
  adminAlerts: {
    list: get("/api/admin/alerts/", "staff.money", adminAlerts.list),
    resolve: put("/api/admin/alerts/:id/resolved/", "staff.money", adminAlerts.resolve),
    connect: post("/api/admin/alerts/:id/connect/", "staff.money", adminAlerts.connect),
  },
  adminTools: {
    read: get("/api/admin/tools/", "superuser", adminTools.read),
    addEndpoint: post("/api/admin/tools/endpoints/", "superuser", adminTools.addEndpoint),
    updateEndpoint: put("/api/admin/tools/endpoints/:id/", "superuser", adminTools.updateEndpoint),
    removeEndpoint: del("/api/admin/tools/endpoints/:id/", "superuser", adminTools.removeEndpoint),
    renewSecret: post("/api/admin/tools/endpoints/:id/secret/", "superuser", adminTools.renewSecret),
    test: post("/api/admin/tools/endpoints/:id/test/", "superuser", adminTools.test),
    resend: post("/api/admin/tools/deliveries/:id/resend/", "superuser", adminTools.resend),
    addKey: post("/api/admin/tools/keys/", "superuser", adminTools.addKey),
    revokeKey: del("/api/admin/tools/keys/:id/", "superuser", adminTools.revokeKey),
  },
};

export type { Access, InputOf, OutputOf, Route } from "./route.ts";
