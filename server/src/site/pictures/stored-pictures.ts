import type { SiteForm } from "@manabiya/contract/site/form.ts";
import type { Database } from "../../db/open.ts";
import { readPictures } from "../queries.ts";

/** A file that is served in place of the product's own. */
export interface SitePicture {
  /** The uploaded picture's id, which changes with its content. */
  version: string;
  content: Buffer;
}

/** By address, such as "/icon-192.png". Empty: the product's own pictures. */
export type SitePictures = ReadonlyMap<string, SitePicture>;

/** Addresses with their types. The share picture's own type is PNG, and that of an uploaded one is JPEG. */
export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  "/favicon.svg": "image/svg+xml",
  "/favicon.ico": "image/png",
  "/apple-touch-icon.png": "image/png",
  "/icon-192.png": "image/png",
  "/icon-512.png": "image/png",
  "/icon-maskable.png": "image/png",
  "/og.png": "image/png",
};

/** The file by which a kind of picture is told apart, and shown. */
export const MAIN_FILES = { icon: "/icon-192.png", share_picture: "/og.png" } as const;

/** The only file of a picture in landing pages. */
export const LANDING_FILE = "/picture.webp";

/** Reads the pictures that a version of the settings names. */
export async function picturesOf(db: Database, form: SiteForm): Promise<SitePictures> {
  const ids = idsOf(form);
  const files = ids.length === 0 ? [] : await readPictures(db, [ids]);
  return new Map(files.map(({ id, path, content }) => [path, { version: id, content }]));
}

export const idsOf = ({ icon, share_picture }: Pick<SiteForm, "icon" | "share_picture">) =>
  [icon, share_picture].filter((id) => id !== null);

/** Adds the version to an address, so that browsers and phones fetch a changed picture. */
export function versioned(path: string, pictures: SitePictures): string {
  const version = pictures.get(path)?.version;
  return version === undefined ? path : `${path}?v=${version}`;
}
