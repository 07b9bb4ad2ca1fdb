import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import type { SiteSettings } from "../../src/config/config.ts";

export const TEST_SECRET = "a secret for tests that is long enough";

export const SITE: SiteSettings = {
  name: "学び舎",
  publicUrl: "http://localhost:3000",
  isPublic: false,
  showsOpening: true,
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
  faqUrl: "https://example.com/faq",
  contactUrl: "https://example.com/contact",
  commerceLawUrl: "",
  invoiceNumber: "",
  ownerName: "株式会社まなびや",
  ownerAddress: "東京都千代田区丸の内0-0-0",
  apiHost: null,
  mediaUrl: null,
  webOrigins: [],
  loginProviders: [],
  hstsSubdomains: false,
  senderName: "学び舎",
  mailFooter: "",
  firstLanding: "/landing",
  isTaxExempt: false,
  takesInvoiceOrders: false,
  playersAtOnce: 3,
  alertAddresses: [],
  digestHour: 7,
  digestOfMembers: false,
  takesQuestions: true,
  mailsQuestions: true,
  form: NO_SITE_FORM,
  keepsOriginals: true,
  marksFilms: false,
  colours: null,
};
