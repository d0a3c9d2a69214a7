import { followProduct } from '../channel-accounts/index.ts';

export { keepBotPicture, readBotPicture, smallPicture } from './bot-pictures.ts';
export { claimCheck } from './claim-checks.ts';
export {
  findIntegration,
  type Integration,
  openIntegration,
  type SealedIntegration,
} from './find-integration.ts';
export { auth1Context, auth2Context } from './integration-secrets.ts';
export { integrationsTable, systemSettingsTable } from './integrations-table.ts';
export { type Checked, noteCheck } from './note-check.ts';
export { requireSecretsAgain } from './require-secrets-again.ts';

followProduct('integrations', 'messenger');
