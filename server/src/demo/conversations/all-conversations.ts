import type { Conversation } from './conversation.ts';
import { deliveryEn } from './delivery-en.ts';
import { deliveryUa } from './delivery-ua.ts';
import { shopEn } from './shop-en.ts';
import { shopUa } from './shop-ua.ts';
import { studioEn } from './studio-en.ts';
import { studioUa } from './studio-ua.ts';

export const allConversations: readonly Conversation[] = [
  ...shopEn,
  ...deliveryEn,
  ...studioEn,
  ...shopUa,
  ...deliveryUa,
  ...studioUa,
];
