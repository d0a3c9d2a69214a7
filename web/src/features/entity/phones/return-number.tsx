import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { useMay } from '../../../api/self.ts';
import { useIsStillHere } from '../../../ui/use-is-still-here.ts';
import { WhyNot } from '../../../ui/why-not.tsx';
import { useReturning } from './use-pool-acts.ts';

/** Out of the form and into the pool. */
export function ReturnNumber({ of }: { of: Row<typeof productCallPhones> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const give = useReturning(async () => {
    if (isStillHere()) await navigate({ to: '/$entity/search', params: { entity: 'phones' } });
  });
  const may = useMay(`${productCallPhones.name}.update`, of.company_id);
  return (
    <WhyNot reason={may ? undefined : t('why_not.role')}>
      <Button variant="default" {...(may ? { c: 'var(--p-danger)' } : {})} onClick={() => void give([of])}>
        {t('entities.phones.disable')}
      </Button>
    </WhyNot>
  );
}
