import { uploadAnswer } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { ApiError, type FieldProblem, isApiError } from '../../api/problem.ts';
import { apiBase, inNameOf } from '../../api/send.ts';
import { markSession, stateAfter } from '../../api/session.ts';

const ok = 200;
/** How often a server that takes no more at once is asked again: about a minute in all. */
const triesMax = 30;

/**
 * Uploads one file for a letter or a template and tells how far it is (0 to 1); waits where the server takes no more at
 * once. Throws ApiError.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const answer = uploadAnswer.parse(await sendWhenTaken(file, onProgress, signal));
  const [stored] = answer.files;
  if (!stored) throw new ApiError(ok, [{ key: 'internal', message: 'The upload answered no file' }]);
  return { ...stored, inline: false };
}

async function sendWhenTaken(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  tries = triesMax,
): Promise<unknown> {
  try {
    return await sendFile('files/upload', file, onProgress, signal);
  } catch (error) {
    if (!isApiError(error, 'too_many_requests') || tries === 1) throw error;
    onProgress(0);
    await pause(error.retryAfter ?? 2, signal);
    return sendWhenTaken(file, onProgress, signal, tries - 1);
  }
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(waiting);
      reject(signal.reason);
    });
  });

/**
 * Posts a file and tells how far it is (0 to 1); answers what stands under `data`. `fetch` cannot tell that, so this is an
 * XMLHttpRequest. Throws ApiError; aborting rejects with the signal's reason.
 */
export function sendFile(
  path: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', `${apiBase}${path}`);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(inNameOf())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      if (request.status === ok && request.response) resolve(request.response.data);
      else reject(refusal(request));
    };
    request.onerror = () => reject(new ApiError(0, [{ key: 'offline', message: 'No connection to Parley' }]));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(form);
  });
}

function refusal(request: XMLHttpRequest): ApiError {
  const { status, response } = request;
  const [first] = (response?.errors ?? []) as FieldProblem[];
  const key = status === 413 ? 'file_too_large' : status >= 502 ? 'unavailable' : 'internal';
  const refused = new ApiError(status, [first ?? { key, message: `HTTP ${status}` }], {
    retryAfter: Number(request.getResponseHeader('retry-after')) || null,
  });
  const state = stateAfter(refused);
  if (state) markSession(state);
  return refused;
}
