type Made = {
  /** Entries of the catalogue, of every page, and of the trailer, as a PDF writes them. */
  catalogue?: string;
  ofPage?: string;
  trailer?: string;
};

/** A4 pages of large letters, Latin and Ukrainian, and a tick of a font that readers bring; put together by hand. */
export function aPdf(pages: readonly string[], { catalogue = '', ofPage = '', trailer = '' }: Made = {}): Buffer {
  const known = [...new Set(pages.join(''))].filter((letter) => letter in ukrainian);
  const encoding = `/Encoding << /Type /Encoding /Differences [128 ${known.map((letter) => ukrainian[letter]).join(' ')}] >>`;
  const asBytes = (text: string) =>
    [...text]
      .map((letter) => (known.includes(letter) ? String.fromCharCode(128 + known.indexOf(letter)) : letter))
      .join('');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ')}] >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${encoding} >>`,
    ...pages.flatMap((text, i) => {
      const drawn = `BT /F 64 Tf 60 650 Td (${asBytes(text)}) Tj ET BT /Z 64 Tf 60 550 Td (4) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R /Z << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >> >> /Contents ${5 + i * 2} 0 R ${ofPage} >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** One that nobody opens without a password: what it is checked by fits none. */
export const aLockedPdf = (): Buffer => {
  const noise = `<${'5a'.repeat(32)}>`;
  const trailer = `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${noise} /U ${noise} >>`;
  return aPdf(['Secret'], { trailer });
};

const ukrainian: Readonly<Record<string, string>> = {
  ...{ Р: '/afii10034', а: '/afii10065', х: '/afii10087', у: '/afii10085', н: '/afii10079', о: '/afii10080' },
  к: '/afii10076',
};
