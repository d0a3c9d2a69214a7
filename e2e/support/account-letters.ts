import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { headerOf } from './letters.ts';

/** Where the first letter of Parley's own leads that came to this address and leads to this page. */
export async function linkTo(server: ParleyServer, page: string, email: string): Promise<string> {
  const link = new RegExp(`https?://\\S+/${page}/[\\w-]+`);
  const raw = await server.waitForSystemMail((one) => headerOf(one, 'To').includes(email) && link.test(readable(one)));
  return link.exec(readable(raw))?.[0] ?? '';
}

/** A mail with its quoted-printable and base64 parts undone. */
function readable(raw: string): string {
  const plain = raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const encoded = raw.split(/\r?\n\r?\n/).filter((block) => /^[A-Za-z0-9+/=\r\n]+$/.test(block));
  return [plain, ...encoded.map((block) => Buffer.from(block, 'base64').toString('utf8'))].join('\n');
}
