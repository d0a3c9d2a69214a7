import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import c from '../../ui/part-tabs.module.css';
import { usePartInSight } from '../../ui/use-part-in-sight.ts';
import { type QuidgetPart, quidgetParts } from './quidget-parts.ts';

/** The parts as links of this very page, those with a problem marked. */
export function QuidgetTabs({ on, wrong }: { on: QuidgetPart; wrong: ReadonlySet<QuidgetPart> }) {
  const { t } = useTranslation();
  return (
    <nav ref={usePartInSight(on)} className={c.tabs} aria-label={t('quidget.parts.label')}>
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
