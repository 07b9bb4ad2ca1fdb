import { connect } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "node:stream/consumers";
import type { Outcome, Target } from "../target.ts";

const spellings = (target: Target, path: string) => [
  path,
  path.replace("/api/", "/%61pi/"),
  path.replace("/api/", "/a%70i/"),
  path.replace("/api/", "/ap%69/"),
  `http://localhost:${new URL(target.url).port}${path}`,
  `https://elsewhere.example${path}`,
];

/** A path that is spelled otherwise must get the same headers and leave the same lines in the log. */
export async function run(target: Target): Promise<Outcome> {
  const escaped: string[] = [];
  const profile = spellings(target, "/api/profile/");
  for (const path of profile) {
    const answer = await raw(target, `GET ${path} HTTP/1.1`, target.members.headers(1)["authorization"] ?? "");
    if (answer.startsWith("HTTP/1.1 200") && !/^cache-control: no-store/im.test(answer)) escaped.push(path);
  }
  const logins = spellings(target, "/api/auth/login/");
  const lines = () => target.log().split(`"route":"/api/auth/login/"`).length - 1;
  for (const path of logins) {
    const before = lines();
    const body = JSON.stringify({ email: "nobody@example.net", password: "wrong password" });
    const answer = await raw(target, `POST ${path} HTTP/1.1`, "", body);
    await pause(100);
    if (answer.startsWith("HTTP/1.1 401") && lines() === before) escaped.push(path);
  }
  return { attempts: profile.length + logins.length, succeeded: escaped.length };
}

/** fetch would write the path anew. */
async function raw(target: Target, start: string, authorization: string, body = ""): Promise<string> {
  const socket = connect(Number(new URL(target.url).port), "127.0.0.1");
  await once(socket, "connect");
  const headers = [
    "host: localhost",
    "connection: close",
    `content-length: ${Buffer.byteLength(body)}`,
    ...(body ? ["content-type: application/json"] : []),
    ...(authorization ? [`authorization: ${authorization}`] : []),
  ];
  socket.write(`${[start, ...headers].join("\r\n")}\r\n\r\n${body}`);
  return text(socket);
}
