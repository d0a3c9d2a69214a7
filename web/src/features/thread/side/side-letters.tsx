import { Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SideConversation } from '#contract/side-conversations.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Letter } from '../letter.tsx';
import c from './side.module.css';
import { useSideLetters } from './use-sides.ts';

/** What was said in a side conversation, at its end. Who writes without having been written to is named as a stranger. */
export function SideLetters({ side, me }: { side: SideConversation; me: number }) {
  const { t } = useTranslation();
  const letters = useSideLetters(side.ticket_id, side.id);
  const end = useRef<HTMLDivElement>(null);
  const last = letters.at(-1)?.id ?? 0;
  useEffect(() => {
    if (last > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [last]);
  const known = new Set(side.partners.map((one) => one.address.toLowerCase()));
  return (
    <section className={c.letters} aria-label={t('side.letters')}>
      {letters.map((letter) => {
        const address = letter.from?.address ?? '';
        const isStranger = letter.kind === 'side_inbound' && !known.has(address.toLowerCase());
        return (
          <div key={letter.id} className={c.letter}>
            {isStranger && letter.mail_kind === 'human' && (
              <Tooltip label={t('side.stranger_why')} multiline maw={320}>
                <p className={c.stranger}>
                  <Icon of={IconAlertTriangle} size={14} />
                  {t('side.stranger', { address })}
                </p>
              </Tooltip>
            )}
            <Letter
              message={letter}
              outgoing={undefined}
              waiting={undefined}
              ticketId={side.ticket_id}
              me={me}
              isBeside
              retry={nothing}
              edit={nothing}
              takeBack={nothing}
              takeOver={nothing}
              customerId={null}
            />
          </div>
        );
      })}
      <div ref={end} />
    </section>
  );
}

const nothing = () => {};
