import { Suspense } from 'react';
import { lazyPart } from '../api/fetch-part.ts';
import { learnLater } from '../i18n/language.ts';
import type { SideView } from './side-drawer.tsx';

const customerParts = async () => {
  const [{ CustomerPanel: Panel, CustomerMenuOf: Menu }] = await Promise.all([
    import('../features/customers/customer-panel.tsx'),
    learnLater('customer_page'),
  ]);
  return { Panel, Menu };
};
const CustomerPanel = lazyPart(async () => ({ default: (await customerParts()).Panel }));
const CustomerMenu = lazyPart(async () => ({ default: (await customerParts()).Menu }));

const SidePart = lazyPart(async () => {
  const [file] = await Promise.all([import('../features/thread/side/side-part.tsx'), learnLater('side')]);
  return { default: file.SidePart };
});

/** Who wrote, among what is known about the ticket. */
export function AboutCustomer({ id }: { id: number }) {
  return (
    <Suspense>
      <CustomerPanel key={id} id={id} />
    </Suspense>
  );
}

/** What is done to whoever wrote, as a whole. */
export function MoreOfCustomer({ id }: { id: number }) {
  return (
    <Suspense>
      <CustomerMenu key={id} id={id} />
    </Suspense>
  );
}

/** What is said to third parties, and a way to begin. */
export function BesideTicket(props: { ticketId: number; mayWrite: boolean; show: (view: SideView) => void }) {
  const { ticketId, mayWrite, show } = props;
  return (
    <Suspense>
      <SidePart
        ticketId={ticketId}
        mayWrite={mayWrite}
        onOpen={(id) => show({ is: 'one', id })}
        onNew={() => show({ is: 'new', forwarded: [] })}
      />
    </Suspense>
  );
}
