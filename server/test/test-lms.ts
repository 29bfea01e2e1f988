import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LmsControl, LmsStatus } from './test-lms-process.ts';

/** A separate process that behaves like Canvas. */
export interface TestLms {
  readonly url: string;
  /** Changes its behavior from now on. */
  control(change: LmsControl): Promise<void>;
  status(): Promise<LmsStatus>;
  /** Follows a sign-on address as a user who clicks Authorize. Returns the address of the final redirect. */
  allow(address: string): Promise<string>;
  close(): Promise<void>;
}

export const testLmsClient = { id: '10000000000001', secret: 'only the two of us know' } as const;

export const openTestLms = async (): Promise<TestLms> => {
  const child: ChildProcess = fork(
    fileURLToPath(new URL('test-lms-process.ts', import.meta.url)),
    [],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => reject(new Error('the test LMS did not start')));
  });
  const at = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  return {
    url,
    control: async (change) => {
      await at('/control', { method: 'POST', body: JSON.stringify(change) });
    },
    status: async () => (await (await at('/control')).json()) as LmsStatus,
    allow: async (address) => {
      const answer = await fetch(`${address}&allow=1`, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
};
