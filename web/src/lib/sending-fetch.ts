import type { Fetch } from './request.ts';

/** Like fetch(), but tells how much of the body has been sent, which fetch() itself cannot. */
export const sendingFetch =
  (onSent: (share: number) => void): Fetch =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onSent(loaded / total);
      });
      request.addEventListener('load', () => {
        const told = new Headers();
        for (const name of ['Content-Type', 'Retry-After']) {
          const value = request.getResponseHeader(name);
          if (value !== null) told.set(name, value);
        }
        resolve(new Response(request.responseText, { status: request.status, headers: told }));
      });
      request.addEventListener('error', () => reject(new TypeError('no answer')));
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('given up', 'AbortError')));
      if (signal?.aborted) return request.abort();
      signal?.addEventListener('abort', () => request.abort());
      // The client sends files and nothing else.
      request.send(body as Blob);
    });
