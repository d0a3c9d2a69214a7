let letters = 0;

/** A small mail as a customer's program writes it. Headers set to null are left out. */
export function aLetter(
  subject: string,
  headers: Record<string, string | null> = {},
  body = `About ${subject}.`,
): Buffer {
  letters++;
  const all: Record<string, string | null> = {
    From: 'Ivan <ivan@customer.test>',
    To: 'support@shop.test',
    Subject: subject,
    'Message-ID': `<${letters}.${process.pid}@customer.test>`,
    Date: 'Fri, 20 Nov 2026 10:00:00 +0000',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return Buffer.from([...lines, '', body, ''].join('\r\n'));
}
