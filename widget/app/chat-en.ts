import { offerChat } from './chat.ts';
import { en } from './words-en.ts';

offerChat('en', en);
