import { contract } from "@manabiya/contract";
import { recordChange } from "../../audit/record.ts";
import { setPassword } from "../../accounts/passwords/new-password.ts";
import { verifyByReset } from "../../accounts/passwords/first-verification.ts";
import { hashPassword, passwordWeakness } from "../../accounts/passwords/password.ts";
import { hashToken } from "../../crypto/token.ts";
import { bool, command, type Database, instant, int, nullable, statement, text } from "../../db/statement.ts";
import type { StaffContext } from "../context.ts";
import { AppError, passwordLoginRequired, validationError } from "../../errors/app-error.ts";

/** An invitation holds as long as its inviter is a superuser. Values: token hash, now. */
const OPEN = `i.token_hash = $1 and i.expires_at > $2 and u.id = i.user_id
          and u.is_superuser and u.suspended_at is null and u.closed_at is null`;

const find = statement("staff-invitation.find", { email: text, has_account: bool })`
  select i.email, exists (select from users a where a.email = i.email and a.email_verified_at is not null) as has_account
    from staff_invitations i, users u where ${OPEN}`;

const take = statement("staff-invitation.take", { email: text, may_see_members: bool, may_see_money: bool })`
  delete from staff_invitations i using users u where ${OPEN}
  returning i.email, i.may_see_members, i.may_see_money`;

/** Values: username, email, password hash, now. */
const insertUser = command("staff-invitation.insert-user")`
  insert into users (username, email, password_hash, subscription_status, created_at)
  values ($1, $2, $3, 'inactive', $4) on conflict (email) do nothing`;

/** Before the invitation, in the same order as the end of a colleague's power. Values: email. */
const lockAccount = statement("staff-invitation.lock-account", {
  id: int,
  email_verified_at: nullable(instant),
  suspended_at: nullable(instant),
})`
  select id, email_verified_at, suspended_at from users where email = $1 for update`;

/** Rights that the account already has stay. Values: id, the verified address, members, money, username or null. */
const addRights = statement("staff-invitation.add-rights", { id: int })`
  update users
     set username = coalesce($5, username), is_staff = true,
         may_see_members = (is_staff and may_see_members) or $3, may_see_money = (is_staff and may_see_money) or $4
   where id = $1 and email = $2 and email_verified_at is not null and suspended_at is null and closed_at is null
  returning id`;

type Taken = { email: string; may_see_members: boolean; may_see_money: boolean };

export function staffInvitationRoutes({ app, db, now, staffMayUseProviders }: StaffContext): void {
  const { read, join, accept } = contract.staffInvitation;
  const at = () => new Date(now()).toISOString();

  async function takeInvitation(tx: Database, token: string): Promise<Taken> {
    const [invitation] = await take(tx, [hashToken(token), at()]);
    if (!invitation) throw invalidLink();
    return invitation;
  }

  async function raise(tx: Database, id: number, taken: Taken, username: string | null): Promise<void> {
    const { email, may_see_members, may_see_money } = taken;
    const raised = await addRights(tx, [id, email, may_see_members, may_see_money, username]);
    if (raised.length === 0) throw invalidLink();
    const after = { is_staff: true, may_see_members, may_see_money };
    await recordChange(tx, { by: id, action: "member.join_staff", id, after }, now());
  }

  app.answer(read, async ({ body: { token } }) => {
    const [invitation] = await find(db, [hashToken(token), at()]);
    if (!invitation) throw invalidLink();
    return invitation;
  });

  app.answer(join, async ({ body: { token, username, new_password } }) => {
    const [invitation] = await find(db, [hashToken(token), at()]);
    if (!invitation) throw invalidLink();
    const weakness = await passwordWeakness(new_password, { username, email: invitation.email });
    if (weakness !== null) throw validationError({ new_password: [weakness] });
    const passwordHash = await hashPassword(new_password);
    await db.transaction(async (tx) => {
      await insertUser(tx, [username, invitation.email, passwordHash, at()]);
      const [account] = await lockAccount(tx, [invitation.email]);
      const taken = await takeInvitation(tx, token);
      if (!account || account.suspended_at !== null) throw invalidLink();
      if (account.email_verified_at !== null)
        throw new AppError(
          400,
          "has_account",
          "このメールアドレスのアカウントがあります。ログインしてから、招待のリンクをもう一度開いてください。",
        );
      // A stranger may have typed the address and set the account up.
      await verifyByReset(tx, account.id, now());
      await setPassword(tx, { userId: account.id, passwordHash, replaces: null, exceptSession: null }, now());
      await raise(tx, account.id, taken, username);
    });
    return { message: "スタッフとして登録しました。設定したパスワードでログインしてください。" };
  });

  app.answer(accept, async ({ body: { token }, currentUser }) => {
    if (currentUser.provider !== null && !staffMayUseProviders) throw passwordLoginRequired();
    await db.transaction(async (tx) => {
      await lockAccount(tx, [currentUser.email]);
      const taken = await takeInvitation(tx, token);
      if (taken.email !== currentUser.email)
        throw new AppError(
          403,
          "other_account",
          "この招待は、別のメールアドレス宛てです。招待されたアカウントでログインしてください。",
        );
      await raise(tx, currentUser.id, taken, null);
    });
    return { message: "スタッフになりました。" };
  });
}

function invalidLink(): AppError {
  const message =
    "招待のリンクが無効か、有効期限が切れています。すでにスタッフとして登録した場合は、そのままログインしてください。それ以外の場合は、招待した管理者に、もう一度招待を依頼してください。";
  return new AppError(400, "invalid_link", message);
}
