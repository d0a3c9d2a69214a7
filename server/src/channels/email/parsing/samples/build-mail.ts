type Headers = Record<string, string | string[] | null>;

const usual: Headers = {
  'Return-Path': '<anna@kunde.example>',
  From: 'Anna Kunde <anna@kunde.example>',
  To: 'Help <help@shop.example>',
  Subject: 'The lamp flickers',
  Date: 'Fri, 20 Nov 2026 10:00:00 +0100',
  'Message-ID': '<mail-1@kunde.example>',
  'MIME-Version': '1.0',
};

/** A raw mail from Anna to the shop. A header set to null is left out, one with a list comes several times. */
export function aMail(headers: Headers = {}, body: string | Uint8Array = 'It flickers since Monday.\n'): Buffer {
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one) => `${name}: ${one}`),
  );
  const bytes = typeof body === 'string' ? Buffer.from(crlf(body)) : body;
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/** A mail whose content is one part. */
export function aMailOf(content: Part, headers: Headers = {}): Buffer {
  return aMail({ ...headers, ...content.headers }, content.body);
}

export type Part = { headers: Record<string, string>; body: string };

export function aPart(contentType: string, body: string, headers: Record<string, string> = {}): Part {
  return { headers: { 'Content-Type': contentType, ...headers }, body };
}

export function aFile(
  name: string,
  contentType: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Part {
  return aPart(contentType, inLines(Buffer.from(bytes).toString('base64')), {
    'Content-Transfer-Encoding': 'base64',
    'Content-Disposition': `attachment; filename="${name}"`,
    ...headers,
  });
}

let boundaries = 0;

export function aMultipart(subtype: string, parts: Part[], parameters = ''): Part {
  const boundary = `=_part_${++boundaries}`;
  const pieces = parts.map(({ headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `--${boundary}\n${lines.join('\n')}\n\n${body}\n`;
  });
  return aPart(`multipart/${subtype}; boundary="${boundary}"${parameters}`, `${pieces.join('')}--${boundary}--\n`);
}

export function inLines(base64: string): string {
  return base64.replace(/(.{76})/g, '$1\n');
}

function crlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

/** One red point. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
