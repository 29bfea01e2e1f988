import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { bookingMail } from '#server/features/booking/booking.mails.ts';
import * as employers from '#server/features/employers/employers.mails.ts';
import * as proxies from '#server/features/finances/proxies/proxies.mails.ts';
import { newsletterMail } from '#server/features/newsletters/newsletters.mails.ts';
import { digestMail } from '#server/features/notifications/mails/mails.mails.ts';
import { invitationMail } from '#server/features/passwords/invitations/invitations.mails.ts';
import {
  changedMail,
  firstPasswordMail,
  resetMail,
} from '#server/features/passwords/passwords.mails.ts';
import {
  passkeyAddedMail,
  twoStepMail,
} from '#server/features/sessions/two-step/two-step.mails.ts';
import { twoStepChanges } from '#server/features/sessions/two-step/two-step-words.ts';
import { folderMail, type Message } from '#server/kernel/outbound/mail.ts';

/*
 * Sends each type of email as in production and checks that the sender is named after the school and dates are written in words.
 * Add an example for each new function that creates an email.
 */

const school = {
  school_id: 1 as never,
  name: 'Demo University',
  code: 'demo',
  color: '7a1f3d',
  locale: 'en-US',
};
const origin = 'https://demo.example.edu';
const day = '2027-11-25';
type Language = 'en' | 'de' | 'ar';
const to = (locale: Language) => ({
  email: 'ana@demo.test',
  first_name: 'Ana',
  name: 'Ana',
  employer: 'Reed Analytics',
  locale,
});

const bookingAt = new Date(`${day}T15:30:00Z`);
const face = (id: number, first: string) => ({ id, first_name: first, last_name: '', photo: null });
const meeting = (locale: Language): Message =>
  bookingMail({
    school,
    tokens: { addressSignature: () => 'signature' },
    origin,
    booking: {
      id: 1,
      slot_id: 1,
      host_id: 2,
      booker_id: 3,
      type_id: 1,
      kind_name: 'Advising',
      location: 'Room 2',
      link: '',
      questions: [],
      starts_at: bookingAt,
      ends_at: new Date(bookingAt.getTime() + 1_800_000),
      status: 'confirmed',
      answers: {},
      canceled_by: null,
      reason: '',
      revision: 0,
      updated_at: bookingAt,
      time_zone: 'UTC',
      cancel_minutes: 0,
      host: face(2, 'Hana'),
      booker: face(3, 'Ana'),
    },
    to: { ...to(locale), id: 3, last_name: '', time_zone: null },
    act: 'made',
    by: 3,
  });

const notification: Notification = {
  id: '1',
  category: 'general',
  key: 'general.connections' as Notification['key'],
  kind: 'connection_requested',
  people: [{ uid: '7', firstName: 'Ben', lastName: 'Okafor', photoUrl: null }],
  peopleCount: 1,
  conversation: null,
  club: null,
  target: null,
  about: null,
  at: bookingAt.toISOString(),
  isRead: false,
  can: { answer: false },
  change: 1,
};
const letter = { title: 'Autumn', summary: '', blocks: [] };
const frame = { school, origin, inbox: `${origin}/inbox`, token: 'token' };
const link = `${origin}/welcome#token=t`;

/** Example emails by file and function. */
const examples: Record<string, (language: Language) => Message[]> = {
  'booking.bookingMail': (language) => [meeting(language)],
  'mails.digestMail': (language) => [
    digestMail('ana@demo.test', [notification], { ...frame, language }),
    digestMail('ana@demo.test', [notification, notification], { ...frame, language }),
  ],
  'newsletters.newsletterMail': (language) => [
    newsletterMail('ana@demo.test', letter, { ...frame, language, sender: null }),
    ...(['club', 'event'] as const).map((kind) =>
      newsletterMail('ana@demo.test', letter, {
        ...frame,
        language,
        sender: { kind, id: 1, name: 'Chess' },
      }),
    ),
  ],
  'employers.invitationMail': (language) => [employers.invitationMail(school, to(language), link)],
  'employers.linkMail': (language) => [employers.linkMail(school, to(language), link)],
  'employers.decidedMail': (language) =>
    (['approved', 'denied', 'changes_requested'] as const).map((outcome) =>
      employers.decidedMail(school, to(language), {
        title: 'Intern',
        outcome,
        reason: 'Pay',
        link,
      }),
    ),
  'employers.applicantsMail': (language) => [
    employers.applicantsMail(school, to(language), { title: 'Intern', link }),
  ],
  'proxies.invitationMail': (language) => [
    proxies.invitationMail(school, to(language), { student: 'Ben Okafor', link, until: day }),
  ],
  'proxies.codeMail': (language) => [proxies.codeMail(school, to(language), '1234 5678')],
  'invitations.invitationMail': (language) => [
    invitationMail(school, { to: to(language), link, messageId: '<i@demo.example.edu>' }),
  ],
  'passwords.resetMail': (language) => [resetMail(school, to(language), link)],
  'passwords.firstPasswordMail': (language) => [firstPasswordMail(school, to(language), link)],
  'passwords.changedMail': (language) => [
    changedMail(school, to(language), {
      sessions: 1,
      keys: ['Key'],
      calendars: ['Phone'],
      kept: {
        passkeys: [{ name: 'Laptop', addedAt: '2026-11-02T10:00:00.000Z' }],
        appAddedAt: '2026-11-02T10:00:00.000Z',
      },
      securityPage: `${origin}/settings/security`,
    }),
  ],
  'two-step.passkeyAddedMail': (language) => [passkeyAddedMail(school, to(language), 'Laptop')],
  'two-step.twoStepMail': (language) =>
    twoStepChanges.map((what) => twoStepMail(school, to(language), { what, name: 'Laptop' })),
};

test('every email has the school as its sender and writes dates in words', async () => {
  const root = join(import.meta.dirname, '../src/features');
  const kinds: string[] = [];
  for (const file of globSync('**/*.mails.ts', { cwd: root }))
    for (const name of Object.keys((await import(join(root, file))) as object))
      if (name.endsWith('Mail')) kinds.push(`${basename(file, '.mails.ts')}.${name}`);
  expect(kinds.toSorted()).toEqual(Object.keys(examples).toSorted());

  const folder = await mkdtemp(join(tmpdir(), 'commons-mail-'));
  try {
    const mail = folderMail(folder, { warn: () => undefined } as never);
    const messages = Object.values(examples).flatMap((make) =>
      (['en', 'de', 'ar'] as const).flatMap((language) => make(language)),
    );
    for (const message of messages) await mail.send(message);
    const files = await readdir(folder);
    expect(files).toHaveLength(messages.length);
    for (const file of files) {
      const eml = await readFile(join(folder, file), 'utf8');
      expect(eml).toMatch(
        /^From: "?(?:Chess \()?Demo University\)?"? <no-reply@campus\.example>$/m,
      );
    }
    for (const { subject, text, html = '' } of messages)
      expect([subject, text, html].join('\n').replaceAll(/https?:\S+/g, '')).not.toMatch(
        /\d{4}-\d\d-\d\d/,
      );
    const said = (language: Language) =>
      examples['proxies.invitationMail']?.(language)[0]?.text ?? '';
    expect(said('en')).toContain('until November 25, 2027');
    expect(said('de')).toContain('25. November 2027');
    expect(said('ar')).toMatch(/نوفمبر/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every email is in its recipient's language", () => {
  for (const [name, make] of Object.entries(examples)) {
    const [en = [], de = [], ar = []] = (['en', 'de', 'ar'] as const).map((language) =>
      make(language).map(({ text }) => text),
    );
    for (const [index, text] of ar.entries()) {
      expect([name, text]).toEqual([name, expect.stringMatching(/[\u0600-\u06ff]{3}/)]);
      expect([name, new Set([en[index], de[index], text]).size]).toEqual([name, 3]);
    }
  }
});
