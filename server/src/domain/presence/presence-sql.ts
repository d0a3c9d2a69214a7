/** Whether the desk of the user `u` is open anywhere: an SQL condition. Whoever asks for a company sees its own people. */
export const isPresent = (u: string): string =>
  `exists (select from presences presence where presence.user_id = ${u}.id and presence.until > now())`;

/** Whoever has not touched their desk for so long has left it open: they stay online, and are given nothing. */
export const untouchedMinutes = 60;

/** Whether they are there, and have touched it within that time. */
export const isAtDesk = (u: string): string =>
  `exists (select from presences presence where presence.user_id = ${u}.id and presence.until > now()
    and presence.touched_at > now() - interval '${untouchedMinutes} minutes')`;

/**
 * `online`, `paused` (there, and set to offline by themselves) or `offline`, of the user `u`. What somebody chose stands in
 * `users.status`.
 */
export const presenceOf = (u: string): string =>
  `case when not ${isPresent(u)} then 'offline' when ${u}.status = 8 then 'online' else 'paused' end`;

/** Whoever is away for so long answers nobody soon. A page that hangs and a walk for coffee are shorter. */
export const absentMinutes = 10;
/**
 * The user `u` closed their desk that long ago (who never had one: since `since`), or has it open and does not touch it; or
 * went offline that long ago, counted from whatever they changed of themselves last.
 */
export const isAbsent = (u: string, since: string): string =>
  `(not exists (select from presences p where p.user_id = ${u}.id and p.touched_at > now() - interval '${untouchedMinutes} minutes')
    and coalesce(${u}.last_seen, ${since}) < now() - interval '${absentMinutes} minutes'
    or ${u}.status <> 8 and ${u}.updated < now() - interval '${absentMinutes} minutes')`;
