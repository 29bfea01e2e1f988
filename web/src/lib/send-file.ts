import { noAnswer, problemError } from './call-error.ts';

/** How a file is sent. `onProgress`: bytes that have left. */
export interface Sending {
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends a file as it is. Not fetch(): that cannot say how much has left. */
export function sendFile(url: string, file: Blob, jwt: string, { onProgress, signal }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    signal.addEventListener('abort', giveUp);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onabort = () => reject(signal.reason as Error);
    request.onerror = () => reject(noAnswer(new Error('the file did not arrive')));
    request.onload = () => {
      if (request.status < 300) resolve();
      else
        reject(problemError(new Response(null, { status: request.status, statusText: request.statusText }), parsed(request.responseText)));
    };
    request.onloadend = () => signal.removeEventListener('abort', giveUp);
    request.open('PUT', url);
    request.setRequestHeader('Authorization', `Bearer ${jwt}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    if (signal.aborted) reject(signal.reason as Error);
    else request.send(file);
  });
}
