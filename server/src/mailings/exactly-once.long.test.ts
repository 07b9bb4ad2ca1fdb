import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startCountingMailServer } from "../../test/testing/counting-mail-server.ts";
import { createNotice } from "../../test/testing/factories.ts";
import type { MailerProgram } from "../../test/testing/mailer-program.ts";
import { PROGRAM_ENVIRONMENT } from "../../test/testing/program-environment.ts";
import { SITE, TEST_SECRET, useTestApp } from "../../test/testing/test-app.ts";
import { createUnsubscribeLinks } from "./preferences/unsubscribe-token.ts";
import { MAILING_LEASE } from "./mailer.ts";

const PROGRAM = fileURLToPath(new URL("../../test/testing/mailer-program.ts", import.meta.url));

/** `npm run prove -- mailing` sets larger numbers. */
const MEMBERS = Number(process.env["PROVE_MEMBERS"] ?? 300);
const KILLS = Number(process.env["PROVE_KILLS"] ?? 1);
/** Minutes on the processes' clock for which no mail server answers. */
const OUTAGE = Number(process.env["PROVE_OUTAGE"] ?? 10);
/** Processes that send at the same time. */
const PROCESSES = 2;
/** Mails that one process sends concurrently. */
const CONCURRENT = 5;
/** Members who refuse mails while the mailing runs. */
const REFUSALS = Math.ceil(MEMBERS / 100);
/** Milliseconds. A mail whose end is on its way when its recipient refuses cannot be called back. */
const ON_ITS_WAY = 1_000;
/** Milliseconds in which a mail server that stops takes the mails it is receiving, as one does that is not killed. */
const STOPS_IN = 2_000;
const TIMEOUT = 60_000 + MEMBERS * 60;

const t = useTestApp();

const rowsOf = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await t.db.query<Row>({ text, values })).rows;

test(
  `a mailing to ${MEMBERS} members over ${KILLS} kill -9 and an outage of ${OUTAGE} minutes reaches each of them once`,
  async () => {
    const server = await startCountingMailServer();
    const at = new Date().toISOString();
    await t.db.transaction(async (tx) => {
      await tx.allowTime(600_000);
      await tx.query({
        text: `insert into users (username, email, email_verified_at, password_hash, subscription_status, created_at)
               select '会員', 'drill-' || n || '@example.com', $1, '', 'active', $1 from generate_series(1, $2::int) as n`,
        values: [at, MEMBERS],
      });
    });
    await t.db.query({ text: "analyze users" });
    const members = await rowsOf<{ id: number; email: string }>("select id, email from users order by id");
    const notice = await createNotice(t.db, t.clock, { published_at: at, notice_title: "大切なお知らせ" });
    await t.db.query({
      text: `insert into mailings (key, audience, subject, body, send_at, notice_id, created_at)
             values ('notice ' || $1::int, 'all', '', '', $2, $1, $2)`,
      values: [notice.id, at],
    });

    let ahead = 0;
    const running = new Set<ChildProcess>();
    const given: MailerProgram = { database: t.connection, smtpUrl: server.url, rate: 600_000 };
    const startMailer = async () => {
      const child = fork(PROGRAM, [JSON.stringify(given)], {
        env: PROGRAM_ENVIRONMENT,
        stdio: ["ignore", 1, "ignore", "ipc"],
      });
      running.add(child);
      await once(child, "message");
      child.send(ahead);
    };
    const kill = async (child: ChildProcess) => {
      running.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    };
    const advance = (seconds: number) => {
      ahead += seconds * 1000;
      for (const child of running) child.send(ahead);
    };
    onTestFinished(async () => {
      for (const child of running) await kill(child);
      await server.stop();
    });

    const links = createUnsubscribeLinks(SITE, TEST_SECRET);
    const refusedAt = new Map<string, number>();
    const refuse = async ({ id, email }: { id: number; email: string }) => {
      const { pathname, search } = new URL(links.link(id));
      const response = await t.app.inject({ method: "POST", url: `${pathname}${search}` });
      expect(response.statusCode).toBe(200);
      refusedAt.set(email, Date.now());
    };
    /** Members who are not among the first, so that most of them wait for their mail when they refuse. */
    const refuseSome = async (part: number) => {
      for (let count = 0; count < REFUSALS; count++) {
        const member = members[Math.floor(MEMBERS * (part + (1 - part) * Math.random() * 0.99))];
        if (member) await refuse(member);
      }
    };
    const late: string[] = [];
    server.beforeReply = async () => {
      const email = server.accepted.at(-1) ?? "";
      const since = refusedAt.get(email);
      if (since !== undefined && Date.now() > since + ON_ITS_WAY) late.push(email);
    };
    const watch = server.beforeReply;
    const reach = (part: number) =>
      expect.poll(() => server.accepted.length, { timeout: TIMEOUT, interval: 20 }).toBeGreaterThan(MEMBERS * part);

    await refuseSome(0.2);
    const started = Date.now();
    for (let count = 0; count < PROCESSES; count++) await startMailer();

    // Odd rounds kill in the worst moment: the mail server has the mail, and the process does not know. Even ones kill at
    // any moment.
    for (let round = 1; round <= KILLS; round++) {
      await reach((0.5 * round) / KILLS - 0.2 / KILLS);
      if (round % 2 === 1) server.beforeReply = () => new Promise(() => {});
      const before = server.accepted.length;
      await expect.poll(() => server.accepted.length, { timeout: 60_000 }).toBeGreaterThan(before);
      await refuseSome(0.6);
      for (const child of [...running]) await kill(child);
      server.beforeReply = watch;
      for (let count = 0; count < PROCESSES; count++) await startMailer();
      advance(MAILING_LEASE / 1000);
    }

    await reach(0.55);
    await server.stop(STOPS_IN);
    for (let minute = 0; minute < OUTAGE; minute++) {
      advance(60);
      await pause(100);
    }
    await refuseSome(0.8);
    await server.start();

    const pending = async () =>
      (await rowsOf("select from mailing_recipients where done_at is null and handed_at is null limit 1")).length;
    const nudge = async () => {
      // Recipients of killed processes and of refused hand-overs are claimed again when their lease ends.
      advance(MAILING_LEASE / 1000);
      return pending();
    };
    await expect.poll(nudge, { timeout: TIMEOUT, interval: 1_000 }).toBe(0);
    const seconds = Math.round((Date.now() - started) / 1000);

    const uncertain = (
      await rowsOf<{ email: string }>(
        `select u.email from mailing_recipients r join users u on u.id = r.user_id where r.done_at is null`,
      )
    ).map(({ email }) => email);
    const missing = members.filter(({ email }) => !refusedAt.has(email) && !server.byRecipient.has(email));
    console.log(
      `${server.accepted.length} mails to ${MEMBERS} members in ${seconds} s; ${refusedAt.size} refused; ` +
        `${uncertain.length} without an answer, ${missing.length} of them without a mail`,
    );
    const twice = (counts: Map<string, number>) => [...counts].filter(([, count]) => count > 1);
    expect(twice(server.byRecipient), "recipients with two mails").toEqual([]);
    expect(twice(server.byMessageId), "Message-IDs that came twice").toEqual([]);
    expect(late, "mails to members who had refused").toEqual([]);
    expect(
      missing.filter(({ email }) => !uncertain.includes(email)),
      "members left out",
    ).toEqual([]);
    expect(uncertain.length).toBeLessThanOrEqual((KILLS + 1) * PROCESSES * CONCURRENT);
    expect(missing.length).toBe(0);
  },
  TIMEOUT * 2,
);
