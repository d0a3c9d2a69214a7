import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { users } from '#contract/users.ts';
import { named } from '../../ui/offered/reference.ts';
import { useOffered } from '../../ui/offered/use-offered.ts';
import { useSearched } from '../../ui/offered/use-searched.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import c from './ask-heir.module.css';

const nobody = 'nobody';
const toPerson = named(users);

export type Leaver = { id: number; name: string; company_id: number };
/** What they leave behind, all together. */
export type Left = { readonly tickets: number; readonly letters: number };
/** `id` null: nobody gets what they still have to do, and letters that wait are left to whoever asks. */
export type Heir = { readonly id: number | null };

/** Before people are taken out of a company: who gets what they still have to do. Undefined when it is let be. */
export function askHeir(leavers: readonly Leaver[], left: Left, companyName: string): Promise<Heir | undefined> {
  return new Promise((answer) => {
    const [first] = leavers;
    const id = modals.open({
      title:
        leavers.length === 1 && first
          ? i18next.t('member.remove_title', { name: first.name, company: companyName })
          : i18next.t('people.remove_several', { count: leavers.length }),
      centered: true,
      size: 440,
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      children: (
        <AskHeir
          leavers={leavers}
          left={left}
          onAnswer={(heir) => {
            answer(heir);
            modals.close(id);
          }}
        />
      ),
      onClose: () => answer(undefined),
    });
  });
}

function AskHeir(props: { leavers: readonly Leaver[]; left: Left; onAnswer: (heir: Heir | undefined) => void }) {
  const { leavers, left, onAnswer } = props;
  const { t } = useTranslation();
  const [heir, setHeir] = useState<string>(nobody);
  const [typed, type] = useState('');
  const { tickets: count, letters } = left;
  const companies = [...new Set(leavers.map((one) => one.company_id))];
  const canHand = count + letters > 0 && companies.length === 1;
  const toNobody = { value: nobody, label: count > 0 ? t('member.hand_to_nobody') : t('member.letters_to_you') };
  // What stands there before anybody was chosen is not looked for.
  const words = typed === toNobody.label ? '' : typed;
  const colleagues = useOffered({
    ...{ to: toPerson, companyId: companies[0] ?? null, words, isAsked: canHand },
    chosen: heir === nobody ? [] : [Number(heir)],
    without: leavers.map((one) => one.id),
  });
  const data = [toNobody, ...colleagues.options];
  const { searched, isAwaited } = useSearched({ words, type, from: [colleagues], data });
  return (
    <div className={c.dialog}>
      <p>{t('member.remove_text')}</p>
      {count > 0 && !canHand && <p>{t('people.several_companies', { count })}</p>}
      {letters > 0 && <p>{t(canHand ? 'member.letters' : 'member.letters_yours', { count: letters })}</p>}
      {canHand && (
        <SearchSelect
          data-autofocus
          label={count > 0 ? t('member.hand_to', { count }) : t('member.letters_to')}
          description={t('member.hand_to_help')}
          {...searched}
          isAwaited={isAwaited}
          data={data}
          value={heir}
          onChange={(next) => setHeir(next ?? nobody)}
        />
      )}
      <div className={c.actions}>
        <Button variant="subtle" color="gray" onClick={() => onAnswer(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button
          color="var(--p-danger)"
          data-autofocus={!canHand || undefined}
          onClick={() => onAnswer({ id: heir === nobody ? null : Number(heir) })}
        >
          {t('member.remove')}
        </Button>
      </div>
    </div>
  );
}
