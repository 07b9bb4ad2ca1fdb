/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  /** The API's origin if it differs from the page's, without a trailing slash. */
  readonly VITE_API_HOST?: string;
}
