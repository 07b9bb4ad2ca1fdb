import { run as closedLogin } from "./attacks/closed-login.ts";
import { run as closedSecondStep } from "./attacks/closed-second-step.ts";
import { run as cloudFilms } from "./attacks/cloud-films.ts";
import { run as databaseAway } from "./attacks/database-away.ts";
import { run as foreignTrial } from "./attacks/foreign-trial.ts";
import { run as formulas } from "./attacks/formulas.ts";
import { run as hiddenDescriptions } from "./attacks/hidden-descriptions.ts";
import { run as lockedOutOwner } from "./attacks/locked-out-owner.ts";
import { run as mailBombing } from "./attacks/mail-bombing.ts";
import { run as openFiles } from "./attacks/open-files.ts";
import { run as pictureBombs } from "./attacks/picture-bombs.ts";
import { run as providerTakeover } from "./attacks/provider-takeover.ts";
import { run as publicDemo } from "./attacks/public-demo.ts";
import { run as questionFlood } from "./attacks/question-flood.ts";
import { run as questionScripts } from "./attacks/question-scripts.ts";
import { run as spellings } from "./attacks/spellings.ts";
import { run as staleClips } from "./attacks/stale-clips.ts";
import { run as webhookAddresses } from "./attacks/webhook-addresses.ts";
import { run as webhookObjects } from "./attacks/webhook-objects.ts";
import { ALSO_PLANTED, DEFECTS } from "./defects.ts";
import type { Attack } from "./target.ts";

/** Every attack, with the defect that it must find. */
export const ATTACKS: Attack[] = [
  {
    name: "closed-login",
    what: "logins and resets that one network closed to others",
    plant: DEFECTS["closed-login"],
    run: closedLogin,
  },
  {
    name: "closed-second-step",
    what: "second steps that one network closed to others",
    plant: DEFECTS["closed-second-step"],
    run: closedSecondStep,
  },
  {
    name: "locked-out-owner",
    what: "owners locked out of their own mailbox's account",
    plant: DEFECTS["locked-out-owner"],
    run: lockedOutOwner,
  },
  {
    name: "hidden-descriptions",
    what: "letters of a description learned by search",
    plant: DEFECTS["hidden-descriptions"],
    run: hiddenDescriptions,
  },
  {
    name: "mail-bombing",
    what: "mails above the allowance in a stranger's mailbox",
    plant: DEFECTS["mail-bombing"],
    run: mailBombing,
  },
  {
    name: "spellings",
    what: "paths spelled around the headers and the log",
    plant: DEFECTS["spellings"],
    run: spellings,
  },
  {
    name: "foreign-trial",
    what: "trials of other people in an export",
    plant: DEFECTS["foreign-trial"],
    run: foreignTrial,
  },
  {
    name: "question-scripts",
    what: "scripts in questions that others load",
    plant: DEFECTS["question-scripts"],
    run: questionScripts,
  },
  {
    name: "question-flood",
    what: "questions of a new account above its allowance",
    plant: DEFECTS["question-flood"],
    run: questionFlood,
  },
  {
    name: "public-demo",
    what: "demos that start where others reach them",
    plant: DEFECTS["public-demo"],
    run: publicDemo,
  },
  {
    name: "stale-clips",
    what: "addresses of films that outlive session or access",
    plant: DEFECTS["stale-clips"],
    run: staleClips,
  },
  {
    name: "cloud-films",
    what: "addresses of films at clouds that open more than one film for an hour",
    plant: DEFECTS["cloud-films"],
    run: cloudFilms,
  },
  {
    name: "webhook-objects",
    what: "answers of 500 to signed messages",
    plant: DEFECTS["webhook-objects"],
    run: webhookObjects,
  },
  {
    name: "webhook-addresses",
    what: "messages to this machine, its network or its cloud",
    plant: DEFECTS["webhook-addresses"],
    alsoPlant: ALSO_PLANTED["webhook-addresses"],
    run: webhookAddresses,
  },
  {
    name: "provider-takeover",
    what: "accounts taken over through providers",
    plant: DEFECTS["provider-takeover"],
    alsoPlant: ALSO_PLANTED["provider-takeover"],
    run: providerTakeover,
  },
  { name: "formulas", what: "cells that a spreadsheet evaluates", plant: DEFECTS["formulas"], run: formulas },
  { name: "picture-bombs", what: "pictures that cost seconds", plant: DEFECTS["picture-bombs"], run: pictureBombs },
  {
    name: "open-files",
    what: "files that other users of the machine may use",
    plant: DEFECTS["open-files"],
    run: openFiles,
  },
  // The last one, because it kills PostgreSQL.
  {
    name: "database-away",
    what: "answers of 500, or ready, without a database that writes",
    plant: DEFECTS["database-away"],
    run: databaseAway,
  },
];
