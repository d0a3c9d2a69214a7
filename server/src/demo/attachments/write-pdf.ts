/**
 * One page of plain lines as PDF 1.4, in a font every reader brings along. Latin letters only: others become `?`. The
 * first line is the title.
 */
export function writePdf(lines: readonly string[]): Buffer {
  const words = lines.map((text, i) => {
    const size = i === 0 ? 20 : 11;
    const safe = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
    return `/F1 ${size} Tf (${safe}) Tj 0 -${i === 0 ? 34 : 18} Td`;
  });
  const content = `BT 56 770 Td ${words.join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return String(place).padStart(10, '0');
  });
  const table = [`0000000000 65535 f `, ...places.map((place) => `${place} 00000 n `)];
  file += `xref\n0 ${table.length}\n${table.join('\n')}\ntrailer\n<< /Size ${table.length} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
