import { positionHeader } from '#contract/log-position.ts';
import { responseTimeoutMs, type Fetch } from './request.ts';

/**
 * Like fetch(), but reports how much of the body has been sent, which fetch() can't. A large file may take its time on a slow
 * network; an upload without any progress for a while is aborted.
 */
export const sendingFetch = (onSent: (share: number) => void): Fetch =>
  Object.assign(
    (url: string, { method = 'GET', headers, body, signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const request = new XMLHttpRequest();
        let timer: ReturnType<typeof setTimeout> | undefined;
        const moved = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            reject(new TypeError('nothing moves'));
            request.abort();
          }, responseTimeoutMs);
        };
        const abort = () => request.abort();
        request.open(method, url);
        for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
        request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
          moved();
          if (lengthComputable) onSent(loaded / total);
        });
        request.addEventListener('progress', moved);
        request.addEventListener('loadend', () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        });
        request.addEventListener('load', () => {
          const replyHeaders = new Headers();
          for (const name of ['Content-Type', 'Retry-After', positionHeader]) {
            const value = request.getResponseHeader(name);
            if (value !== null) replyHeaders.set(name, value);
          }
          resolve(
            new Response(request.responseText, { status: request.status, headers: replyHeaders }),
          );
        });
        request.addEventListener('error', () => reject(new TypeError('no answer')));
        const onAbort = () => reject(signal?.reason ?? new DOMException('given up', 'AbortError'));
        request.addEventListener('abort', onAbort);
        // If nothing was sent yet, the request itself wouldn't report the abort.
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', abort);
        moved();
        // The client only sends files.
        request.send(body as Blob);
      }),
    { isWatched: true } as const,
  );
