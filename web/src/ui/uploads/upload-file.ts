import { uploadAnswer } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { ApiError, type FieldProblem } from '../../api/problem.ts';
import { apiBase } from '../../api/send.ts';

const ok = 200;

/**
 * Uploads one file and tells how far it is (0 to 1). `fetch` cannot tell that, so this is an XMLHttpRequest. Throws
 * ApiError; aborting rejects with the signal's reason.
 */
export function uploadFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', `${apiBase}files/upload`);
    request.responseType = 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const answer = uploadAnswer.safeParse(request.response?.data);
      const stored = answer.data?.files[0];
      if (request.status === ok && stored) resolve({ ...stored, inline: false });
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

function refusal({ status, response }: XMLHttpRequest): ApiError {
  const [first] = (response?.errors ?? []) as FieldProblem[];
  const key = status === 413 ? 'file_too_large' : status >= 502 ? 'unavailable' : 'internal';
  return new ApiError(status, [first ?? { key, message: `HTTP ${status}` }]);
}
