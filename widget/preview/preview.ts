import { mountChat } from '../app/mount-chat.tsx';

console.log(mountChat);
