import { createSocket } from "node:dgram";
import dns from "node:dns/promises";
import { once } from "node:events";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority, trust } from "../../../../test/testing/certificate.ts";
import { linesOf } from "../../../../test/testing/installation.ts";
import { startMailServer } from "../../../../test/testing/smtp-server.ts";
import { mail, senderDomain } from "./mail.ts";

const FROM = "no-reply@manabiya.example";
const authority = createAuthority();

async function open(options?: SMTPServerOptions) {
  const server = await startMailServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** A server that wants TLS and this user. */
const PRIVATE: SMTPServerOptions = {
  disabledCommands: [],
  onAuth: ({ username, password }, _session, callback) => {
    if (username === "office" && password === "right") callback(null, { user: username });
    else callback(new Error("no such user"));
  },
};

const linesAt = (url: string) => linesOf(mail, { SMTP_URL: url, MAIL_FROM: FROM });

/** @param user such as "office:right@" */
const withUser = (url: string, user: string) => url.replace("//", `//${user}`);

test("sends one mail to the sender's own address over TLS, or to another one", async () => {
  onTestFinished(trust(authority));
  const server = await open({ ...PRIVATE, ...authority.issue("127.0.0.1", 90) });
  const url = withUser(server.url, "office:right@");
  expect(await linesAt(url)).toEqual([
    expect.stringMatching(/^ok +mail server: TLS with a valid certificate; it lets us in$/),
    expect.stringMatching(/^ok +mail: taken for no-reply@manabiya\.example: look whether it arrives/),
  ]);
  await linesOf(mail, { SMTP_URL: url, MAIL_FROM: FROM }, { mailTo: "office@manabiya.example" });
  expect(server.taken.map(({ envelope }) => envelope)).toEqual([
    { from: FROM, to: [FROM] },
    { from: FROM, to: ["office@manabiya.example"] },
  ]);
});

test("names a wrong password", async () => {
  onTestFinished(trust(authority));
  const server = await open({ ...PRIVATE, ...authority.issue("127.0.0.1", 90) });
  expect(await linesAt(withUser(server.url, "office:wrong@"))).toEqual([
    expect.stringMatching(/^wrong +mail server: .* {2}-> user and password of SMTP_URL$/),
  ]);
});

test.each([
  ["of an authority that nobody trusts", createAuthority("Another").issue("127.0.0.1", 90)],
  ["that has ended", authority.issue("127.0.0.1", -1)],
  ["for another host", authority.issue("mail.example", 90)],
])("names a certificate %s", async (_name, certificate) => {
  onTestFinished(trust(authority));
  const starttls = await open({ ...PRIVATE, ...certificate });
  const immediate = await open({ ...PRIVATE, ...certificate, secure: true });
  for (const url of [starttls.url, immediate.url.replace("smtp:", "smtps:")]) {
    expect(await linesAt(url)).toEqual([
      expect.stringMatching(/^wrong +the subject: .*(certificate|altnames).* {2}-> the remedy$/),
    ]);
  }
  expect(starttls.taken).toEqual([]);
});

test("a server without TLS is right on this machine alone", async () => {
  const { url } = await open();
  expect((await linesAt(url))[0]).toMatch(/^ok +mail server: answers without TLS$/);
  // The address of all interfaces is none of the loopback, and leads here.
  expect(await linesAt(url.replace("127.0.0.1", "0.0.0.0"))).toEqual([
    expect.stringMatching(/^wrong +mail server: answers without TLS {2}-> smtps: in SMTP_URL, or STARTTLS there/),
  ]);
});

test("names a sender that the server refuses", async () => {
  const { url } = await open({ onMailFrom: (_address, _session, callback) => callback(new Error("not your address")) });
  expect((await linesAt(url))[1]).toMatch(/^wrong +mail: .*not your address {2}-> MAIL_FROM, as which/);
});

test("names a server that is away", async () => {
  expect(await linesAt("smtp://127.0.0.1:1")).toEqual([
    expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1:1 {2}-> the remedy$/),
  ]);
});

/** A name server that knows these TXT records and denies all others. */
async function startNameServer(records: Record<string, string>): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const labels: string[] = [];
    let end = 12;
    for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
      labels.push(question.subarray(end + 1, end + 1 + length).toString());
      end += length + 1;
    }
    const asked = question.subarray(12, end + 5);
    const text = records[labels.join(".").toLowerCase()];
    const flags = Buffer.from(text === undefined ? "818300010000" : "818000010001", "hex");
    const header = Buffer.concat([question.subarray(0, 2), flags, Buffer.alloc(4)]);
    const value = Buffer.from(text ?? "");
    const answer = Buffer.concat([
      Buffer.from("c00c0010000100000001", "hex"),
      Buffer.from([0, value.length + 1, value.length]),
      value,
    ]);
    socket.send(Buffer.concat([header, asked, ...(text === undefined ? [] : [answer])]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  onTestFinished(() => {
    dns.setServers(before);
    socket.close();
  });
}

const domainLines = () => linesOf(senderDomain, { SMTP_URL: "smtp://mail.example", MAIL_FROM: FROM });

test("finds the records that let members' providers trust the sender", async () => {
  await startNameServer({
    "manabiya.example": "v=spf1 include:mail.example -all",
    "_dmarc.manabiya.example": "v=DMARC1; p=quarantine",
  });
  expect(await domainLines()).toEqual([
    expect.stringMatching(/^ok +SPF: v=spf1 include:mail\.example -all$/),
    expect.stringMatching(/^ok +DMARC: v=DMARC1; p=quarantine$/),
    expect.stringMatching(/^look yourself +DKIM: .* {2}-> dkim=pass/),
  ]);
});

test("asks a person when no name server answers", async () => {
  const before = dns.getServers();
  onTestFinished(() => dns.setServers(before));
  dns.setServers(["127.0.0.1:1"]);
  expect((await domainLines())[0]).toMatch(/^look yourself +SPF: manabiya\.example has no TXT record, or the DNS/);
});

test("names missing records of the sender's domain", async () => {
  await startNameServer({ "manabiya.example": "google-site-verification=1" });
  expect(await domainLines()).toEqual([
    expect.stringMatching(/^wrong +SPF: manabiya\.example has no TXT record.* {2}-> the DNS records of OPERATIONS\.md/),
    expect.stringMatching(/^wrong +DMARC: _dmarc\.manabiya\.example has no TXT record.* {2}-> the DNS records/),
    expect.stringMatching(/^look yourself/),
  ]);
});
