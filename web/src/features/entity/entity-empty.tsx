import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { Empty } from '../../ui/empty.tsx';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import type { Declaration } from './declaration.ts';
import { addLink } from './entity-links.ts';
import { mayCreate } from './entity-rights.ts';
import { countQuery } from './list-queries.ts';
import { useSegment } from './list-state.ts';
import { noneDisabledWord } from './words.ts';

/** Why there is nothing, truthfully, and what to do about it. */
export function EntityEmpty({ of, isNarrowed, widen }: { of: Declaration; isNarrowed: boolean; widen: () => void }) {
  const { t } = useTranslation();
  const segment = useSegment();
  const who = useSelf();
  // Where the other segment says something else than what is disabled, it is no place to look.
  const isToBeTold = segment === 'all' && !isNarrowed && of.segments === undefined;
  const disabled = useQuery({ ...countQuery(of, 'disabled'), enabled: isToBeTold }).data?.total ?? 0;
  if (isNarrowed) {
    const showAll = (
      <Button variant="default" onClick={widen}>
        {t('list.show_all')}
      </Button>
    );
    return (
      <Empty title={t('list.nothing_found')} action={showAll}>
        {t('list.nothing_found_narrowed')}
      </Empty>
    );
  }
  if (segment === 'disabled') {
    const back = (
      <ButtonLink variant="default" to="/$entity/search" params={{ entity: of.name }} hash="all">
        {t('list.show_all')}
      </ButtonLink>
    );
    return (
      <Empty title={noneDisabledWord(of, 'none_disabled')} action={of.whenNoneDisabled?.() ?? back}>
        {noneDisabledWord(of, 'none_disabled_text')}
      </Empty>
    );
  }
  if (isToBeTold && disabled > 0)
    return (
      <Empty
        title={t('list.none_in_use')}
        action={
          <ButtonLink variant="default" to="/$entity/search" params={{ entity: of.name }} hash="disabled">
            {t('list.show_disabled')}
          </ButtonLink>
        }
      >
        {t('list.none_in_use_text', { count: disabled })}
      </Empty>
    );
  return (
    <Empty
      title={t(`entities.${of.name}.empty`)}
      action={
        <WhyNot reason={mayCreate(of.name, who) ? undefined : t('why_not.role')}>
          <ButtonLink variant="default" {...addLink(of.name)}>
            {t(`entities.${of.name}.add`)}
          </ButtonLink>
        </WhyNot>
      }
    >
      {t(`entities.${of.name}.empty_text`)}
    </Empty>
  );
}
