import { useParams } from '@tanstack/react-router';
import { CustomerView } from '../features/customers/customer-view.tsx';
import { Shell } from '../ui/shell.tsx';

export function CustomerPage() {
  const { customerId } = useParams({ from: '/_desk/customer/$customerId' });
  return (
    <Shell section="customers">
      <CustomerView id={customerId} />
    </Shell>
  );
}
