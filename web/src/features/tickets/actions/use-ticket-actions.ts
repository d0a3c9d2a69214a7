import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useMemo } from 'react';
import { customers, unblockCustomers } from '#contract/customers.ts';
import { markSpam, type SnoozeChoice, snoozeTickets, wakeTickets } from '#contract/snoozes.ts';
import { tags, tagTickets } from '#contract/tags.ts';
import { assignTickets, putTicketsBack, readTickets, reopenTickets, resolveTickets } from '#contract/ticket-moves.ts';
import { tickets } from '#contract/tickets.ts';
import { call } from '../../../api/call.ts';
import { createRows, deleteRows, getRows, type Rows, restoreRows, updateRows } from '../../../api/rows.ts';
import { useMay, useSelf } from '../../../api/self.ts';
import { aheadWithin } from '../../../i18n/time.ts';
import { toast, toastError, toastUndo } from '../../../ui/toast.tsx';
import { expectWayBack } from '../../../ui/ways-back.ts';
import { countersQuery, type Ticket } from '../ticket-queries.ts';
import type { Label } from './label-picker.tsx';
import { rememberOurs, whileChanging } from './own-changes.ts';
import { patchFound } from './patch-found.ts';
import { forgetAsked, refresh } from './refresh-tickets.ts';
import type { Tag } from './tag-picker.tsx';

export type TicketActions = ReturnType<typeof actionsOf>;
export type Person = { id: number; name: string; avatar: string | null };
/** A team gets a ticket without anybody of it: its queue goes on from there. */
export type Assignee = { person: Person } | { team: { id: number; name: string } };

/** What a person may do to tickets, one or many. Each shows at once, says so with a way back, and returns if refused. */
export function useTicketActions(): TicketActions {
  const client = useQueryClient();
  const { user } = useSelf();
  const { id, name, avatar } = user;
  const mayUnblock = useMay('customers.update');
  return useMemo(() => actionsOf(client, { id, name, avatar }, mayUnblock), [client, id, name, avatar, mayUnblock]);
}

export function actionsOf(client: QueryClient, me: Person, mayUnblock: boolean) {
  const assign = async (rows: readonly Ticket[], to: Assignee | null) => {
    const person = to && 'person' in to ? to.person : null;
    const team = to && 'team' in to ? to.team : undefined;
    const moved = rows.filter(
      (row) => row.assignee_id !== (person?.id ?? null) || (team !== undefined && row.team_id !== team.id),
    );
    // Silence would leave in doubt whether it was heard.
    const whose = person?.name ?? team?.name;
    if (moved.length === 0 && whose)
      return void toast({ status: 'info', title: i18next.t('tickets.already_assigned', { name: whose }) });
    // What nobody has is taken from nobody: whoever was faster keeps it.
    const isTaking = person?.id === me.id && moved.every((row) => row.assignee_id === null);
    await change(client, {
      name: person ? 'assign' : team ? 'assign_team' : 'unassign',
      ...(team ? { about: team.name } : {}),
      ids: idsOf(moved),
      patch: {
        assignee_id: person?.id ?? null,
        users: { name: person?.name ?? null, avatar: person?.avatar ?? null },
        ...(team ? { team_id: team.id, team: { name: team.name } } : {}),
      },
      send: async (ids) => {
        const given = { ids, assignee_id: person?.id ?? null, ...(team ? { team_id: team.id } : {}) };
        return (await call(assignTickets, isTaking ? { ...given, if_assignee: null } : given)).ids;
      },
      undo: (ids) => call(putTicketsBack, { ids, left: 'assigned' }),
    });
  };
  const tag = (rows: readonly Ticket[], the: Tag) =>
    change(client, {
      name: 'tag',
      about: the.name,
      ids: idsOf(rows.filter((row) => !hasTag(row, the))),
      patch: (row) => ({ tags: [...row.tags.filter((one) => one.id !== the.id), the] }),
      send: async (ids) => (await call(tagTickets, { ids, add: [the.id] })).ids,
      undo: (ids) => call(tagTickets, { ids, remove: [the.id], if_own: 1 }),
    });
  const markSpamOf = async (rows: readonly Ticket[], isSpam: 0 | 1, block: 0 | 1 = 0) => {
    // Whoever was among spam, or blocked, before stays so when it is taken back.
    let done: { ids: number[]; blocked: number[] } = { ids: [], blocked: [] };
    await change(client, {
      name: block ? 'block' : isSpam ? 'spam' : 'notSpam',
      ids: idsOf(block ? rows : rows.filter((row) => row.is_spam !== isSpam)),
      patch: { is_spam: isSpam },
      send: async (ids) => {
        done = await call(markSpam, { ids, is_spam: isSpam, block });
        return block ? ids : done.ids;
      },
      undo: async () => {
        if (done.ids.length > 0) await call(markSpam, { ids: done.ids, is_spam: isSpam ? 0 : 1 });
        if (done.blocked.length > 0) await call(unblockCustomers, { ids: done.blocked });
      },
    });
    return done.ids;
  };
  /** `isOffered`: the screen offers to unblock the sender already. */
  const notSpam = async (rows: readonly Ticket[], isOffered = false) => {
    const done = await markSpamOf(rows, 0);
    if (!isOffered && mayUnblock && done.length > 0)
      await offerToUnblock(
        client,
        rows.filter((row) => done.includes(row.id)),
      );
  };
  /** Of a sender who is blocked: what they write next comes in again as well. */
  const notSpamAndUnblock = (row: Ticket) =>
    change(client, {
      name: 'unblock',
      ids: [row.id],
      patch: { is_spam: 0 },
      send: async (ids) => {
        await call(unblockCustomers, { ids: [row.customer_id] });
        await client.invalidateQueries({ queryKey: [customers.name] });
        await call(markSpam, { ids, is_spam: 0 });
        return ids;
      },
      undo: async (ids) => {
        await call(markSpam, { ids, is_spam: 1, block: 1 });
        await client.invalidateQueries({ queryKey: [customers.name] });
      },
    });
  return {
    tag,
    untag: (rows: readonly Ticket[], the: Tag) =>
      change(client, {
        name: 'untag',
        about: the.name,
        ids: idsOf(rows.filter((row) => hasTag(row, the))),
        patch: (row) => ({ tags: row.tags.filter((one) => one.id !== the.id) }),
        send: async (ids) => (await call(tagTickets, { ids, remove: [the.id] })).ids,
        undo: (ids) => call(tagTickets, { ids, add: [the.id] }),
      }),
    /** Makes a tag of what was typed, and marks these with it, or whatever `mark` means. */
    tagAnew: async (rows: readonly Ticket[], name: string, mark = (made: Tag): unknown => tag(rows, made)) => {
      try {
        const [made] = await createRows(tags, [{ company_id: rows[0]?.company_id, name }]);
        await client.invalidateQueries({ queryKey: [tags.name] });
        if (made) await mark({ id: made.id, name: made.name, color: made.color });
      } catch (error) {
        toastError(i18next.t('tickets.failed.tag', { count: rows.length }), error);
      }
    },
    label: (rows: readonly Ticket[], to: Label | null) => {
      const other = rows.filter((row) => row.label_id !== (to?.id ?? null));
      return change(client, {
        name: to ? 'label' : 'unlabel',
        ...(to ? { about: to.name } : {}),
        ids: idsOf(other),
        patch: { label_id: to?.id ?? null, label: { name: to?.name ?? null } },
        send: (ids) => setLabel(ids, to?.id ?? null),
        // What a colleague has called it since stays.
        undo: async () => {
          const still = await labelled(idsOf(other), to?.id ?? null);
          const those = other.filter((row) => still.includes(row.id));
          for (const [before, rows] of Map.groupBy(those, (row) => row.label_id)) await setLabel(idsOf(rows), before);
        },
      });
    },
    resolve: (rows: readonly Ticket[]) =>
      change(client, {
        name: 'resolve',
        ids: idsOf(rows.filter((row) => row.view_type !== 'resolved')),
        patch: { view_type: 'resolved', waiting_since: null },
        send: async (ids) => (await call(resolveTickets, { ids })).ids,
        undo: (ids) => call(putTicketsBack, { ids, left: 'resolved' }),
      }),
    reopen: (rows: readonly Ticket[]) =>
      change(client, {
        name: 'reopen',
        ids: idsOf(rows.filter((row) => row.view_type !== '')),
        patch: { view_type: '' },
        send: async (ids) => (await call(reopenTickets, { ids })).ids,
        undo: (ids) => call(putTicketsBack, { ids, left: '' }),
      }),
    trash: (rows: readonly Ticket[]) =>
      change(client, {
        name: 'trash',
        ids: idsOf(rows),
        patch: { is_deleted: 1 },
        send: (ids) => deleteRows(tickets, ids),
        undo: (ids) => restoreRows(tickets, ids),
      }),
    restore: (rows: readonly Ticket[]) =>
      change(client, {
        name: 'restore',
        ids: idsOf(rows),
        patch: { is_deleted: 0 },
        send: (ids) => restoreRows(tickets, ids),
        undo: (ids) => deleteRows(tickets, ids),
      }),
    snooze: (rows: readonly Ticket[], until: SnoozeChoice) => {
      const those = rows.filter((row) => row.view_type !== 'resolved' && row.is_deleted === 0);
      return change(client, {
        name: 'snooze',
        about: aheadWithin(until.until),
        ids: idsOf(those),
        patch: { view_type: 'snoozed', snoozed_until: until.until },
        send: async (ids) => (await call(snoozeTickets, { ids, ...until })).ids,
        undo: (ids) => call(wakeTickets, { ids, undo: 1 }),
      });
    },
    wake: (rows: readonly Ticket[]) =>
      change(client, {
        name: 'wake',
        ids: idsOf(rows.filter((row) => row.view_type === 'snoozed')),
        patch: { view_type: '', snoozed_until: null, snooze: null },
        send: async (ids) => (await call(wakeTickets, { ids })).ids,
        undo: (ids) => call(putTicketsBack, { ids, left: '' }),
      }),
    spam: (rows: readonly Ticket[]) => markSpamOf(rows, 1),
    notSpam,
    spamAndBlock: (rows: readonly Ticket[]) => markSpamOf(rows, 1, 1),
    notSpamAndUnblock,
    assign,
    assignToMe: (rows: readonly Ticket[]) => assign(rows, { person: me }),
    markUnread: (row: Ticket) => mark(client, row.id, 1),
    /** Up to a message: another may have come that was not seen. */
    markRead: (row: Pick<Ticket, 'id'>, upTo: number) => mark(client, row.id, 0, upTo),
  };
}

/** What a sender who is still blocked writes next would be spam again. */
async function offerToUnblock(client: QueryClient, rows: readonly Ticket[]): Promise<void> {
  const senders = [...new Set(rows.map((row) => row.customer_id))];
  const conditions = [['id', 'in', senders] as const, ['is_blocked', '=', 1] as const];
  // Where it cannot be asked nothing is offered: what was to be done has been done.
  const still = await getRows(customers, { fields: ['id'], conditions }).catch(() => null);
  if (!still || still.rows.length === 0) return;
  const unblock = async () => {
    try {
      await call(unblockCustomers, { ids: idsOf(still.rows) });
      toast({ status: 'success', title: i18next.t('tickets.unblocked', { count: still.rows.length }) });
    } catch (error) {
      toastError(i18next.t('tickets.not_unblocked'), error);
    }
    await client.invalidateQueries({ queryKey: [customers.name] });
  };
  toast({
    status: 'info',
    title: i18next.t('tickets.still_blocked', { count: still.rows.length }),
    action: { label: i18next.t('tickets.unblock'), onClick: () => void unblock() },
  });
}

type Patch = Partial<Ticket> | ((row: Ticket) => Partial<Ticket>);
type Change = {
  name:
    | 'snooze'
    | 'wake'
    | 'spam'
    | 'notSpam'
    | 'block'
    | 'unblock'
    | 'resolve'
    | 'reopen'
    | 'trash'
    | 'restore'
    | 'assign'
    | 'assign_team'
    | 'unassign'
    | 'tag'
    | 'untag'
    | 'label'
    | 'unlabel';
  /** What it was done with, where the words name it. */
  about?: string;
  ids: number[];
  patch: Patch;
  /** Answers the ids that really changed. */
  send: (ids: number[]) => Promise<number[]>;
  /** Where it answers ids, those that it took back: what others changed since stays. */
  undo: (ids: number[]) => Promise<{ ids: number[] } | number[] | undefined>;
};

async function change(client: QueryClient, { name, about, ids, patch, send, undo }: Change): Promise<void> {
  if (ids.length === 0) return;
  rememberOurs(ids);
  await forgetAsked(client, ids);
  const was = rowsNow(client, ids);
  patchTickets(client, ids, patch);
  // At once: what is done to them next begins from there, also where the server takes its time.
  const putBack = async (those: readonly number[]) => {
    rememberOurs(those);
    // What was asked for in between is answered as if nothing had been taken back.
    await forgetAsked(client, those);
    patchTickets(client, those, (row) => was.get(row.id) ?? {});
    for (const id of those) patchFound(client, [id], was.get(id) ?? {});
  };
  const takeBack = async (changed: number[]) => {
    try {
      const back = await whileChanging(undo(changed));
      if (back && ('ids' in back ? back.ids : back).length === 0) sayFaster();
    } catch (error) {
      toastError(i18next.t('tickets.failed.undo'), error);
    }
  };
  const way = expectWayBack(() => void putBack(ids));
  try {
    const changed = await whileChanging(send(ids));
    rememberOurs(changed);
    const isTakenBack = way.end();
    // What they were asked to become they had become already.
    if (changed.length === 0) sayFaster();
    else if (isTakenBack) await takeBack(changed);
    else {
      toastUndo(i18next.t(`tickets.done.${name}`, { count: changed.length, name: about }), () => {
        void putBack(changed);
        void takeBack(changed).then(() => refresh(client, changed));
      });
    }
  } catch (error) {
    way.end();
    // Where nobody answers, what is asked for below is not answered either.
    await putBack(ids);
    const what = i18next.t(`tickets.failed.${name}`, { count: ids.length });
    // Whoever has gone on to another ticket would think that it is meant.
    const [only] = ids.length === 1 ? [...was.values()] : [];
    toastError(only ? `${only.case_number}: ${what}` : what, error);
  }
  await refresh(client, ids);
}

const sayFaster = () => toast({ status: 'info', title: i18next.t('tickets.was_faster') });

async function mark(client: QueryClient, id: number, isUnread: 0 | 1, upTo?: number): Promise<void> {
  patchTickets(client, [id], { is_unread: isUnread });
  try {
    await call(readTickets, { ids: [id], is_unread: isUnread, ...(upTo !== undefined && { up_to: upTo }) });
    // Every ticket that is opened is read: nothing else has changed by it, and nothing else is asked for again.
    if (!isUnread) return await client.invalidateQueries({ queryKey: countersQuery.queryKey });
  } catch (error) {
    // Reading must not be interrupted because it could not be noted; the next fetch tells the truth.
    if (isUnread) toastError(i18next.t('tickets.failed.unread'), error);
  }
  await refresh(client, [id]);
}

/** As lists and pages have them at this moment. */
function rowsNow(client: QueryClient, ids: readonly number[]): ReadonlyMap<number, Ticket> {
  const lists = client.getQueriesData<Rows<typeof tickets>>({ queryKey: [tickets.name, 'get'] });
  const pages = client.getQueriesData<Ticket>({ queryKey: [tickets.name, 'row'] });
  const all = [...lists.flatMap(([, data]) => data?.rows ?? []), ...pages.flatMap(([, data]) => data ?? [])];
  const rows = all.filter((row) => ids.includes(row.id) && isWhole(row)).sort((a, b) => a.version - b.version);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Shows a change before the server has answered, in every list and page that has the ticket. */
function patchTickets(client: QueryClient, ids: readonly number[], patch: Patch): void {
  const patched = (row: Ticket) => {
    if (typeof patch !== 'function') return { ...row, ...patch };
    return isWhole(row) ? { ...row, ...patch(row) } : row;
  };
  client.setQueriesData<Rows<typeof tickets>>({ queryKey: [tickets.name, 'get'] }, (old) =>
    old ? { ...old, rows: old.rows.map((row) => (ids.includes(row.id) ? patched(row) : row)) } : old,
  );
  client.setQueriesData<Ticket>({ queryKey: [tickets.name, 'row'] }, (old) =>
    old && ids.includes(old.id) && 'version' in old ? patched(old) : old,
  );
  if (typeof patch !== 'function') patchFound(client, ids, patch);
}

async function setLabel(ids: number[], label: number | null): Promise<number[]> {
  return idsOf(await updateRows(tickets, { label_id: label }, [['id', 'in', ids]]));
}

/** Of these, those that are called so now. */
async function labelled(ids: number[], label: number | null): Promise<number[]> {
  const conditions = [['id', 'in', ids] as const, ['label_id', '=', label] as const];
  const range: [number, number] = [0, ids.length];
  return idsOf((await getRows(tickets, { fields: ['id'], conditions, sort: [['id', 'asc']], range })).rows);
}

/** Lists and pages ask for the same fields; what stands beside a ticket of its customer's other ones is less. */
const isWhole = (row: Partial<Ticket>): row is Ticket => row.tags !== undefined;

const hasTag = (row: Ticket, tag: Tag) => row.tags.some((one) => one.id === tag.id);

const idsOf = (rows: readonly Pick<Ticket, 'id'>[]) => rows.map((row) => row.id);
