import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type auditExportQuery, countNewerAudit, listAudit } from '#contract/audit.ts';
import { call } from '../../api/call.ts';
import { apiBase } from '../../api/send.ts';

/** What the address says of the page: whose trail (0: the installation's) and what of it. Days are the reader's own. */
export type AuditSearch = {
  company?: number | undefined;
  who?: number | undefined;
  thing?: string | undefined;
  id?: number | undefined;
  action?: string | undefined;
  ip?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Null: the installation. */
export type Whose = number | null;

export const auditQuery = (company_id: Whose, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', listAudit.path, company_id, narrowing(search)] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listAudit,
        { company_id, ...narrowing(search), ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const lookSeconds = 5;

/** How many entries came after the newest that is shown. The trail is told of by no event: it would tell of itself. */
export const newerQuery = (company_id: Whose, search: AuditSearch, after: number) =>
  queryOptions({
    queryKey: ['audit-newer', company_id, narrowing(search), after] as const,
    queryFn: ({ signal }) => call(countNewerAudit, { company_id, ...narrowing(search), after }, { signal }),
    refetchInterval: lookSeconds * 1000,
    staleTime: 0,
    retry: false,
  });

export function exportAddress(company_id: Whose, search: AuditSearch): string {
  const asked: z.input<typeof auditExportQuery> = narrowing(search);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, company_id: company_id ?? undefined }))
    if (value !== undefined) query.set(name, String(value));
  return `${apiBase}audit/export?${query}`;
}

function narrowing({ who, thing, id, action, ip, from, to }: AuditSearch) {
  return {
    actor_id: who,
    entity: thing,
    entity_id: id,
    action,
    ip: ip || undefined,
    from: from && startOfDay(from, 0),
    to: to && startOfDay(to, 1),
  };
}

/** The reader's midnight as a time of the wire. */
function startOfDay(day: string, daysLater: number): string | undefined {
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
