import type { ReactNode } from 'react';
import { formatDay, formatTime } from '../i18n/time.ts';
import c from './health-aside.module.css';

/** How a connection does, beside its form: what is known, and what happened to it. */
export function HealthAside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className={c.aside} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </aside>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={c.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is wrong in words, and in those of the other side. */
export function Why({ details, children }: { details?: string | null | undefined; children: ReactNode }) {
  return (
    <div className={c.why}>
      {children}
      {details && <code>{details}</code>}
    </div>
  );
}

export function AsideNote({ children }: { children: ReactNode }) {
  return <p className={c.note}>{children}</p>;
}

type Entry = { readonly at: string; readonly state: string; readonly key: string | null };

/** Entries day by day, the newest first. */
export function HealthLog<E extends Entry>({ entries, tell }: { entries: readonly E[]; tell: (of: E) => ReactNode }) {
  return [...Map.groupBy(entries, (entry) => formatDay(entry.at))].map(([day, ofDay]) => (
    <section key={day}>
      <h3>{day}</h3>
      <ol className={c.log}>
        {ofDay.map((entry) => (
          <li key={`${entry.at} ${entry.state} ${entry.key}`}>
            <time>{formatTime(entry.at)}</time>
            <div>{tell(entry)}</div>
          </li>
        ))}
      </ol>
    </section>
  ));
}
