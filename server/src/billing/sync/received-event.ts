import * as z from "zod/mini";
import { EVENT_TYPES } from "./events.ts";

/** An id of the provider. The database stores it, and some become part of an address, so nothing else passes. */
const Id = z.string().check(z.regex(/^\w{1,255}$/));

/** An object that may be expanded. */
const Reference = z.pipe(
  z.union([Id, z.object({ id: Id })]),
  z.transform((value) => (typeof value === "string" ? value : value.id)),
);

/** PostgreSQL's largest integer. */
const INT4_MAX = 2 ** 31 - 1;

const Envelope = z.object({ id: Id, type: z.string() });

const About = z.object({
  data: z.object({
    object: z.union([
      z.pipe(
        z.object({ object: z.literal("customer"), id: Id }),
        z.transform(({ id }) => id),
      ),
      z.pipe(
        z.object({ object: z.string(), customer: z.optional(z.nullable(Reference)) }),
        z.transform(({ customer }) => customer ?? null),
      ),
    ]),
  }),
});

const Evidence = z.object({ due_by: z.nullable(z.int().check(z.minimum(0), z.maximum(8_640_000_000_000))) });

/** The part of a dispute that we read. Reason and deadline are only shown, so another shape of theirs is no error. */
export const Dispute = z.object({
  id: Id,
  status: z.string(),
  charge: Reference,
  amount: z.int().check(z.minimum(0), z.maximum(INT4_MAX)),
  reason: z.pipe(
    z.optional(z.unknown()),
    z.transform((reason) => (typeof reason === "string" ? reason : "general")),
  ),
  /** Seconds; null: no evidence is needed. */
  evidence_details: z.pipe(
    z.optional(z.unknown()),
    z.transform((details) => z.safeParse(Evidence, details).data ?? { due_by: null }),
  ),
});
export type Dispute = z.output<typeof Dispute>;

/** The part that we read of a bank's warning, and of a refund that came back. */
export const Warning = z.object({
  object: z.enum(["radar.early_fraud_warning", "refund"]),
  id: Id,
  charge: z.nullable(Reference),
  actionable: z.optional(z.boolean()),
});
export type Warning = z.output<typeof Warning>;

const AboutWarning = z.object({ data: z.object({ object: Warning }) });

const WARNING_TYPES: readonly string[] = ["radar.early_fraud_warning.created", "refund.failed"] satisfies EventType[];

const AboutDispute = z.object({ data: z.object({ object: Dispute }) });

const DISPUTE_TYPES: readonly string[] = ["charge.dispute.created", "charge.dispute.closed"] satisfies EventType[];

type EventType = (typeof EVENT_TYPES)[number];

/** A subscribed event. */
export interface ReceivedEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** Null for an event about anything else. */
  dispute: Dispute | null;
  warning: Warning | null;
}

export interface IgnoredEvent {
  id: string;
  type: string;
  /** `type`: we did not subscribe to it; `shape`: it lacks what we read. */
  ignored: "type" | "shape";
}

/**
 * Reads a signed body. The signature proves its sender and not its shape, which depends on the API version of the
 * account and on the kind of the endpoint.
 * @returns null for a body that is no event
 */
export function readEvent(body: string): ReceivedEvent | IgnoredEvent | null {
  const payload = parsed(body);
  const envelope = z.safeParse(Envelope, payload);
  if (!envelope.success) return null;
  const { id, type } = envelope.data;
  if (!EVENT_TYPES.some((subscribed) => subscribed === type)) return { id, type, ignored: "type" };
  const about = z.safeParse(About, payload);
  if (!about.success) return { id, type, ignored: "shape" };
  const event = { id, type, customerId: about.data.data.object, dispute: null, warning: null };
  if (WARNING_TYPES.includes(type)) {
    const warning = z.safeParse(AboutWarning, payload);
    return warning.success ? { ...event, warning: warning.data.data.object } : { id, type, ignored: "shape" };
  }
  if (!DISPUTE_TYPES.includes(type)) return event;
  const dispute = z.safeParse(AboutDispute, payload);
  return dispute.success ? { ...event, dispute: dispute.data.data.object } : { id, type, ignored: "shape" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
