/** Most providers deliver "a.b+c@x" and "ab@x" to one mailbox; each person has one trial. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at).replace(/\+.*$/, "");
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/, "gmail.com");
  return `${domain === "gmail.com" ? local.replaceAll(".", "") : local}@${domain}`;
}
