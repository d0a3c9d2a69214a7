import { cleanName, cutText } from './clean-text.ts';
import { limits } from './parsed-mail.ts';

/** A file name that is safe to store and to show: no path, no control or invisible characters, its extension kept. */
export function cleanAttachmentName(name: string, contentType: string): string {
  const base = cleanName(name, name.length).split(/[/\\]/).at(-1) ?? '';
  const safe = base.replace(/[<>:"|?*]/g, '_').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  return safe === '' ? defaultName(contentType) : cutName(safe);
}

/** Lower case `type/subtype`; anything else is unknown bytes. */
export function cleanContentType(value: string): string {
  return /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/.test(value) ? value : 'application/octet-stream';
}

function cutName(name: string): string {
  if (name.length <= limits.attachmentNameLengthMax) return name;
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';
  return cutText(name, limits.attachmentNameLengthMax - extension.length) + extension;
}

function defaultName(contentType: string): string {
  const [type = '', subtype = ''] = contentType.split('/');
  const known = namesByType[contentType];
  if (known) return known;
  const extension = subtype.replace(/^x-/, '').replace(/\+.*$/s, '');
  const isPlain = /^[a-z0-9]{1,8}$/.test(extension);
  return `${['image', 'audio', 'video'].includes(type) ? type : 'attachment'}.${isPlain ? extension : 'bin'}`;
}

const namesByType: Record<string, string> = {
  'message/rfc822': 'message.eml',
  'message/global': 'message.eml',
  'message/delivery-status': 'delivery-status.txt',
  'message/global-delivery-status': 'delivery-status.txt',
  'message/disposition-notification': 'disposition-notification.txt',
  'message/feedback-report': 'feedback-report.txt',
  'text/rfc822-headers': 'headers.txt',
  'message/global-headers': 'headers.txt',
  'text/plain': 'text.txt',
  'text/html': 'page.html',
  'text/calendar': 'invite.ics',
  'image/jpeg': 'image.jpg',
  'image/svg+xml': 'image.svg',
  'application/pgp-signature': 'signature.asc',
  'application/pgp-encrypted': 'pgp-version.txt',
  'application/pkcs7-signature': 'smime.p7s',
  'application/x-pkcs7-signature': 'smime.p7s',
  'application/pkcs7-mime': 'smime.p7m',
  'application/x-pkcs7-mime': 'smime.p7m',
  'application/ms-tnef': 'winmail.dat',
  'application/vnd.ms-tnef': 'winmail.dat',
  'application/octet-stream': 'attachment.bin',
};
