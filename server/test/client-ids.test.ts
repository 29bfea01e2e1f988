import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { clientIdField, deleteOldSecrets } from '#server/kernel/client-results.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import { inputs } from './access-inputs.ts';
import { inWorld } from './world.ts';

const world = inWorld({ ownDatabase: true });

/** POST calls without a `clientId`, by the reason. */
const without = {
  'acts on something that exists; repeating it changes nothing more, or is refused by its version or state':
    [
      'account.erase',
      'approvals.decide',
      'approvals.remind',
      'approvals.resubmit',
      'admin.restore',
      'admin.sign-out',
      'admin.suspend',
      'approvals.withdraw',
      'budgets.close',
      'budgets.close-period',
      'budgets.submit',
      'calendar-subscriptions.read-again',
      'chat.add',
      'club-emails.schedule',
      'club-emails.withdraw',
      'club-points.reverse',
      'club-registrations.freeze',
      'club-registrations.submit',
      'club-registrations.unfreeze',
      'connections.acceptAll',
      'clubs.decide-requests',
      'clubs.invite',
      'clubs.links-join',
      'clubs.restore',
      'clubs.undo-roster',
      'courses.lms.refresh',
      'dues.remind',
      'elections.announce',
      'elections.cancel',
      'elections.confirm-paper-ballots',
      'event-emails.schedule',
      'event-emails.withdraw',
      'employer.job-close',
      'employer.job-submit',
      'events.cancel',
      'events.change-attendees',
      'events.paste-check-ins',
      'events.publish',
      'jobs.close',
      'jobs.submit',
      'events.self-check-in',
      'finances.cancel-plan',
      'finances.lift-hold',
      'finances.reverse-line',
      'import-runs.cancel',
      'import-runs.check',
      'import-runs.confirm',
      'imports.undo',
      'inbox.leave',
      'inbox.mark-all',
      'inbox.unsubscribe',
      'invitations.send',
      'lti.rosters.update',
      'newsletters.schedule',
      'newsletters.withdraw',
      'notification-mails.leave',
      'notification-mails.unsubscribe',
      'notifications.restore',
      'payments.check',
      'pictures.restore',
      'record.award-people',
      'record.submit',
      'schedule.change-config',
      'sso-setup.reread',
      'surveys.close',
      'surveys.publish',
      'surveys.remind',
      'two-step.reset',
      'two-step.turn-off',
      'two-step.turn-on',
    ],
  'what it adds is known by another key of its own: an address, an upload, the file’s own bytes, the id of each scan':
    [
      'club-emails.upload',
      'club-files.create-version',
      'elections.cast',
      'event-emails.upload',
      'events.check-ins',
      'newsletters.upload',
      'notification-devices.add',
      'origins.add',
      'payments.stripe-webhook',
      'pictures.upload',
    ],
  'replaces a key or secret by a new one': [
    'calendar-feeds.renew',
    'finances.make-payment-key',
    'lti-keys.create',
    'record.renew-key',
    'two-step.renew-codes',
    'webhooks.rotate-secret',
  ],
  'stores nothing, or sends once more what is there': [
    'club-emails.reach',
    'club-emails.test',
    'clubs.check-roster',
    'clubs.links-read',
    'elections.preview-voters',
    'employers.invite-again',
    'event-emails.reach',
    'event-emails.test',
    'events.badges',
    'finances.payment-link',
    'finances.proxy-payment-link',
    'finances.proxy-read',
    'finances.proxy-read-statement',
    'finances.proxy-statement',
    'finances.statement',
    'newsletters.reach',
    'newsletters.test',
    'payments.receipt',
    'record.preview-layout',
    'sso-setup.test',
    'webhooks.redeliver',
    'webhooks.test',
  ],
  'signs in or out, or is a step of it with a code or ticket that works once': [
    'courses.lms.finish',
    'courses.lms.start',
    'embedding.hand-over',
    'embedding.make-code',
    'embedding.session',
    'employer.request-link',
    'employer.sign-in',
    'finances.proxy-begin',
    'finances.proxy-code',
    'finances.proxy-end',
    'lti.answers.create',
    'lti.launch',
    'lti.links.create',
    'lti.login-form',
    'lti.logins.create',
    'lti.session',
    'passkeys.begin',
    'passkeys.begin-confirmation',
    'passkeys.begin-sign-in',
    'passkeys.create',
    'passkeys.sign-in',
    'passwords.change',
    'passwords.forgot',
    'passwords.reset',
    'sessions.confirm',
    'sessions.end-all',
    'sessions.login',
    'sessions.logout',
    'sso.finish-saml',
    'two-step.add-app',
    'two-step.begin',
    'two-step.begin-app',
    'two-step.begin-setup',
    'two-step.finish',
    'two-step.finish-setup',
  ],
  'follows another protocol (RFC 7644)': ['scim.create-group', 'scim.create-user'],
} as const;

const posts = endpoints.filter(({ method }) => method === 'POST');

/** Returns the input for creating something, without the id. */
const inputOf = (endpoint: Endpoint): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', world.ben.uid),
  ) as Record<string, unknown>;

describe('client IDs', () => {
  test('every POST call accepts a client ID unless the list of exceptions names it', () => {
    const named: string[] = Object.values(without).flat();
    expect(
      posts
        .filter((endpoint) => clientIdField(endpoint) === undefined)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(named.toSorted());
  });

  test('simultaneous and later calls with the same client ID return the first result', async () => {
    const created: string[] = [];
    for (const endpoint of posts) {
      const field = clientIdField(endpoint);
      if (field === undefined) continue;
      const input = { ...inputOf(endpoint), [field]: randomUUID() };
      const ask = () => world.admin.try(`${endpoint.method} ${endpoint.path}` as never, input);
      const [one, other] = await Promise.all([ask(), ask()]);
      const later = await ask();
      const answers = [one, other, later].map(({ status, body }) => [
        endpoint.name,
        status,
        status === 200 ? body : '',
      ]);
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
      if (one?.status === 200) created.push(endpoint.name);
    }
    // With the inputs of the access matrix, these calls create something. The others need existing rows.
    expect(created).toEqual(
      expect.arrayContaining([
        'api-keys.make',
        'api-keys.make-own',
        'calendar-feeds.create',
        'calendar-passwords.create',
        'import-runs.begin',
        'lti-invitations.create',
        'lti-platforms.create',
        'record.create-badge',
        'record.create-kind',
        'roles.create',
        'saved-searches.save',
        'sharing.make-link',
        'webhooks.add',
      ]),
    );
    // Each was created once.
    expect(await world.sql('select url from webhooks')).toHaveLength(1);
    expect(await world.sql('select name from roles where scope = $1', ['school'])).toHaveLength(1);
  });

  test('two people who use the same client ID create separate items', async () => {
    const search = { clientId: randomUUID(), name: 'Artists', params: { major: 'Art' } };
    const own = await world.ana.call('POST /api/v1/saved-searches', search);
    const bens = await world.ben.call('POST /api/v1/saved-searches', { ...search, name: 'Ben' });
    expect(bens).toMatchObject({ name: 'Ben' });
    expect(bens.id).not.toBe(own.id);
    expect(await world.ana.call('POST /api/v1/saved-searches', search)).toEqual(own);
  });

  test('a retry returns the same secret for a day; the stored secret is encrypted and then deleted', async () => {
    const feed = { clientId: randomUUID(), name: 'Phone', kinds: ['event' as const] };
    const { url } = await world.cy.call('POST /api/v1/calendar/feeds', feed);
    const stored = () =>
      world.sql<{ reply: string | null }>('select reply from client_results where author_id = $1', [
        world.cy.id,
      ]);
    expect(JSON.stringify(await stored())).not.toContain(url.split('/').at(-1));
    const removeAt = (hours: number) =>
      inTransaction(world.pool, { school: world.school }, (db) =>
        deleteOldSecrets(db, new Date(world.clock.now().getTime() + hours * 3_600_000)),
      );
    await removeAt(23);
    expect((await world.cy.call('POST /api/v1/calendar/feeds', feed)).url).toBe(url);
    await removeAt(25);
    expect(await stored()).toEqual([{ reply: null }]);
    expect(await world.cy.try('POST /api/v1/calendar/feeds', feed)).toMatchObject({
      status: 409,
      body: { code: 'shown_once' },
    });
  });
});
