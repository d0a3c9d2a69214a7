import type { ReactNode } from 'react';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { useMay } from '../../api/self.ts';
import { NotAllowed } from '../../ui/not-allowed.tsx';

/** A part of a page, or a page of one company's, for who may see it; what a whole route asks for stands in `-rights.ts`. */
export function Guarded({ by, companyId, children }: { by: PrivilegeKey; companyId?: number; children: ReactNode }) {
  return useMay(by, companyId) ? children : <NotAllowed />;
}
