/** A minimal browser for the sandbox's pages: it follows redirects and sends forms. */
export class Visitor {
  page = { url: "", text: "", policy: "" };

  async open(url: string): Promise<Visitor["page"]> {
    await this.#follow(await fetch(url, { redirect: "manual" }), url);
    return this.page;
  }

  /** Sends the card form. @returns the address on another site to which the answer redirects, or null */
  payWith(number: string, more: Record<string, string> = {}): Promise<string | null> {
    return this.post({ number, expiry: "12/34", cvc: "123", name: "", ...more });
  }

  async post(fields: Record<string, string>): Promise<string | null> {
    const { url } = this.page;
    const body = new URLSearchParams(fields);
    return this.#follow(await fetch(url, { method: "POST", body, redirect: "manual" }), url);
  }

  async #follow(answer: Response, from: string): Promise<string | null> {
    const location = answer.headers.get("location");
    if (location !== null) {
      const next = new URL(location, from);
      if (next.origin !== new URL(from).origin) return next.href;
      return this.#follow(await fetch(next, { redirect: "manual" }), next.href);
    }
    this.page = { url: from, text: await answer.text(), policy: answer.headers.get("content-security-policy") ?? "" };
    return null;
  }
}
