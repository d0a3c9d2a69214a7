export { findMentionable } from './find-mentionable.ts';
export { resolveMentions } from './resolve-mentions.ts';
