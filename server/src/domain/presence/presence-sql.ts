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
