/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  /** Origin of the API when it is not ours, without a trailing slash. */
  readonly VITE_API_HOST?: string;
}
