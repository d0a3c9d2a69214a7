import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useMatch, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { idValue } from '#contract/entity.ts';
import { lazyPart } from '../api/fetch-part.ts';
import { ticketQuery } from '../features/tickets/ticket-queries.ts';
import { learnLater } from '../i18n/language.ts';
import { Dialog } from '../ui/dialog.tsx';

const NewLetter = lazyPart(async () => {
  const [{ NewLetter: Letter }] = await Promise.all([
    import('../features/composer/new-letter.tsx'),
    learnLater('compose'),
    learnLater('writing'),
  ]);
  return { default: Letter };
});

/** A letter from wherever one is; and `#customer/12` leads to a customer from anywhere (SPEC section 2). */
export default function QuickLetterDialog({ isOpen, close: onClose }: { isOpen: boolean; close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useProductHere();
  useLinkToCustomer();
  const [id, goOn] = useState<string | null>(null);
  const close = () => {
    goOn(null);
    onClose();
  };
  return (
    <Dialog centered={false} opened={isOpen} close={close} size={720} title={t('tickets.compose')}>
      <Suspense fallback={null}>
        <NewLetter
          key={id}
          id={id}
          to={null}
          before={{ onGoOn: goOn, onLeave: close }}
          {...here}
          onKept={() => {}}
          onTakenBack={(letter) => void navigate({ to: '/compose', search: { letter } })}
          onSent={({ tickets: [first, second] }) => {
            close();
            if (first && !second) void navigate({ to: '/tickets/$id', params: { id: first.ticket_id }, search: {} });
          }}
        />
      </Suspense>
    </Dialog>
  );
}

/** The product whose ticket or list is open, or the list's company: of another one the letter would come from an address that nobody meant. */
function useProductHere(): { productId: number | null; companyId: number | null } {
  const client = useQueryClient();
  const ticket = useMatch({ from: '/_desk/tickets/$id', shouldThrow: false });
  const list = useMatch({ from: '/_desk/tickets/', shouldThrow: false });
  const opened = ticket && client.getQueryData(ticketQuery(ticket.params.id).queryKey);
  return {
    productId: opened?.product_id ?? list?.search.product ?? null,
    companyId: list?.search.company ?? null,
  };
}

function useLinkToCustomer(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const found = idValue.safeParse(Number(/^customer\/(\d+)$/.exec(hash)?.[1]));
    if (found.success)
      void navigate({ to: '/customer/$customerId', params: { customerId: found.data }, replace: true });
  }, [hash, navigate]);
}
