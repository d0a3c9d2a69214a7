import type { Shop } from './shop.ts';

const asked = 100;
const beyond = 10;

/** `Oak 001` to `Oak 110`: so many of a noun that the last of them, whose id is answered, are not offered at once. */
export async function veryMany(
  noun: 'tags' | 'products',
  name: string,
  of: Shop,
): Promise<{ id: number; name: string }> {
  const rows = Array.from({ length: asked + beyond }, (_, i) => ({
    company_id: of.companyId,
    name: `${name} ${String(i + 1).padStart(3, '0')}`,
  }));
  let last: { id: number; name: string } | undefined;
  for (const data of [rows.slice(0, asked), rows.slice(asked)])
    last = (await of.olena.api.post(`${noun}/create`, { data })).body.data[noun].at(-1);
  if (last?.name !== rows.at(-1)?.name || !last) throw new Error(`not made: ${rows.at(-1)?.name}`);
  return last;
}
