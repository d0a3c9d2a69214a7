import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';
import { defineConfig, type Plugin } from 'vite';
import { emojiWords } from './emoji-words.ts';
import { pageChunks } from './page-chunks.ts';
import { routeParts } from './route-parts.ts';
import { wordsInParts } from './words-in-parts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.PARLEY_SERVER ?? 'http://localhost:3000';

/** Mantine's own media queries use these widths; ours are written out where they are used. */
const breakpoints = { 'mantine-breakpoint-sm': '40em', 'mantine-breakpoint-lg': '80em' };

/** Puts `early.js` into the head as it is: a module would come too late for what it does. */
function early(): Plugin {
  const source = here('./src/early.js');
  let isBuild = false;
  return {
    name: 'early',
    configResolved: (config) => {
      isBuild = config.command === 'build' && !config.build.ssr;
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: 'early.js', source: fs.readFileSync(source) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const built = Object.values(bundle ?? {}).find((file) => file.fileName.includes('assets/early-'));
        return [
          { tag: 'script', attrs: { src: `/v1/${built?.fileName ?? 'src/early.js'}` }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/v1/',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      routesDirectory: here('./src/routes'),
      generatedRouteTree: here('./src/routeTree.gen.ts'),
    }),
    routeParts(here('./src/api/fetch-part.ts')),
    react(),
    early(),
    wordsInParts(),
    emojiWords(),
    pageChunks(),
  ],
  css: { postcss: { plugins: [mantine(), simpleVars({ variables: breakpoints })] } },
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    // A data: URL would need the policy to allow fonts and scripts from there.
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 700,
    // What main.tsx imports first runs first, also when it lands in another file.
    rolldownOptions: { output: { strictExecutionOrder: true } },
  },
  server: {
    port: 5173,
    proxy: {
      // Written out: the short form would change the host, and the server would take its own desk for a foreign page.
      '/v1/api': { target: server },
      '/v1/brand': { target: server },
      '/v1/outbox': { target: server },
      '^/v1/quidget[\\w.-]*\\.(?:js|html)$': { target: server },
      '^/v1/(?:pdf/|pdf-frame\\.html$)': { target: server },
      '/v1/ws': { target: server, ws: true },
      // Links of letters: the server takes the secret out of the address.
      '^/v1/(?:restore|email-confirmation-success|take-address-back|unlock|invite)/[\\w-]{43}$': { target: server },
    },
  },
});
