import crypto from 'node:crypto';
import fs from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pdfFrameFolder, pdfFramePage } from '#contract/pdf-frame.ts';

/** The page that draws a PDF inside the desk, and its files under names that a browser may keep for ever. */
export async function mountPdfFrame(app: FastifyInstance, folder: string | null): Promise<void> {
  if (!folder || !fs.existsSync(folder)) return;
  const program = fs.readdirSync(folder).find((name) => /^frame\.\w+\.js$/.test(name));
  if (!program) throw new Error(`The frame of PDFs is not built: its program is missing in ${folder}`);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `/v1/${pdfFrameFolder}/`,
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
    decorateReply: false,
    // A page without an origin is none of ours to a browser. There is nothing of anybody's in these files.
    setHeaders: (reply) => void reply.header('cross-origin-resource-policy', 'cross-origin'),
  });
  app.get(`/v1/${pdfFramePage}`, (_request, reply) => {
    const nonce = crypto.randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pdfFramePolicy(nonce))
      .header('referrer-policy', 'no-referrer')
      .send(page(nonce, `/v1/${pdfFrameFolder}/${program}`));
  });
}

/**
 * Who opens it by its address is without an origin there, too. It reaches nothing: its one program comes by the nonce, its
 * workers from that, and `wasm-unsafe-eval` lets decoders of scans run, and no text become a program.
 */
const pdfFramePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

const page = (nonce: string, program: string): string => `<!doctype html>
<html lang="">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PDF</title></head>
<body><script nonce="${nonce}" src="${program}"></script></body>
</html>
`;
