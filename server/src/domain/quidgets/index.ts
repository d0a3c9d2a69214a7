import { followProduct } from '../channel-accounts/index.ts';
import './follow-calendar.ts';

export { judgeInstallation } from './check-installation.ts';
export { fetchPage, isWeb } from './fetch-page.ts';
export { findQuidget } from './find-quidget.ts';
export { quidgetsTable } from './quidgets-table.ts';
export { identitySecretContext, rotateSecret } from './rotate-secret.ts';

followProduct('quidgets', 'quidget');
