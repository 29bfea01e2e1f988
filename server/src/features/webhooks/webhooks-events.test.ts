import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { webhookData } from '#contract/webhooks/endpoints.ts';
import { webhookEvents, type WebhookEvent } from '#contract/webhooks/events.ts';
import { openBudgets } from '../../../test/budget-world.ts';
import { definition } from '../../../test/survey-questions.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWebhooks } from '../../../test/webhook-world.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';

/* Each type of event, fired by what people do, and verified with the library of the Standard Webhooks specification. */

const world = inWorld({ ownDatabase: true });
const { at, verified, add, settle } = inWebhooks(world);
const { stored, undo } = inImports(world);
const minute = 60_000;
const day = 24 * 60 * minute;
const inMinutes = (minutes: number) =>
  new Date(world.clock.now().getTime() + minutes * minute).toISOString();
const usd = (amount: number) => ({ amount, currency: 'USD' });

interface Sent {
  readonly type: WebhookEvent;
  readonly data: Record<string, unknown>;
}

test('sends each type of event after what people did, with ids only, and nothing to another school', async () => {
  const { ana, ben, cy, admin, eve } = world;
  const everyone = [ana, ben, cy, admin, eve];
  const again = async (more: Person[] = []) => {
    for (const one of [...everyone, ...more]) one.tokens = (await world.signInAgain(one)).tokens;
  };
  const { club, account, tess } = await openBudgets(world);
  const voters = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => world.join({ username: `voter${nth}` })),
  );
  for (const one of voters) await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await settle();
  const { secret } = await add('/every', [...webhookEvents]);
  await add('/north', [...webhookEvents], eve);
  /** Returns all verified events. The clock has moved since some of them were sent. */
  const received = async () => {
    await settle();
    return at('/every').map((one) => {
      const sentAt = new Date(Number(one.headers['webhook-timestamp']) * 1_000);
      return verified(one, secret, sentAt) as Sent;
    });
  };
  /** Runs acts, and checks that they have sent these types. */
  const fires = async (types: readonly WebhookEvent[], act: () => Promise<unknown>) => {
    await settle();
    const before = at('/every').length;
    await act();
    const now = (await received()).slice(before);
    expect(now.map(({ type }) => type)).toEqual(expect.arrayContaining([...types]));
    for (const { type, data } of now) expect(webhookData[type].strict().parse(data)).toEqual(data);
    return now;
  };
  const connect = (who: Person, other: Person, type: 'request' | 'accept' | 'disconnect') =>
    who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });

  await fires(['connection.requested', 'connection.accepted', 'connection.ended'], async () => {
    await connect(ana, cy, 'request');
    await connect(cy, ana, 'accept');
    await connect(ana, cy, 'disconnect');
  });

  await fires(
    ['club.membership_requested', 'club.member_joined', 'club.member_left', 'club.officer_added'],
    async () => {
      const { id } = await admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name: 'Chess',
        membership: 'request',
        president: ben.uid,
      });
      await cy.call('PUT /api/v1/clubs/{id}/membership', { id });
      await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club });
      await cy.call('PUT /api/v1/clubs/{id}/membership', { id: club });
      await cy.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
      const { positions } = await ben.call('GET /api/v1/clubs/{id}/settings', { id: club });
      await ben.call('PATCH /api/v1/clubs/{id}/members', {
        id: club,
        uids: [voters[0]?.uid ?? ''],
        act: 'position',
        position: positions.find(({ name }) => name === 'Vice president')?.id ?? '',
      });
      await admin.call('DELETE /api/v1/clubs/{id}', { id });
    },
  );

  await fires(['post.published', 'comment.created', 'post.changed', 'post.deleted'], async () => {
    const text = 'Hello';
    const post = await ana.call('POST /api/v1/posts', { clientId: newClientId(), text });
    const { id } = post;
    await ben.call('POST /api/v1/posts/{id}/comments', { id, clientId: newClientId(), text });
    await ana.call('PATCH /api/v1/posts/{id}', { id, text: 'Hello!', version: post.version });
    await ana.call('DELETE /api/v1/posts/{id}', { id });
  });
  // A vote sends nothing: with the counts, its time would reveal the choice.
  const poll = await ana.call('POST /api/v1/posts', {
    clientId: newClientId(),
    text: 'Which?',
    poll: { options: ['Tea', 'Coffee'], multiple: false },
  });
  const votes = await fires([], () =>
    ben.call('PUT /api/v1/posts/{id}/vote', {
      id: poll.id,
      options: [poll.poll?.options[0]?.id ?? ''],
    }),
  );
  expect(votes).toEqual([]);

  const createEvent = (more: object = {}) =>
    admin.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Gala',
      dateStart: inMinutes(60),
      dateEnd: inMinutes(120),
      timeZone: 'Europe/Berlin',
      registration: 'event',
      ...more,
    });
  await fires(
    [
      'event.published',
      'event.registration_changed',
      'event.checked_in',
      'event.moved',
      'event.canceled',
    ],
    async () => {
      const { id } = await createEvent();
      await ana.call('PUT /api/v1/events/{id}/registration', { id });
      await admin.call('POST /api/v1/events/{id}/check-ins', {
        id,
        scans: [{ clientId: newClientId(), uid: ana.uid, at: inMinutes(0) }],
      });
      const other = await createEvent({ dateStart: inMinutes(3000), dateEnd: inMinutes(3060) });
      await admin.call('PATCH /api/v1/events/{id}', {
        id: other.id,
        version: other.version,
        dateStart: inMinutes(3100),
        dateEnd: inMinutes(3160),
      });
      await admin.call('POST /api/v1/events/{id}/cancellation', { id: other.id, reason: 'Storm' });
    },
  );

  await fires(['booking.changed'], async () => {
    await world.sql('update users set is_advisor = true where id = $1', [ben.id]);
    await again();
    const { version } = await ben.call('GET /api/v1/booking-offer', {});
    const offer = await ben.call('PUT /api/v1/booking-offer', {
      isOpen: true,
      timeZone: 'UTC',
      note: '',
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
      exceptions: [],
      noticeMinutes: 0,
      cancelMinutes: 120,
      daysAhead: 30,
      dailyLimit: null,
      bufferBefore: 0,
      bufferAfter: 0,
      kinds: [
        {
          id: null,
          name: 'Advising',
          minutes: 30,
          place: 'Linden 08',
          link: '',
          questions: [],
          groupSize: 1,
          needsConfirmation: false,
        },
      ],
      version,
    } as never);
    const [from, to] = [3, 4].map((days) => inMinutes(days * 24 * 60).slice(0, 10));
    const { items } = await ana.call('GET /api/v1/booking/{uid}/slots', {
      uid: ben.uid,
      from: from ?? '',
      to: to ?? '',
    });
    await ana.call('POST /api/v1/booking/{uid}', {
      uid: ben.uid,
      clientId: newClientId(),
      slot: items[0]?.dateStart ?? '',
      kind: offer.kinds[0]?.id ?? '',
    });
  });

  await fires(
    [
      'order.paid',
      'order.ready',
      'order.refund_requested',
      'order.refund_declined',
      'order.refunded',
    ],
    async () => {
      const product = await ben.call('POST /api/v1/clubs/{id}/products', {
        id: club,
        clientId: newClientId(),
        name: 'Shirt',
        price: usd(1500),
      });
      const { id } = await ana.call('POST /api/v1/orders', {
        clientId: newClientId(),
        club,
        items: [{ variant: product.variants[0]?.id ?? '', quantity: 1 }],
      });
      const payment = await ana.call('POST /api/v1/orders/{id}/payments', {
        id,
        clientId: newClientId(),
        provider: 'desk',
      });
      await ben.call('POST /api/v1/payments/{id}/receipt', {
        id: payment.id,
        clientId: newClientId(),
        method: 'cash',
      });
      await ben.call('PUT /api/v1/orders/{id}/handover', { id, state: 'ready' });
      const asked = await ana.call('POST /api/v1/orders/{id}/refund-requests', {
        id,
        clientId: newClientId(),
        reason: 'Too small',
      });
      await ben.call('PUT /api/v1/refund-requests/{id}', {
        id: asked.id,
        state: 'declined',
        reason: 'Worn',
      });
      await ben.call('POST /api/v1/orders/{id}/refunds', {
        id,
        clientId: newClientId(),
        amount: usd(500),
        reason: 'Stain',
      });
    },
  );

  const decided = async (decision: 'approve' | 'deny' | 'request_changes') => {
    world.clock.advance(1_000);
    const { id } = await tess.call('POST /api/v1/budget-requests', {
      clientId: newClientId(),
      kind: 'purchase',
      club,
      account,
      title: 'Competition',
      lines: [
        { title: 'Motors', category: 'equipment', quantity: 1, price: 4_500, vendor: 'Acme' },
      ],
    });
    const { submission } = await tess.call('POST /api/v1/budget-requests/{id}/submission', { id });
    await admin.call('POST /api/v1/approvals/{id}/decision', {
      id: submission?.id ?? '',
      version: submission?.version ?? 0,
      decision,
      reason: 'Because',
    });
  };
  await fires(['submission.waiting', 'submission.approved'], () => decided('approve'));
  await fires(['submission.denied'], () => decided('deny'));
  await fires(['submission.changes_requested'], () => decided('request_changes'));

  const answered = await fires(['survey.published', 'survey.answered'], async () => {
    for (const isAnonymous of [false, true]) {
      const { id } = await ben.call('POST /api/v1/clubs/{id}/surveys', {
        id: club,
        clientId: newClientId(),
        title: 'Meetings',
      });
      world.clock.advance(1_000);
      const { version } = await ben.call('GET /api/v1/surveys/{id}/settings', { id });
      const draft = await ben.call('PATCH /api/v1/surveys/{id}', {
        id,
        version,
        definition,
        ...(isAnonymous && { isAnonymous }),
      });
      const open = await ben.call('POST /api/v1/surveys/{id}/publish', {
        id,
        version: draft.version,
      });
      await ana.call('POST /api/v1/surveys/{id}/answers', {
        id,
        revision: open.revision,
        answers: { rating: 4 },
      });
    }
  });
  // Both surveys were answered, one of them anonymously.
  expect(answered.filter(({ type }) => type === 'survey.answered')).toHaveLength(1);

  await fires(['job.opened'], () =>
    admin.call('POST /api/v1/jobs', {
      clientId: newClientId(),
      title: 'Greenhouse assistant',
      kind: 'on_campus',
      description: 'Water the collection.',
      closesAt: inMinutes(14 * 24 * 60),
      apply: 'here',
    }),
  );

  await fires(['record.changed'], async () => {
    const { badges } = await admin.call('POST /api/v1/school/record/badges', {
      name: 'Helper',
      icon: 'heart',
      color: 1,
      basis: 'entries',
      goal: 99,
    } as never);
    const badge = badges.find(({ name }) => name === 'Helper')?.id ?? '';
    await admin.call('PUT /api/v1/school/record/badges/{id}/awards/{uid}', {
      id: badge,
      uid: ana.uid,
    } as never);
  });

  const election = (more: object = {}) => ({
    clientId: newClientId(),
    club,
    title: 'Officers',
    opensAt: inMinutes(1),
    closesAt: inMinutes(10),
    timeZone: 'Europe/Berlin',
    voters: { members: true },
    contests: [{ title: 'Merge with the choir?', kind: 'yes_no' as const }],
    ...more,
  });
  // Ben agreed when he created it.
  const announce = (id: string) => admin.call('POST /api/v1/elections/{id}/announcement', { id });
  const ballots = await fires(
    ['election.announced', 'election.opened', 'election.extended', 'election.results_published'],
    async () => {
      const { id } = await ben.call('POST /api/v1/elections', election());
      await announce(id);
      world.clock.advance(2 * minute);
      await settle();
      await ben.call('PUT /api/v1/elections/{id}/closing', {
        id,
        closesAt: inMinutes(20),
        reason: 'The network was down.',
      });
      const { contests } = await ana.call('GET /api/v1/elections/{id}', { id });
      for (const who of [ana, ...voters])
        await who.call('POST /api/v1/elections/{id}/ballot', {
          id,
          nonce: randomBytes(16).toString('hex'),
          votes: { [contests[0]?.id ?? '']: ['yes'] },
        });
      world.clock.advance(30 * minute);
      await again([...voters, tess]);
      await settle();
    },
  );
  // Nothing about a ballot or a voter.
  expect(ballots.filter(({ type }) => !type.startsWith('election.'))).toEqual([]);
  for (const { data } of ballots) expect(Object.keys(data)).toEqual(['election']);
  await fires(['election.canceled'], async () => {
    const { id } = await ben.call('POST /api/v1/elections', election());
    await announce(id);
    await admin.call('POST /api/v1/elections/{id}/cancellation', { id, reason: 'Postponed' });
  });

  await fires(['club.deleted'], async () => {
    world.clock.advance(day + minute);
    await again([...voters, tess]);
  });

  await fires(['person.added', 'person.changed', 'person.suspended', 'person.erased'], async () => {
    const { token } = await admin.call('POST /api/v1/api-keys', {
      name: 'Entra',
      scopes: ['provisioning'],
    });
    await world.visit('/scim/v2/Users', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: { userName: 'una' },
    });
    await ana.call('PATCH /api/v1/profile', { workTitle: 'Dean' });
    await admin.call('POST /api/v1/admin/people/suspend', {
      people: [cy.uid],
      reason: 'Spam',
    });
    await voters[5]?.call('POST /api/v1/account/erase', { password: worldPassword });
  });

  await fires(['import.stored', 'import.undone'], async () => {
    const report = await stored(world.school, { 'people.csv': 'username,firstName\ndana,Dana\n' });
    await undo(world.school, report.id);
  });

  const types = new Set((await received()).map(({ type }) => type));
  expect(webhookEvents.filter((type) => !types.has(type))).toEqual([]);
  expect(at('/north')).toEqual([]);
});
