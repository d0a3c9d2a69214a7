import type { Attachment } from '#contract/messages.ts';
import { apiBase } from '../../api/send.ts';

/** What a browser can draw without running anything. SVG is not among them. */
const drawable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

export const isPicture = (file: Pick<Attachment, 'content_type'>) => drawable.includes(file.content_type.toLowerCase());

/** Without `inline` the server always offers the file as a download. */
export const fileAddress = (file: Pick<Attachment, 'id'>, how: 'download' | 'inline' = 'download') =>
  `${apiBase}files/${file.id}${how === 'inline' ? '?inline=1' : ''}`;
