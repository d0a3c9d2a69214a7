import type { Attachment } from '#contract/messages.ts';
import { apiBase } from '../../api/send.ts';

/** What a browser can draw without running anything. SVG is not among them. */
const drawable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

export const isPicture = (file: Pick<Attachment, 'content_type'>) => drawable.includes(file.content_type.toLowerCase());

/** By its type, or by its name where a mail program did not know the type. What it holds is looked at in a frame of its own. */
export const isPdf = ({ content_type, name }: Pick<Attachment, 'content_type' | 'name'>) =>
  /^application\/(?:x-)?pdf\b/i.test(content_type) ||
  (/^application\/(?:octet-stream|force-download|x-download)\b/i.test(content_type) && /\.pdf$/i.test(name));

/** Without `inline` the server always offers the file as a download. */
export const fileAddress = (file: Pick<Attachment, 'id'>, how: 'download' | 'inline' = 'download') =>
  `${apiBase}files/${file.id}${how === 'inline' ? '?inline=1' : ''}`;

/** All that a letter carries in one file; with the pictures that stand in its text where that is shown without its looks. */
export const allFilesAddress = (messageId: number, withInline: boolean) =>
  `${apiBase}messages/${messageId}/files${withInline ? '?inline=1' : ''}`;
