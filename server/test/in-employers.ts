import { expect } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { openCookieJar, type CookieJar } from './cookie-jar.ts';
import type { Answer, World } from './world.ts';

const dayMs = 86_400_000;

/** An employer's contact with a browser session. */
export interface Contact {
  readonly jar: CookieJar;
  csrfToken: string;
  ask(method: string, path: string, body?: object): Promise<Answer>;
}

/** Returns functions with which tests invite employers, sign their contacts in and post jobs. */
export const inEmployers = (world: World) => {
  const openContact = (host?: string): Contact => {
    const jar = openCookieJar(world.clock);
    const contact: Contact = {
      jar,
      csrfToken: '',
      ask: async (method, path, body) => {
        const answer = await world.visit(`/api/v1/employer/${path}`, {
          method: method as 'GET',
          headers: {
            cookie: jar.header(),
            ...(method !== 'GET' && { 'x-cg-csrf-token': contact.csrfToken }),
          },
          ...(body !== undefined && { body }),
          ...(host !== undefined && { host }),
        });
        jar.keep(answer.headers['set-cookie']);
        return answer;
      },
    };
    return contact;
  };

  /** Returns the link of the newest email to an address. */
  const linkFor = async (email: string): Promise<string> => {
    await world.app.jobs.settle();
    const text = world.mails.findLast(({ to }) => to === email)?.text ?? '';
    return /\/employer#link=([\w-]+)/.exec(text)?.[1] ?? '';
  };

  const signInWith = async (link: string, host?: string): Promise<Contact> => {
    const contact = openContact(host);
    expect((await contact.ask('POST', 'sessions', { link })).status).toBe(200);
    const account = await contact.ask('GET', 'account');
    contact.csrfToken = (account.body as { csrfToken: string }).csrfToken;
    return contact;
  };

  const signInAgain = async (email: string): Promise<Contact> => {
    await openContact().ask('POST', 'links', { email });
    return signInWith(await linkFor(email));
  };

  const addEmployer = (name: string, email: string) =>
    world.admin.call('POST /api/v1/employers', {
      clientId: newClientId(),
      name,
      website: `https://${name.toLowerCase().replaceAll(/\W/g, '-')}.example`,
      contact: { name: 'Mara', email },
    });

  const content = (more: object = {}) => ({
    clientId: newClientId(),
    title: 'Data intern',
    kind: 'internship',
    description: 'You clean tables.',
    closesAt: new Date(world.clock.now().getTime() + 20 * dayMs).toISOString(),
    apply: 'here',
    ...more,
  });
  const decide = async (job: string, decision: 'approve' | 'request_changes', reason = '') => {
    const { submission } = await world.admin.call('GET /api/v1/jobs/{id}', { id: job });
    await world.admin.call('POST /api/v1/approvals/{id}/decision', {
      id: submission?.id ?? '',
      version: submission?.version ?? 0,
      decision,
      reason,
    });
  };
  const post = async (contact: Contact, more: object = {}): Promise<string> => {
    world.clock.advance(10);
    const answer = await contact.ask('POST', 'jobs', content(more));
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return (answer.body as { id: string }).id;
  };
  const openJob = async (contact: Contact, more: object = {}) => {
    const id = await post(contact, more);
    await decide(id, 'approve');
    return id;
  };

  return {
    openContact,
    linkFor,
    signInWith,
    signInAgain,
    addEmployer,
    content,
    decide,
    post,
    openJob,
  };
};
