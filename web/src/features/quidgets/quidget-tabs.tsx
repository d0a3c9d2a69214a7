import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import c from '../../ui/part-tabs.module.css';
import { type QuidgetPart, quidgetParts } from './quidget-parts.ts';

/** The parts as links of this very page, those with a problem marked. */
export function QuidgetTabs({ on, wrong }: { on: QuidgetPart; wrong: ReadonlySet<QuidgetPart> }) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone they are wider than the screen.
    nav.current?.querySelector(`[href$="#${on}"]`)?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [on]);
  return (
    <nav ref={nav} className={c.tabs} aria-label={t('quidget.parts.label')}>
      {quidgetParts.map((part) => (
        <Link
          key={part}
          to="."
          hash={part}
          replace
          resetScroll={false}
          activeOptions={{ includeHash: true }}
          aria-current={part === on ? 'page' : undefined}
          data-wrong={wrong.has(part) || undefined}
        >
          {t(`quidget.parts.${part}`)}
          {wrong.has(part) && <span className="sr">, {t('quidget.has_problem')}</span>}
        </Link>
      ))}
    </nav>
  );
}
