import { PromoCodes } from '../features/operators/promo-codes.tsx';
import { Shell } from '../ui/shell.tsx';

/** Hidden, and for operators of the installation alone. */
export function PromoCodesPage() {
  return (
    <Shell section="administration">
      <PromoCodes />
    </Shell>
  );
}
