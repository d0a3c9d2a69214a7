import { offerChat } from './chat.ts';
import { ua } from './words-ua.ts';

offerChat('ua', ua);
