/// <reference types="vite/client" />

interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

/** Not in TypeScript's types of the DOM. */
interface Window {
  readonly trustedTypes?: {
    createPolicy: <Rules extends Record<string, (given: string) => string>>(name: string, rules: Rules) => Rules;
  };
}

interface ImportMetaEnv {
  /** The API's origin if it differs from the page's, without a trailing slash. */
  readonly VITE_API_HOST?: string;
}
