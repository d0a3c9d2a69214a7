import { followProduct } from '../channel-accounts/index.ts';

export { keepBotPicture, readBotPicture, smallPicture } from './bot-pictures.ts';
export { type ClaimedCheck, claimCheck } from './claim-checks.ts';
export { findIntegration, type Integration } from './find-integration.ts';
export { auth1Context } from './integration-secrets.ts';
export { integrationsTable, systemSettingsTable } from './integrations-table.ts';
export { type Checked, noteCheck } from './note-check.ts';
export { requireSecretsAgain } from './require-secrets-again.ts';

followProduct('integrations', 'messenger');
