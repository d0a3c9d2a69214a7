export { addAiConfig, deleteAiConfig, listAiConfigs, type NewAiConfig, requireRoomFor } from './user-ai-configs.ts';
