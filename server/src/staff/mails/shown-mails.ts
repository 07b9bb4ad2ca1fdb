/**
 * The condition of the failed mails that a reader sees: a colleague's tell when somebody logs in or forgets a password, so they
 * are for superusers. The table is `m`.
 * @param isSuperuser the parameter that says whether the reader is one
 */
export const isShown = (isSuperuser: `$${number}`) => `
  m.sent_at is null and m.last_error is not null
  and (${isSuperuser}::boolean or not exists (
    select from users u
     where u.id = coalesce(m.user_id, (select r.id from users r where r.email = m.recipient))
       and (u.is_staff or u.is_superuser)))`;
