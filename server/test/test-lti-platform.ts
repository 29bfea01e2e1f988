import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { clientId, deployment, type Message } from './test-lti-messages.ts';
import type { PlatformControl, PlatformStatus } from './test-lti-platform-process.ts';

export type { Message } from './test-lti-messages.ts';

/** A test platform in a separate process. */
export interface TestPlatform {
  /** Its issuer and the base of its endpoints. */
  readonly url: string;
  control(change: PlatformControl): Promise<void>;
  status(): Promise<PlatformStatus>;
  /** Returns the form that the browser posts to the tool after the authorization endpoint. */
  authorize(location: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export { clientId as testClient, deployment as testDeployment };

/** Returns the platform's registration with us. */
export const registrationOf = (url: string) => ({
  name: 'Lectern',
  issuer: url,
  clientId,
  authorizationUrl: `${url}/authorize`,
  tokenUrl: `${url}/token`,
  keysUrl: `${url}/jwks`,
  deployments: [deployment],
  isOn: true,
});

const role = (name: string) => `http://purl.imsglobal.org/vocab/lis/v2/membership${name}`;
export const roles = {
  student: [role('#Learner'), 'http://purl.imsglobal.org/vocab/lis/v2/institution/person#Student'],
  teacher: [role('#Instructor')],
  assistant: [role('#Instructor'), role('/Instructor#TeachingAssistant')],
};

/** Returns the inputs of a page's only form. */
const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [
        name,
        value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
      ],
    ),
  );

export const openTestPlatform = async (name = 'localhost'): Promise<TestPlatform> => {
  const child: ChildProcess = fork(
    fileURLToPath(new URL('test-lti-platform-process.ts', import.meta.url)),
    [name],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => reject(new Error('the test platform did not start')));
  });
  // The system's resolver may not know names below localhost.
  const near = url.replace(name, 'localhost');
  return {
    url,
    control: async (change) => {
      await fetch(`${near}/control`, { method: 'POST', body: JSON.stringify(change) });
    },
    status: async () => (await (await fetch(`${near}/control`)).json()) as PlatformStatus,
    authorize: async (location) => {
      const answer = await fetch(location, { redirect: 'manual' });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`the platform answered ${answer.status}: ${text}`);
      return fieldsOf(text);
    },
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
};

/** Returns a minimal message. */
export const message = (change: Partial<Message> & Pick<Message, 'user'>): Message => ({
  shape: 'core',
  roles: roles.student,
  ...change,
});
