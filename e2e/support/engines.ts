import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { WebSocket } from 'ws';
import { freePorts } from '#test/rigs/free-ports.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { startTethered, type TetheredProcess } from '#test/rigs/tethered-process.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

/** A browser that is not Chromium, as Debian ships it: one window, spoken to by the standard of its kind. */
export type Engine = {
  goto(url: string): Promise<void>;
  /** What an expression is, or what it promises, in the page that is open. */
  ask<T>(expression: string): Promise<T>;
  /** Dialogs that opened, and windows beside the one. */
  opened(): Promise<string[]>;
  stop(): Promise<void>;
};

const patience = { timeoutMs: 60_000 };
/** One command takes a second; a browser that says nothing for so long has hung, and is named instead of waited for. */
const commandMsMax = 30_000;

/** Firefox, by WebDriver BiDi. Everything but `localhost` it asks the proxy for. */
export async function startFirefox(proxyPort: number): Promise<Engine> {
  const { folder, remove } = makeTemporaryFolder('firefox');
  writeFileSync(path.join(folder, 'user.js'), 'user_pref("browser.sessionstore.resume_from_crash", false);\n');
  let printed = '';
  const process_ = startTethered(
    '/usr/bin/firefox-esr',
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0'],
    {
      env: { ...process.env, HOME: folder, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      onOutput: (text) => {
        printed += text;
      },
    },
  );
  const address = await waitUntil(() => /BiDi listening on (ws:\S+)/.exec(printed)?.[1], {
    ...patience,
    what: 'Firefox',
  });
  const ws = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (told: { result?: unknown; message?: string }) => void>();
  const dialogs: string[] = [];
  ws.on('message', (data) => {
    const told = JSON.parse(String(data));
    if (told.method === 'browsingContext.userPromptOpened') dialogs.push(`a dialog opened: ${told.params.message}`);
    waiting.get(told.id)?.(told);
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  let last = 0;
  const call = async (method: string, params: object): Promise<unknown> => {
    const id = ++last;
    const told = await new Promise<{ result?: unknown; message?: string }>((resolve) => {
      waiting.set(id, resolve);
      ws.send(JSON.stringify({ id, method, params }));
      setTimeout(resolve, commandMsMax, { message: `no answer in ${commandMsMax} ms` }).unref();
    });
    waiting.delete(id);
    if (told.result === undefined) throw new Error(`Firefox could not ${method}: ${told.message}`);
    return told.result;
  };
  const proxy = proxyAt(proxyPort);
  await call('session.new', {
    capabilities: { alwaysMatch: { proxy, unhandledPromptBehavior: { default: 'dismiss' } } },
  });
  await call('session.subscribe', { events: ['browsingContext.userPromptOpened'] });
  const windows = async () =>
    ((await call('browsingContext.getTree', { maxDepth: 0 })) as { contexts: { context: string; url: string }[] })
      .contexts;
  const context = (await windows())[0]?.context;
  await call('browsingContext.setViewport', { context, viewport: { width: 1440, height: 2000 } });
  return {
    goto: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async ask(expression) {
      const awaited = `Promise.resolve(${expression}).then((one) => JSON.stringify(one))`;
      const about = { expression: awaited, target: { context }, awaitPromise: true };
      const told = (await call('script.evaluate', about)) as { type: string; result?: { value?: string } };
      if (told.type !== 'success') throw new Error(`${expression}: ${JSON.stringify(told)}`);
      return JSON.parse(told.result?.value ?? 'null');
    },
    opened: async () => [
      ...dialogs,
      ...(await windows()).filter((one) => one.context !== context).map((one) => `a window opened: ${one.url}`),
    ],
    async stop() {
      ws.terminate();
      await process_.kill();
      await remove();
    },
  };
}

/** WebKit in its small GTK browser, by WebDriver. It needs a screen, which nobody looks at. */
export async function startWebKit(proxyPort: number): Promise<Engine> {
  const { folder, remove } = makeTemporaryFolder('webkit');
  let said = '';
  const screen = startTethered(
    '/usr/bin/Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x2000x24', '-nolisten', 'tcp', '-nolisten', 'local'],
    {
      onOutput: (text) => {
        said += text;
      },
    },
  );
  const processes: TetheredProcess[] = [screen];
  const display = await waitUntil(() => /^(\d+)$/m.exec(said)?.[1], { ...patience, what: `a screen: ${said}` });
  const [port] = (await freePorts(1)) as [number];
  processes.push(
    startTethered('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
      env: {
        ...process.env,
        ...{ DISPLAY: `:${display}`, GDK_BACKEND: 'x11', HOME: folder, XDG_RUNTIME_DIR: folder },
        // Drawn by the processor, without a bus or an accessibility service.
        ...{ LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1', NO_AT_BRIDGE: '1', GTK_A11Y: 'none' },
      },
    }),
  );
  const call = async (method: string, where: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${where}`, {
      method,
      signal: AbortSignal.timeout(commandMsMax),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { value: unknown }).value;
  };
  const dialogs: string[] = [];
  const inSession = async (method: string, where: string, body?: object): Promise<unknown> => {
    const value = await call(method, where, body);
    const { error, message, data } = (value ?? {}) as { error?: string; message?: string; data?: { text?: string } };
    if (error === undefined) return value;
    if (error !== 'unexpected alert open') throw new Error(`WebKit could not ${where}: ${error} ${message}`);
    // It is told of with the next command, which then was not done.
    dialogs.push(`a dialog opened: ${data?.text}`);
    return inSession(method, where, body);
  };
  await waitUntil(
    () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        (one) => one.ok,
        () => false,
      ),
    patience,
  );
  const { sessionId } = (await call('POST', '', {
    capabilities: { alwaysMatch: { proxy: { ...proxyAt(proxyPort), noProxy: ['localhost', '127.0.0.1'] } } },
  })) as { sessionId?: string };
  if (!sessionId) throw new Error('WebKit did not start');
  await inSession('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, width: 1440, height: 2000 });
  const [first] = (await inSession('GET', `/${sessionId}/window/handles`)) as string[];
  return {
    goto: async (url) => void (await inSession('POST', `/${sessionId}/url`, { url })),
    async ask(expression) {
      const script = `return Promise.resolve(${expression}).then((one) => JSON.stringify(one) ?? 'null')`;
      return JSON.parse(String(await inSession('POST', `/${sessionId}/execute/sync`, { script, args: [] })));
    },
    async opened() {
      const handles = (await inSession('GET', `/${sessionId}/window/handles`)) as string[];
      return [...dialogs, ...handles.filter((one) => one !== first).map(() => 'a window opened')];
    },
    async stop() {
      await call('DELETE', `/${sessionId}`).catch(() => {});
      for (const one of processes.reverse()) await one.kill();
      await remove();
    },
  };
}

const proxyAt = (port: number) => ({
  proxyType: 'manual',
  httpProxy: `127.0.0.1:${port}`,
  sslProxy: `127.0.0.1:${port}`,
});
