import { afterEach, describe, expect, test } from 'vitest';
import { preferenceGroups } from '#contract/notifications/declaring.ts';
import { keysOf } from '#contract/notifications/keys.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const read = () => world.ana.call('GET /api/v1/notifications/preferences');
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const choices = () =>
  world.sql('select key, platform, is_on from notification_preferences order by key, platform');

afterEach(async () => {
  for (const table of [
    'notification_preferences',
    'notification_defaults',
    'notification_settings',
  ])
    await world.sql(`delete from ${table}`);
});

describe('[NOTIF-02] all notification preferences', () => {
  test('contain every key of the product text on every platform', async () => {
    const { global, academic, general, groups } = await read();
    expect(Object.keys(academic)).toEqual([
      'assignmentDueDates',
      'courseAnnouncements',
      'grades',
      'quizDates',
    ]);
    expect(Object.keys(general)).toEqual([
      // Not in the product text: reviewers and submitters of approvals, meetings, and alerts of personal events.
      'approvals',
      // Not in the product text: products that the person waits for.
      'backInStock',
      'bookings',
      'calendarAlerts',
      'chat',
      'commentLikes',
      'commentsOnCommentedPosts',
      'connectionRequests',
      // Not in the product text: reminders of the person's dues.
      'dues',
      // Not in the product text: elections in which the person can vote or stand.
      'elections',
      // Not in the product text: events that the person attends.
      'events',
      // Not in the product text: alerts of saved searches, and applications.
      'jobs',
      // Not in the product text: the person’s orders and refunds.
      'orders',
      'postLikes',
      // Not in the product text: scheduled posts that couldn't be published.
      'scheduledPosts',
      'schoolFeedPosts',
      'surveyAnswered',
    ]);
    expect(keysOf.member).toEqual(['commentsOnForumPost', 'postsOnGroupFeed', 'postsOnNews']);
    expect(keysOf.officer).toEqual([
      'anonymousSurveySubmission',
      'budgetSubmissionRejected',
      'eventReminder',
      'newEventFromMember',
      'newEventFromOfficer',
      'newEventRegistration',
      'newJob',
      'newMember',
      'newMemberRequiresValidation',
      'newOfficer',
      'newStorePurchase',
      'newsCreated',
      'promotionToEventMainList',
      'refundRequestReceived',
      'surveyAnswered',
      'surveySubmissionDenied',
    ]);
    const all = { in_app: 'enabled', mobile: 'enabled', email: 'enabled' };
    expect(global).toEqual({ academic: all, general: all, groups: all });
    const yes = { value: 'yes', rule: 'default', byDefault: 'yes', isEffective: true };
    expect(general['chat']).toEqual({
      in_app: yes,
      mobile: yes,
      email: { value: 'no', rule: 'default', byDefault: 'no', isEffective: false },
    });
    // The person is in no club yet, so there are no groups.
    expect(groups).toEqual([]);
  });

  test('use the school’s defaults for people without a choice, and its locks for everyone', async () => {
    const { ana, admin } = world;
    const set = (platform: 'in_app' | 'email', value: 'yes' | 'no' | null, isLocked = false) =>
      admin.call('PATCH /api/v1/school/notifications/{place}/{key}/{platform}', {
        place: 'general',
        key: 'chat',
        platform,
        value,
        isLocked,
      });
    const before = await admin.call('GET /api/v1/school/notifications');
    expect(before.general['chat']?.email).toEqual({ value: 'no', isOwn: false, isLocked: false });
    await set('email', 'yes');
    expect((await read()).general['chat']?.email).toEqual({
      value: 'yes',
      rule: 'school',
      byDefault: 'yes',
      isEffective: true,
    });
    await ana.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'chat',
      preferences: { email: 'no' },
    });
    expect((await read()).general['chat']?.email).toMatchObject({ value: 'no', rule: 'own' });
    await set('email', 'yes', true);
    expect((await read()).general['chat']?.email).toEqual({
      value: 'yes',
      rule: 'locked',
      byDefault: 'yes',
      isEffective: true,
    });
    const failure = await ana.try('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'chat',
      preferences: { in_app: 'no', email: 'no' },
    });
    expect([failure.status, code(failure)]).toEqual([409, 'notification_locked']);
    // A refused change stores nothing.
    expect((await read()).general['chat']?.in_app).toMatchObject({ value: 'yes', rule: 'default' });
    // A lock also overrides the category's switch.
    const off = await ana.call(
      'PATCH /api/v1/notifications/preferences/global/{category}/{platform}',
      {
        category: 'general',
        platform: 'email',
        status: 'disabled',
      },
    );
    expect([
      off.general['chat']?.email.isEffective,
      off.general['connectionRequests']?.email.isEffective,
    ]).toEqual([true, false]);
    await set('email', null);
    expect((await admin.call('GET /api/v1/school/notifications')).general['chat']).toEqual(
      before.general['chat'],
    );
    const log = await world.sql<{ detail: object }>(
      `select detail from activity_log where kind = 'notification_default_changed' order by number`,
    );
    expect(log.map(({ detail }) => detail)).toEqual([
      {
        key: 'general.chat',
        platform: 'email',
        before: null,
        after: { isOn: true, isLocked: false },
      },
      {
        key: 'general.chat',
        platform: 'email',
        before: { isOn: true, isLocked: false },
        after: { isOn: true, isLocked: true },
      },
      {
        key: 'general.chat',
        platform: 'email',
        before: { isOn: true, isLocked: true },
        after: null,
      },
    ]);
    const nowhere = { place: 'general', key: 'grades', platform: 'email', value: 'no' };
    expect(
      (await admin.try('PATCH /api/v1/school/notifications/{place}/{key}/{platform}', nowhere))
        .status,
    ).toBe(404);
  });

  test('come with the platforms, the keys in use, and the installation’s public push key', async () => {
    const mine = await world.ana.call('GET /api/v1/notifications/capabilities');
    expect(mine).toMatchObject({
      platforms: { in_app: { isOn: true }, mobile: { isOn: true }, email: { isOn: true } },
      keys: [
        'academic.assignmentDueDates',
        'academic.courseAnnouncements',
        'academic.grades',
        'academic.quizDates',
        'general.approvals',
        'general.backInStock',
        'general.bookings',
        'general.calendarAlerts',
        'general.chat',
        'general.commentLikes',
        'general.commentsOnCommentedPosts',
        'general.connectionRequests',
        'general.dues',
        'general.elections',
        'general.events',
        'general.jobs',
        'general.orders',
        'general.postLikes',
        'general.scheduledPosts',
        'general.schoolFeedPosts',
        'general.surveyAnswered',
        'general.warnings',
        'member.commentsOnForumPost',
        'member.postsOnGroupFeed',
        'member.postsOnNews',
        'officer.anonymousSurveySubmission',
        'officer.budgetSubmissionRejected',
        'officer.eventReminder',
        'officer.newEventFromMember',
        'officer.newEventFromOfficer',
        'officer.newEventRegistration',
        'officer.newJob',
        'officer.newMember',
        'officer.newMemberRequiresValidation',
        'officer.newOfficer',
        'officer.newStorePurchase',
        'officer.newsCreated',
        'officer.promotionToEventMainList',
        'officer.refundRequestReceived',
        'officer.surveyAnswered',
        'officer.surveySubmissionDenied',
      ],
      mailFrequencies: ['instant', 'hourly', 'daily', 'weekly'],
    });
    expect(Buffer.from(mine.platforms.mobile.publicKey, 'base64url')).toHaveLength(65);
    expect(await world.eve.call('GET /api/v1/notifications/capabilities')).toEqual(mine);
    const [stored] = await world.sql<{ value: string }>(
      `select value from installation where name = 'push-keys'`,
    );
    expect(stored?.value).not.toContain(mine.platforms.mobile.publicKey);
    expect(
      JSON.parse(world.tokens.decrypt('push-keys', stored?.value ?? '') ?? '{}'),
    ).toMatchObject({
      publicKey: mine.platforms.mobile.publicKey,
    });
    const folder = await world.startAnother({ mail: { ...world.mail, isFolder: true } });
    const answer = await folder.http.inject({
      url: '/api/v1/notifications/capabilities',
      headers: { host: 'localhost', authorization: `Bearer ${world.ana.tokens.jwt}` },
    });
    await folder.close();
    expect(answer.json()).toMatchObject({ platforms: { email: { isOn: false } } });
  });
});

describe('[NOTIF-03] changing preferences', () => {
  test('changes single keys, and stores only values that differ from the default', async () => {
    const { ana, ben } = world;
    const choose = (preferences: Record<string, 'yes' | 'no'>) =>
      ana.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
        category: 'academic',
        key: 'grades',
        preferences,
      });
    const after = await choose({ in_app: 'no', mobile: 'yes', email: 'yes' });
    expect(after.academic['grades']).toMatchObject({
      in_app: { value: 'no', rule: 'own' },
      mobile: { rule: 'default' },
      email: { value: 'yes' },
    });
    expect(await choices()).toEqual([
      { key: 'academic.grades', platform: 'email', is_on: true },
      { key: 'academic.grades', platform: 'in_app', is_on: false },
    ]);
    await choose({ in_app: 'yes' });
    await choose({ email: 'no' });
    expect(await choices()).toEqual([]);
    await choose({ mobile: 'no' });
    expect(
      (await ben.call('GET /api/v1/notifications/preferences')).academic['grades']?.mobile,
    ).toMatchObject({ value: 'yes' });
  });

  test('changes a category on a platform, and switching it on again restores the earlier choices', async () => {
    const { ana } = world;
    await ana.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'general',
      key: 'chat',
      preferences: { email: 'yes' },
    });
    const set = (status: 'enabled' | 'disabled') =>
      ana.call('PATCH /api/v1/notifications/preferences/global/{category}/{platform}', {
        category: 'general',
        platform: 'email',
        status,
      });
    const off = await set('disabled');
    expect([
      off.global.general.email,
      off.global.general.mobile,
      off.global.academic.email,
    ]).toEqual(['disabled', 'enabled', 'enabled']);
    expect(off.general['chat']?.email).toEqual({
      value: 'yes',
      rule: 'own',
      byDefault: 'no',
      isEffective: false,
    });
    const on = await set('enabled');
    expect(on.general['chat']?.email).toMatchObject({ value: 'yes', isEffective: true });
    expect(await choices()).toEqual([{ key: 'general.chat', platform: 'email', is_on: true }]);
  });

  test('rejects clubs without a membership and unknown keys with an error code', async () => {
    const { ana } = world;
    const group = await ana.try(
      'PATCH /api/v1/notifications/preferences/groups/{groupId}/{role}/{key}',
      {
        groupId: '1',
        role: 'officer',
        key: 'newJob',
        preferences: { email: 'yes' },
      },
    );
    expect([group.status, code(group)]).toEqual([404, 'not_found']);
    const foreign = { category: 'academic', key: 'chat', preferences: { email: 'yes' } };
    expect(
      code(await ana.try('PATCH /api/v1/notifications/preferences/{category}/{key}', foreign)),
    ).toBe('not_found');
    for (const preferences of [{}, { sms: 'yes' }, { email: 'maybe' }, { email: true }])
      expect(
        (
          await ana.try('PATCH /api/v1/notifications/preferences/{category}/{key}', {
            ...foreign,
            preferences,
          })
        ).status,
      ).toBe(400);
    for (const [category, platform] of [
      ['sports', 'email'],
      ['general', 'fax'],
    ])
      expect(
        (
          await ana.try('PATCH /api/v1/notifications/preferences/global/{category}/{platform}', {
            category,
            platform,
            status: 'enabled',
          })
        ).status,
      ).toBe(400);
  });

  test('stores quiet hours, frequency and time zone separately, and rejects invalid values', async () => {
    const { ana } = world;
    expect(await ana.call('GET /api/v1/notifications/settings')).toEqual({
      zone: null,
      quietHours: null,
      mailFrequency: 'daily',
      hidesText: false,
    });
    await ana.call('PATCH /api/v1/notifications/settings', {
      zone: 'Europe/Berlin',
      quietHours: { from: 1_320, until: 420 },
    });
    expect(
      await ana.call('PATCH /api/v1/notifications/settings', {
        mailFrequency: 'weekly',
        hidesText: true,
      }),
    ).toEqual({
      zone: 'Europe/Berlin',
      quietHours: { from: 1_320, until: 420 },
      mailFrequency: 'weekly',
      hidesText: true,
    });
    expect(
      await ana.call('PATCH /api/v1/notifications/settings', { quietHours: null }),
    ).toMatchObject({
      quietHours: null,
      mailFrequency: 'weekly',
    });
    for (const bad of [
      { zone: 'Mars/Olympus' },
      { quietHours: { from: 60, until: 60 } },
      { quietHours: { from: 0, until: 1_440 } },
      { mailFrequency: 'never' },
    ])
      expect((await ana.try('PATCH /api/v1/notifications/settings', bad)).status).toBe(400);
  });

  test('is possible for every key at the level of the school', async () => {
    for (const place of preferenceGroups)
      for (const key of keysOf[place]) {
        const one = {
          place,
          key,
          platform: 'mobile' as const,
          value: 'no' as const,
          isLocked: true,
        };
        await world.admin.call('PATCH /api/v1/school/notifications/{place}/{key}/{platform}', one);
      }
    const mine = await read();
    for (const row of [...Object.values(mine.academic), ...Object.values(mine.general)])
      expect(row.mobile).toMatchObject({ value: 'no', rule: 'locked' });
  });
});
