import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { avatarBytes } from '#domain/people/index.ts';
import { filesInFolder } from '#platform/files.ts';
import { aSocket } from './a-socket.ts';
import type { ApiClient } from './api-client.ts';
import { rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, aPixel, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

/** What is told of a person; where the log of events ends goes on by itself. */
const self = async (api: ApiClient) => {
  const { bookmark: _, ...told } = (await api.call('users/self')).body.data;
  return told;
};

describe('a profile', () => {
  test('is changed field by field, and colleagues see it', async () => {
    const ihor = await aMember(at, ours, 1, 'Ihor');
    const change = { name: "Ihor O'Hara", phone: '+380 44 123 45 67', note: 'Late shift', status: 8 };
    expect((await ihor.api.call('profile/change', change)).status).toBe(200);
    expect((await self(ihor.api)).user).toMatchObject(change);
    const { body } = await ours.owner.post('users/get', { filter: { conditions: [['id', '=', ihor.id]] } });
    expect(body.data.users[0]).toMatchObject({ name: "Ihor O'Hara", phone: '+380 44 123 45 67', status: 9 });

    await ihor.api.call('profile/change', { phone: '', note: null });
    expect((await self(ihor.api)).user).toMatchObject({ name: "Ihor O'Hara", phone: null, note: null });
  });

  test('is not saved over what another tab has saved since', async () => {
    const { api } = await aMember(at, ours, 1, 'Petro');
    const save = (note: string, seen: string | null) => api.call('profile/change', { note, seen: { note: seen } });
    expect((await save('Lunch at one', null)).status).toBe(200);
    const late = await save('On the second floor', null);
    expect([late.status, late.body.errors]).toMatchObject([409, [{ key: 'conflict', field: 'data.note' }]]);
    expect((await save('Lunch at one', null)).status, 'the same once more').toBe(200);
    expect((await save('On the second floor', 'Lunch at one')).status).toBe(200);
    expect((await self(api)).user.note).toBe('On the second floor');
  });

  test('holds what SPEC section 5 allows and names the field that does not', async () => {
    const before = await self(ours.owner);
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ name: 'O' }, 'data.name', 'too_short'],
      [{ name: 'O'.repeat(31) }, 'data.name', 'too_long'],
      [{ name: 'Olena\r\nBcc: x' }, 'data.name', 'invalid_value'],
      [{ phone: '1'.repeat(21) }, 'data.phone', 'too_long'],
      [{ note: 'n'.repeat(41) }, 'data.note', 'too_long'],
      [{ status: 7 }, 'data.status', 'invalid_value'],
      [{ phone_status: 1 }, 'data.phone_status', 'unknown_field'],
    ];
    for (const [change, field, key] of wrong) {
      const answer = await ours.owner.call('profile/change', { status: 8, ...change });
      expect([answer.status, answer.body.errors[0]], JSON.stringify(change)).toMatchObject([422, { field, key }]);
    }
    expect(await self(ours.owner)).toEqual(before);
  });

  test('A5 neither an address, a role nor a confirmation comes along', async () => {
    const before = await self(ours.owner);
    for (const [field, value] of Object.entries({
      email: 'evil@evil.test',
      email_confirmed: true,
      email_confirmed_at: '2026-01-01 00:00:00',
      roles: [{ company_id: theirs.companyId, level: 4, name: 'owner' }],
      level: 4,
      privileges: {},
      is_operator: 1,
      avatar: 'avatars/x',
      password_hash: 'x',
      id: theirs.ownerId,
      'settings.billing_status': {},
    })) {
      const answer = await ours.owner.call('profile/change', { name: 'Evil', [field]: value });
      expect([field, answer.status, answer.body.errors[0]?.key]).toEqual([field, 422, 'unknown_field']);
    }
    expect(await self(ours.owner)).toEqual(before);
  });

  test('a change of it reaches the colleagues who look at it, and nobody else', async () => {
    const [colleague, stranger] = [await aSocket(at.listening, ours.owner), await aSocket(at.listening, theirs.owner)];
    const mira = await aMember(at, ours, 1, 'Mira');
    await mira.api.call('profile/change', { name: 'Mira Sol' });
    const told = await colleague.hears(
      (event) => event.entity === 'users' && event.params.id === mira.id && !('presence' in event.params),
    );
    expect(told).toMatchObject({ action: 'updated', params: { company_id: ours.companyId } });
    expect(stranger.events.filter((event) => event.params.company_id === ours.companyId)).toEqual([]);
    await Promise.all([colleague.close(), stranger.close()]);
  });
});

describe('a picture of a person', () => {
  const upload = (api: ApiClient, bytes: Uint8Array<ArrayBuffer>, name = 'me.png', type = 'image/png') => {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type }), name);
    return api.request('profile/avatar', { method: 'POST', body: form });
  };
  const fetched = async (api: ApiClient, avatar: string, size = 64) => {
    const answer = await fetch(`${at.listening}/v1/api/${avatar}?size=${size}`, { headers: { cookie: api.cookie } });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const photo = (width = 900, height = 600, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'jpeg') =>
    sharp({ create: { width, height, channels: 3, background: '#a06030' } })
      .withExif({
        IFD0: { Copyright: 'canary-of-the-camera', ImageDescription: 'at home' },
        IFD3: { GPSLatitude: '50/1' },
      })
      .toFormat(format)
      .toBuffer()
      .then((bytes) => Uint8Array.from(bytes));

  test('is cut square, written anew without what the camera told, and shown to colleagues alone', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const answer = await upload(ours.owner, await photo(900, 600, format), `me.${format}`);
      expect([format, answer.status]).toEqual([format, 200]);
      const { avatar } = answer.body.data;
      expect(avatar).toMatch(/^avatars\/[0-9a-f]{40}$/);
      for (const size of [64, 256]) {
        const { status, headers, bytes } = await fetched(ours.owner, avatar, size);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
        const about = await sharp(bytes).metadata();
        expect([about.format, about.width, about.height, about.exif]).toEqual(['webp', size, size, undefined]);
        expect(bytes.toString('latin1')).not.toMatch(/canary|Exif|GPS|ICC_PROFILE/);
      }
    }
    const { avatar } = (await self(ours.owner)).user;
    const colleague = await aMember(at, ours, 1, 'Colleague');
    expect((await fetched(colleague.api, avatar)).status).toBe(200);
    const { body } = await colleague.api.post('users/get', { filter: { conditions: [['id', '=', ours.ownerId]] } });
    expect(body.data.users[0].avatar).toBe(avatar);
    for (const nobody of [theirs.owner, at.stranger()]) {
      expect([401, 404]).toContain((await fetched(nobody, avatar)).status);
    }
  });

  test('stands as it was held, keeps its colours in print, and does not move', async () => {
    const square = (background: string) => ({ width: 300, height: 300, channels: 3, background }) as const;
    const [red, blue] = [square('#ff0000'), square('#0000ff')];
    const halves = sharp({ create: { ...red, width: 600 } }).composite([
      { input: { create: blue }, left: 300, top: 0 },
    ]);
    const cut = async (picture: Sharp) => {
      const { body } = await upload(theirs.owner, Uint8Array.from(await picture.toBuffer()));
      const { bytes } = await fetched(theirs.owner, body.data.avatar, 256);
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => {
        const [r = 0, , b = 0] = data.subarray((y * info.width + x) * info.channels);
        return r > b ? 'red' : 'blue';
      };
      return { at, pages: (await sharp(bytes, { animated: true }).metadata()).pages ?? 1 };
    };
    const flat = await cut(halves.clone().jpeg());
    expect([flat.at(20, 128), flat.at(236, 128)]).toEqual(['red', 'blue']);
    // A telephone held upright: turned by a quarter, says EXIF.
    const upright = await cut(halves.clone().withMetadata({ orientation: 6 }).jpeg());
    expect([upright.at(128, 20), upright.at(128, 236)]).toEqual(['red', 'blue']);
    const printed = await cut(halves.clone().toColourspace('cmyk').jpeg());
    expect([printed.at(20, 128), printed.at(236, 128)]).toEqual(['red', 'blue']);
    const frames = await Promise.all([red, blue].map((create) => sharp({ create }).png().toBuffer()));
    const moving = await cut(sharp(frames, { join: { animated: true } }).gif());
    expect([moving.at(128, 128), moving.pages]).toEqual(['red', 1]);
  });

  test('of a telephone that takes HEIC is refused in words that say what to do', async () => {
    const heic = Uint8Array.from(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta', 'latin1'));
    const { status, body } = await upload(theirs.owner, heic, 'IMG_0001.HEIC', 'image/heic');
    expect([status, body.errors[0]]).toMatchObject([422, { key: 'picture_heic', field: 'file' }]);
    expect(body.errors[0]?.message).toMatch(/JPEG or PNG/);
  });

  test('goes when it is taken away or replaced: nobody finds the old one under its address', async () => {
    const first = (await upload(ours.owner, await photo())).body.data.avatar;
    const second = (await upload(ours.owner, await photo(300, 300))).body.data.avatar;
    expect((await fetched(ours.owner, first)).status).toBe(404);
    expect((await fetched(ours.owner, second)).status).toBe(200);
    expect((await ours.owner.call('profile/remove-avatar')).status).toBe(200);
    expect((await fetched(ours.owner, second)).status).toBe(404);
    expect((await self(ours.owner)).user.avatar).toBeNull();
  });

  test('that went while somebody was about to read it is not there, for colleagues and for visitors', async () => {
    const { avatar } = (await upload(ours.owner, await photo())).body.data;
    const files = filesInFolder(`${at.folder}/files`);
    for (const size of [64, 256]) await files.remove(`${avatar}-${size}.webp`);
    expect((await fetched(ours.owner, avatar)).status).toBe(404);
    expect(await avatarBytes(files, avatar, 64)).toBeUndefined();
    await ours.owner.call('profile/remove-avatar');
  });

  test('A25 is looked for by its name alone: no way leads elsewhere', async () => {
    for (const name of [
      '../../etc/passwd',
      '..%2f..%2fsecret',
      'a'.repeat(40),
      '%00',
      'avatars',
      `${'0'.repeat(40)}-64.webp`,
    ]) {
      expect([name, (await ours.owner.get(`avatars/${name}`)).status]).toEqual([name, 404]);
    }
  });

  test('A38 what is no picture, or pretends to be one, is refused and nothing is kept', async () => {
    const text = (words: string) => new TextEncoder().encode(words);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const polyglot = Uint8Array.from([...text('GIF89a/*'), ...text('*/=alert(1);//')]);
    const eicar = text('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
    const tiff = Uint8Array.from(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .tiff()
        .toBuffer(),
    );
    const before = [await rowCounts(at), (await self(ours.owner)).user.avatar];
    const cases: [string, Uint8Array<ArrayBuffer>, string, string][] = [
      ['an SVG with a script', text(svg), 'me.svg', 'image/svg+xml'],
      ['an SVG that is called a PNG', text(svg), 'me.png', 'image/png'],
      ['a GIF that is a script as well', polyglot, 'me.gif.js', 'image/gif'],
      ['EICAR', eicar, 'me.png.exe', 'image/png'],
      ['a TIFF', tiff, 'me.png', 'image/png'],
      ['half a PNG', (await photo(200, 200, 'png')).slice(0, 60), 'me.png', 'image/png'],
    ];
    for (const [what, bytes, name, type] of cases) {
      const answer = await upload(ours.owner, bytes, name, type);
      expect([what, answer.status, answer.body.errors[0]?.key]).toEqual([what, 422, 'picture_unreadable']);
    }
    const empty = await upload(ours.owner, new Uint8Array());
    expect(empty.body.errors[0]?.key).toBe('file_empty');
    expect([await rowCounts(at), (await self(ours.owner)).user.avatar]).toEqual(before);
  });

  test('A38 lottapixel: a small file that would unpack to gigabytes is refused before it is unpacked', async () => {
    const started = performance.now();
    for (const bomb of [aHugePng(64_000, 64_000), aHugePng(1, 0x7fffffff), await aHugeJpeg()]) {
      const answer = await upload(ours.owner, bomb);
      expect([422, answer.status]).toEqual([422, answer.status]);
      expect(['picture_too_large', 'picture_unreadable']).toContain(answer.body.errors[0]?.key);
    }
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await at.stranger().get('openapi.json')).status).toBe(200);
  });

  test('is an upload of one part by somebody who is signed in', async () => {
    expect((await upload(at.stranger(), aPixel)).status).toBe(401);
    const json = await ours.owner.call('profile/avatar', {});
    expect(json.status).toBe(415);
    expect((await ours.owner.request('profile/avatar', { method: 'POST', body: new FormData() })).status).toBe(422);
  });
});

/** A PNG whose head promises so many pixels, with next to nothing behind it. */
function aHugePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(aPixel);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  return Uint8Array.from(head);
}

/** A JPEG of 65,500 by 65,500, as the frame header of a small one says after its numbers were changed. */
async function aHugeJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return Uint8Array.from(bytes);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
