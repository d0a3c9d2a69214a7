import type { FastifyReply } from 'fastify';
import type { ErrorKey } from '#contract/errors.ts';
import { codeOf, isUnavailable } from '#platform/database.ts';
import { isStorageAway, isStorageFull } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { Problem, Problems } from '#platform/problem.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The key of the error that was answered, if one was. */
    refusedWith?: ErrorKey;
  }
}

const json = 'application/json; charset=utf-8';

export const sendData = (reply: FastifyReply, data: unknown): FastifyReply =>
  sendJson(reply, JSON.stringify({ success: true, data }));

/** Passes on rows that PostgreSQL wrote as JSON, without decoding them. */
export function sendRows(
  reply: FastifyReply,
  entity: string,
  rowsJson: string,
  total?: { total: number; totalIsCapped: boolean },
): FastifyReply {
  const counted = total ? `,"total":${total.total}${total.totalIsCapped ? ',"total_is_capped":true' : ''}` : '';
  return sendJson(reply, `{"success":true,"data":{${JSON.stringify(entity)}:${rowsJson}}${counted}}`);
}

const scratch = Buffer.allocUnsafeSlow(512 * 1024);
/** Of three bytes a letter, every one fits. */
const lettersMax = scratch.length / 3;
/** A shorter one is sent as quickly as it is. */
const lettersMin = 2000;

/**
 * To send a text that has letters of other alphabets, Node goes through it once for its length, fills three times the room
 * and copies that: half of what a list costs the server. Here it is written once.
 */
function sendJson(reply: FastifyReply, text: string): FastifyReply {
  const isSentAsItIs = text.length < lettersMin || text.length > lettersMax;
  return reply.type(json).send(isSentAsItIs ? text : Buffer.from(scratch.subarray(0, scratch.write(text))));
}

/** Says no in the contract's words. What nobody expected is logged whole under the request's id and answered plainly. */
export function sendError(reply: FastifyReply, error: unknown, log: Log, requestId: string): FastifyReply {
  const problems = problemsOf(error);
  const [first] = problems;
  reply.refusedWith = first.key;
  if (first.key === 'internal') log.error({ err: error, requestId }, 'a request failed');
  if (first.key === 'storage_full') log.error({ err: error, requestId }, 'the disk is full');
  if (first.key === 'unavailable') log.warn({ err: error, requestId }, 'the database or the disk is away');
  if (first.status === 429 || first.status === 503)
    reply.header('retry-after', String(first.values.seconds ?? (first.key === 'account_locked' ? 1800 : 5)));
  const errors = problems.map((problem) => problem.toWire());
  const about = {
    ...(first.key === 'internal' ? { request_id: requestId } : {}),
    ...(error instanceof Problems && error.data !== undefined ? { data: error.data } : {}),
  };
  return reply
    .code(first.status)
    .type(json)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ success: false, errors, ...about }));
}

function problemsOf(error: unknown): readonly [Problem, ...Problem[]] {
  if (error instanceof Problem) return [error];
  if (error instanceof Problems) return error.all;
  const code = codeOf(error);
  if (isStorageFull(error)) return [new Problem('storage_full', { cause: error })];
  if (isUnavailable(error) || isStorageAway(error)) return [new Problem('unavailable', { cause: error })];
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return [new Problem('body_too_large')];
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return [new Problem('unsupported_media_type')];
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return [new Problem('malformed_json')];
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
      return [new Problem('file_too_large', { field: 'file' })];
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return [new Problem('unsupported_media_type')];
  }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return [new Problem(status >= 400 && status < 500 ? 'malformed_request' : 'internal', { cause: error })];
}
