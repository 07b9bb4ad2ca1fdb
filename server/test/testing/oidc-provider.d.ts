/** The part of the library that the tests use; it has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      provider: { Grant: new (of: { accountId: string; clientId: string }) => Grant };
      session: { accountId: string };
      client: { clientId: string };
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
  export const interactionPolicy: {
    base(): { add(prompt: object): void };
    Prompt: new (of: { name: string; requestable: boolean }) => object;
  };
  export type { Context };
}
