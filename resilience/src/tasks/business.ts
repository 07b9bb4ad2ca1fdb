import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readMails, type ReceivedMail } from "@manabiya/demo/mailbox/mails.ts";
import type { AdminVideo } from "@manabiya/contract/staff/videos.ts";
import { startServer } from "@manabiya/e2e/server.ts";
import { startVideoHosts, type VideoHosts } from "@manabiya/e2e/stand-ins/video-hosts.ts";
import { rm } from "node:fs/promises";
import { temporaryFolder } from "../service.ts";
import { eventually } from "./facts.ts";
import type { Device } from "./operator.ts";

/** Content alone; members and money as well; everything. */
export type Role = "editor" | "desk" | "owner";

/** The demo's mail provider reports under it. */
const REPORTS_SECRET = randomBytes(24).toString("hex");

const DEMO_PASSWORD = "manabiya-demo";
export const PASSWORD = "correct-horse-77";

export interface SignedIn {
  user: { id: number; username: string };
  token: { access: string; refresh: string };
}

export interface NewMember {
  id: number;
  name: string;
  email: string;
  token: string;
}

interface Sent {
  token?: string;
  body?: object;
}

/** The demo on a real server, and what people beside the operator do there, by calls. */
export class Business {
  readonly address: string;
  readonly dataDir: string;
  readonly hosts: VideoHosts;
  /** The colleagues with a second factor, by device. */
  readonly lockedOut = new Map<Device, NewMember>();
  /** Addresses of the members whose money went back. */
  readonly refunded: string[] = [];
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | null = null;
  #accounts: Record<Role, { email: string; password: string }> = {
    editor: { email: "staff@example.com", password: DEMO_PASSWORD },
    desk: { email: "", password: PASSWORD },
    owner: { email: "superuser@example.com", password: DEMO_PASSWORD },
  };
  #created = 0;

  private constructor(given: { address: string; dataDir: string; hosts: VideoHosts; stop: () => Promise<void> }) {
    this.address = given.address;
    this.dataDir = given.dataDir;
    this.hosts = given.hosts;
    this.#stop = given.stop;
  }

  static async open(): Promise<Business> {
    const dataDir = await temporaryFolder();
    const hosts = await startVideoHosts();
    const server = await startServer({
      DATA_DIR: dataDir,
      VIDEO_HOSTS_URL: hosts.url,
      MAIL_REPORTS_SECRET: REPORTS_SECRET,
    });
    const stop = async () => {
      await server.stop();
      await hosts.close();
    };
    return new Business({ address: server.address, dataDir, hosts, stop });
  }

  /** Ends the server, once. Its data stays until `remove`. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  remove(): Promise<void> {
    return rm(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }

  /** @throws with the answer, unless it is one of success */
  async call<T>(method: string, path: string, { token, body }: Sent = {}): Promise<T> {
    const answer = await this.send(method, path, { ...(token !== undefined && { token }), ...(body && { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  }

  send(method: string, path: string, { token, body }: Sent = {}): Promise<Response> {
    const number = ++this.#created;
    return fetch(this.address + path, {
      method,
      headers: {
        // One network may sign up only a few times an hour, and a member of the same one is at home.
        "x-forwarded-for": `198.18.${number & 255}.${number >> 8}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  }

  tryLogIn(email: string, password = PASSWORD): Promise<Response> {
    return this.send("POST", "/api/auth/login/", { body: { email, password, rotate: true } });
  }

  async logIn(email: string, password = PASSWORD): Promise<SignedIn> {
    const answer = await this.tryLogIn(email, password);
    if (!answer.ok) throw new Error(`the login of ${email} answered ${answer.status}`);
    return (await answer.json()) as SignedIn;
  }

  logInDemo(name: string): Promise<SignedIn> {
    return this.logIn(`${name}@example.com`, DEMO_PASSWORD);
  }

  logInAs(role: Role): Promise<SignedIn> {
    const { email, password } = this.#accounts[role];
    return this.logIn(email, password);
  }

  /** Calls as somebody of that role. */
  async as<T>(role: Role, method: string, path: string, body?: object): Promise<T> {
    const { token } = await this.logInAs(role);
    return this.call(method, path, { token: token.access, ...(body && { body }) });
  }

  async join(status: "inactive" | "trial" = "inactive"): Promise<NewMember> {
    const number = ++this.#created;
    const [name, email] = [`受講者 ${number}`, `member-${number}@example.com`];
    const { user, token } = await this.call<SignedIn>("POST", "/api/auth/signup/", {
      body: {
        username: name,
        email,
        password: PASSWORD,
        password2: PASSWORD,
        subscription_status: status,
        agreedToTerms: true,
      },
    });
    return { id: user.id, name, email, token: token.access };
  }

  /** Newest first. */
  mails(limit = 200): Promise<ReceivedMail[]> {
    return readMails(join(this.dataDir, "outbox"), limit);
  }

  mailTo(email: string, words: string): Promise<ReceivedMail> {
    return eventually(`a mail to ${email} with ${words}`, async () =>
      (await this.mails()).find(
        ({ recipient, text, subject }) => recipient === email && (subject + text).includes(words),
      ),
    );
  }

  /** A new member whose address is confirmed. */
  async joinVerified(status: "inactive" | "trial" = "inactive"): Promise<NewMember> {
    const member = await this.join(status);
    const { text } = await this.mailTo(member.email, "/verify-email");
    const [, token] = /\/verify-email\?token=([\w-]+)/.exec(text) ?? [];
    await this.call("POST", "/api/auth/verify-email/", { body: { token } });
    return member;
  }

  /** A new member of staff. */
  async employ(rights: { may_see_members?: boolean; may_see_money?: boolean } = {}): Promise<NewMember> {
    const member = await this.joinVerified();
    const reason = "採用";
    await this.as("owner", "PUT", `/api/admin/members/${member.id}/staff/`, { is_staff: true, reason });
    await this.as("owner", "PUT", `/api/admin/colleagues/${member.id}/rights/`, {
      is_superuser: false,
      may_see_members: false,
      may_see_money: false,
      must_have_second_factor: false,
      ...rights,
      reason,
    });
    return member;
  }

  /** Employs the one who works at the member desk, with members and money. */
  async openDesk(): Promise<void> {
    const { email } = await this.employ({ may_see_members: true, may_see_money: true });
    this.#accounts = { ...this.#accounts, desk: { email, password: PASSWORD } };
  }

  /** The mail provider says that the address does not exist. */
  async bounce({ email }: NewMember): Promise<void> {
    const body = [{ event: "bounce", email, status: "5.1.1" }];
    await this.call("POST", `/api/mail-reports/${REPORTS_SECRET}/`, { body });
  }

  /** A new member with a running monthly plan. @param card one with which a payment succeeds */
  async joinPaying(card = "4242 4242 4242 4242"): Promise<NewMember> {
    const member = await this.join();
    const { url, session_id } = await this.call<{ url: string; session_id: string }>(
      "POST",
      "/api/subscription/create/",
      {
        token: member.token,
        body: {
          plan_type: "monthly",
          success_url: `${this.address}/payment/complete?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${this.address}/subscription/cancel`,
        },
      },
    );
    await this.typeCard(url, card);
    await eventually("the payment", async () => {
      const path = `/api/subscription/check-session/${session_id}/`;
      const { status } = await this.call<{ status: string }>("GET", path, { token: member.token });
      return status === "complete" ? true : undefined;
    });
    return member;
  }

  /** Submits a card in a form of the provider's pages. */
  async typeCard(url: string, number: string): Promise<void> {
    const body = new URLSearchParams({ number, expiry: "12/39", cvc: "123", name: "" });
    const answer = await fetch(new URL(url, this.address), { method: "POST", body, redirect: "manual" });
    if (answer.status !== 303) throw new Error(`the provider's page answered ${answer.status}`);
  }

  async makeVideo(title: string): Promise<AdminVideo> {
    const body = new FormData();
    body.set("title", title);
    body.set("video_id", `tasks-${++this.#created}-v`);
    return this.as("editor", "POST", "/api/admin/videos/", body);
  }
}
