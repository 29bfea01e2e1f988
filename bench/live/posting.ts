import { Agent, request } from 'node:http';

/** Returns a function that posts JSON over kept-alive connections and returns the body. */
export const openPoster = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const post = (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const asked = request(
        {
          port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          agent,
          headers: {
            host: 'localhost',
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            ...headers,
          },
        },
        (response) => {
          let got = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (got += chunk));
          response.on('end', () => {
            if (response.statusCode === 200) resolve(got);
            else reject(new Error(`${path} answered ${response.statusCode}: ${got.slice(0, 300)}`));
          });
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // A kept-alive connection can end just as it is used again, so the request is repeated
        // (https://nodejs.org/api/http.html#requestreusedsocket).
        if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(post(path, body, headers));
        else reject(error);
      });
      asked.end(text);
    });
  return {
    post,
    close: () => agent.destroy(),
  };
};

/** Returns a percentile of the values. */
export const at = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
