import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** In every page, before anything of it: what attacks call tells that it was called. */
const canary = `for (const name of ['alert', 'confirm', 'prompt', 'print'])
  window[name] = (...words) => { navigator.sendBeacon('/canary?' + encodeURIComponent('a program ran: ' + words)); };`;

/**
 * Stands before a server and is a browser's proxy to everywhere else, so that it sees what any browser would tell us: pages
 * carry a canary and report what their policy held back, and whatever somebody's words ask other servers for arrives here.
 */
export async function startWatchedFront(home: string, pages: (port: number) => Record<string, string> = () => ({})) {
  const alarms: string[] = [];
  const { port: homePort } = new URL(home);
  let cookie = '';
  const front = createServer((request, reply) => {
    const [where = '', query = ''] = (request.url ?? '').split('?');
    const page = shown[where];
    if (!where.startsWith('/')) strays(where, reply);
    else if (where === '/canary.js') reply.setHeader('content-type', 'text/javascript').end(canary);
    else if (where === '/canary') void hear(request, decodeURIComponent(query)).then(() => reply.writeHead(204).end());
    else if (where === '/enter') reply.writeHead(302, { location: '/v1/tickets', 'set-cookie': cookie }).end();
    else if (page !== undefined) reply.setHeader('content-type', 'text/html').end(page);
    else pass(request, reply);
  });
  /** Browsers call home as well; what the attacks name ends otherwise. */
  const isNamed = (host: string) => /\.(test|example)$/.test(host);
  const strays = (url: string, reply: ServerResponse) => {
    if (isNamed(new URL(url).hostname)) alarms.push(`asked for ${url}`);
    reply.writeHead(502).end();
  };
  async function hear(request: IncomingMessage, said: string): Promise<void> {
    let report = '';
    for await (const some of request) report += some;
    const { 'csp-report': broken } = JSON.parse(report.startsWith('{') ? report : '{}');
    const directive = String(broken?.['effective-directive'] ?? broken?.['violated-directive'] ?? '');
    if (said !== '') alarms.push(said);
    if (directive.startsWith('script-src')) alarms.push(`the policy was broken: ${report}`);
  }
  function pass(request: IncomingMessage, reply: ServerResponse): void {
    const { method, url, headers } = request;
    const onward = ask(
      { port: homePort, host: '127.0.0.1', method, path: url, headers: { ...headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const policy = String(answer.headers['content-security-policy'] ?? '');
        // A letter's frame has a policy of its own, which is to hold programs back; the desk's holds none back, for there are none.
        const isPage = /^text\/html/.test(answer.headers['content-type'] ?? '') && !/sandbox/.test(policy);
        if (!isPage) {
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          return void answer.pipe(reply);
        }
        const { 'content-length': _, ...kept } = answer.headers;
        reply.writeHead(answer.statusCode ?? 502, {
          ...kept,
          'content-security-policy': `${policy}; report-uri /canary`,
        });
        let html = '';
        answer.setEncoding('utf8').on('data', (some) => {
          html += some;
        });
        answer.on('end', () => reply.end(html.replace('<head>', '<head><script src="/canary.js"></script>')));
      },
    );
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    request.pipe(onward);
  }
  front.on('connect', (request, socket) => {
    if (isNamed((request.url ?? '').split(':')[0] ?? '')) alarms.push(`asked for ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  front.on('upgrade', (request, socket) => {
    const onward = connect(Number(homePort), '127.0.0.1', () => {
      const lines = request.rawHeaders.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `)).join('');
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines}\r\n`);
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on('error', () => onward.destroy() && socket.destroy());
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const { port } = front.address() as AddressInfo;
  const shown = pages(port);
  return {
    port,
    url: `http://localhost:${port}`,
    alarms,
    /** Whoever opens `/enter` is whom this cookie names. */
    admits(holder: string) {
      cookie = `${holder}; Path=/; HttpOnly; SameSite=Lax`;
    },
    stop() {
      front.closeAllConnections();
      front.close();
    },
  };
}
