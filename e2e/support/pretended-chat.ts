import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Call } from '#contract/call.ts';
import type { Rating } from '#contract/chat-ratings.ts';
import * as contract from '#contract/quidget-chat.ts';
import { palettesOf } from '#contract/quidget-palette.ts';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { shownTexts } from '#contract/quidget-words.ts';

const built = path.join(import.meta.dirname, '../../.build/widget');
const key = '0b6b6000-0000-4000-8000-000000000001';
type Json = Record<string, never>;
type Message = contract.ChatMessage;

/** A server that speaks the contract with visitors, and checks every word of theirs by it. What it is told to do, it does. */
export async function startPretendedChat(settings: unknown = {}) {
  const parsed = quidgetSettings.parse(settings);
  let nextId = 100;
  const said: { path: string; data: Record<string, unknown> }[] = [];
  const faults: string[] = [];
  const world = {
    isAway: false,
    /** Every call is refused by a broken line. */
    isCut: false,
    /** Files alone do not get through. */
    isUploadCut: false,
    isSocketBarred: false,
    refusal: null as null | { path: string; status?: number; errors: object[] },
    messages: [] as Message[],
    /** The user of the site who wrote it; null: whoever asks. */
    writer: null as string | null,
    state: 'open' as 'open' | 'ended',
    rating: null as Rating | null,
    readByVisitor: 0,
    readByAgent: 0,
    team: [] as { name: string; picture: string | null }[],
    hears: false,
    backAt: null as string | null,
    answerMinutes: null as number | null,
  };
  const sockets = new Set<WebSocket>();
  const conversation = (): contract.Conversation => {
    const last = world.messages.at(-1);
    return {
      key,
      number: 'LO-4402',
      state: world.state,
      read_by_visitor: world.readByVisitor,
      read_by_agent: world.readByAgent,
      agent_read_at: world.readByAgent > 0 ? '2026-11-20T08:42:00.000Z' : null,
      unread: world.messages.filter((one) => one.from === 'agent' && one.id > world.readByVisitor).length,
      rating: world.rating,
      last: last ? { from: last.from, name: last.name, text: last.text, at: last.at } : null,
      has_email: true,
      with: '',
    };
  };
  const tell = (told: contract.ChatTold) => {
    for (const one of sockets) one.send(JSON.stringify(contract.chatTold.parse(told)));
  };
  const add = (message: Partial<Message> & Pick<Message, 'from' | 'text'>): Message => {
    const known = world.messages.find((one) => message.client_id && one.client_id === message.client_id);
    if (known) return known;
    const made = {
      ...{ id: nextId++, client_id: null, name: '', picture: null, files: [], at: new Date().toISOString() },
      ...message,
    };
    world.messages.push(made);
    tell({ kind: 'messages', conversation: conversation(), messages: [made] });
    return made;
  };

  const handlers: Record<string, { of: Call; handle(data: Json): unknown }> = {};
  const on = <C extends Call>(of: C, handle: (data: ReturnType<C['data']['parse']> & Json) => unknown) => {
    handlers[of.path] = { of, handle: handle as (data: Json) => unknown };
  };
  on(contract.readChatSetup, () => ({
    version: 1,
    id: 7,
    palette: palettesOf('#8a4b1f'),
    settings: { ...parsed, texts: shownTexts(parsed, 'Lumen & Oak') },
    is_online: !world.isAway,
    back_at: world.isAway ? world.backAt : null,
    time_zone: 'Europe/Kyiv',
    team: world.team,
    answer_minutes: world.answerMinutes,
    mails_transcripts: true,
    hears: world.hears,
  }));
  on(contract.beginChat, ({ client_id, text }) => {
    const message = add({ from: 'visitor', client_id, text });
    return { conversation: conversation(), messages: [message] };
  });
  on(contract.sendChatMessage, ({ client_id, text, files }) => {
    world.state = 'open';
    const sent = (files as number[]).map((id) => uploaded.get(id)).filter((one) => one !== undefined);
    const message = add({ from: 'visitor', client_id, text, files: sent });
    return { conversation: conversation(), message };
  });
  on(contract.readConversations, ({ identity }: { identity?: { user: string } }) => {
    const isTheirs = world.messages.length > 0 && (world.writer === null || world.writer === identity?.user);
    return { conversations: isTheirs ? [conversation()] : [] };
  });
  on(contract.readChatMessages, ({ after = 0, before }) => ({
    conversation: conversation(),
    messages: world.messages.filter((one) => one.id > after && (!before || one.id < before)),
    has_more: false,
  }));
  on(contract.noteChatRead, ({ to }) => {
    world.readByVisitor = Math.max(world.readByVisitor, to);
    tell({ kind: 'messages', conversation: conversation(), messages: [] });
    return { conversation: conversation() };
  });
  on(contract.rateChat, ({ rating }) => {
    world.rating = rating;
    return { conversation: conversation() };
  });
  on(contract.endChat, () => {
    world.state = 'ended';
    return { conversation: conversation() };
  });
  on(contract.mailTranscript, () => ({}));
  const uploaded = new Map<number, Message['files'][number]>();

  const http: Server = createServer((request, reply) => void answer(request, reply));
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://x');
    const name = url.pathname.replace('/v1/', '');
    reply.setHeader('access-control-allow-origin', '*').setHeader('cross-origin-resource-policy', 'cross-origin');
    reply.setHeader('access-control-allow-headers', 'content-type');
    if (request.headers.cookie) faults.push(`${name} came with a cookie`);
    if (world.isCut && name.startsWith('api/') && name !== 'api/chat/setup') return void request.socket.destroy();
    if (request.method === 'OPTIONS') return void reply.end();
    if (name.endsWith('.js'))
      return void reply
        .setHeader('content-type', 'text/javascript; charset=utf-8')
        .end(fs.readFileSync(path.join(built, name)));
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer);
    reply.setHeader('content-type', 'application/json');
    if (name === `api/${contract.chatUploadPath}`) {
      if (world.isUploadCut) return void request.socket.destroy();
      const form = Buffer.concat(body).toString('latin1');
      for (const field of ['quidget', 'token', 'key', 'file'])
        if (!form.includes(`name="${field}"`)) faults.push(`no ${field} in an upload`);
      const named = /filename="([^"]*)"/.exec(form)?.[1] ?? '';
      const file = {
        ...{ id: nextId++, name: Buffer.from(named, 'latin1').toString(), size: 10, content_type: 'image/png' },
        ...{ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/files/1`, is_picture: true },
      };
      uploaded.set(file.id, contract.chatFile.parse(file));
      return void reply.end(JSON.stringify({ success: true, data: { file } }));
    }
    const handler = handlers[name.replace('api/', '')];
    if (!handler)
      return void reply.writeHead(404).end('{"success":false,"errors":[{"key":"not_found","message":"Not found"}]}');
    const raw =
      request.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(String(Buffer.concat(body))).data;
    const data = handler.of.data.safeParse(raw);
    if (!data.success) {
      faults.push(`${name}: ${data.error.message}`);
      return void reply.writeHead(422).end('{"success":false,"errors":[]}');
    }
    said.push({ path: handler.of.path, data: data.data as Record<string, unknown> });
    if (world.refusal?.path === handler.of.path)
      return void reply
        .writeHead(world.refusal.status ?? 422)
        .end(JSON.stringify({ success: false, errors: world.refusal.errors }));
    reply.end(JSON.stringify({ success: true, data: handler.of.answer.parse(handler.handle(data.data as Json)) }));
  }
  const socketServer = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    if (request.url !== contract.chatSocketPath || world.isSocketBarred || world.isCut) return socket.destroy();
    socketServer.handleUpgrade(request, socket, head, (one) => {
      one.once('message', (hello) => {
        const parsedHello = contract.chatHello.safeParse(JSON.parse(String(hello)));
        if (!parsedHello.success) return void faults.push(`hello: ${parsedHello.error.message}`);
        sockets.add(one);
        one.on('close', () => sockets.delete(one));
        one.on('message', (text) => {
          const word = contract.chatSaid.safeParse(JSON.parse(String(text)));
          if (word.success) said.push({ path: `ws ${word.data.kind}`, data: word.data });
          else faults.push(`socket: ${word.error.message}`);
        });
        one.send('{"kind":"hello"}');
      });
    });
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    world,
    said,
    faults,
    key,
    tell,
    conversation,
    sockets,
    answers: (text: string, name = 'Olena', more: Partial<Message> = {}) => add({ from: 'agent', name, text, ...more }),
    /** The socket, and every call. */
    cut(isCut: boolean): void {
      world.isCut = isCut;
      if (isCut) for (const one of sockets) one.terminate();
    },
    stop(): void {
      for (const one of sockets) one.terminate();
      http.closeAllConnections();
      http.close();
    },
  };
}
