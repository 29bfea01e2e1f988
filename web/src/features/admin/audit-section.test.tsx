import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { auditKinds } from '#contract/audit-kinds.ts';
import type { AuditEntry } from '#contract/audit/endpoints.ts';
import { createMessages, setLocale } from '../../lib/messages.ts';
import ar from 'messages:ar';
import de from 'messages:de';
import { stage, resetStage } from '../../testing/stage.tsx';
import { AuditSection } from './audit-section.tsx';
// The list of sections includes their texts.
import '../../shell/sections.ts';

afterEach(resetStage);

test('the activity log shows labels for profile fields, and shows other fields and unknown types unchanged', async () => {
  const entry = (number: number, part: Partial<AuditEntry>): AuditEntry => ({
    number,
    at: new Date().toISOString(),
    actor: null,
    kind: 'protected_read',
    people: [],
    peopleCount: 0,
    fields: [],
    detail: {},
    ...part,
  });
  const entries = [
    entry(3, { kind: 'kind_of_tomorrow' }),
    entry(2, { fields: ['clientSecret', 'toString', 'bio'] }),
    entry(1, { kind: 'scim_person', fields: ['bio'], detail: { act: 'changed', key: 'Entra ID' } }),
  ];
  await stage(<AuditSection />, {
    answers: { audit: () => ({ entries, next: null, brokenAt: null }) },
  });
  expect((await screen.findByText(/clientSecret/)).textContent).toBe(
    'now • clientSecret, toString, and Bio • Entry 2',
  );
  expect(screen.getByText(/Entry 1/).textContent).toBe('now • bio • Entry 1');
  expect(screen.getByText(/kind_of_tomorrow/)).toBeTruthy();
});

test.each([
  ['en', {}],
  ['de', de],
  ['ar', ar],
] as const)(
  '%s has texts for every type of log entry and every action',
  async (locale, translation) => {
    const all = Object.entries(auditKinds).flatMap(
      ([kind, several]: [string, { by: string; acts: readonly string[] } | null]) =>
        several === null
          ? [{ kind, detail: {} }]
          : several.acts.map((one) => ({ kind, detail: { [several.by]: one } })),
    );
    const entries = all.map((one, index) => ({
      number: index + 1,
      at: new Date().toISOString(),
      actor: null,
      people: [],
      peopleCount: 0,
      fields: [],
      ...one,
    }));
    await stage(<AuditSection />, {
      answers: { audit: () => ({ entries, next: null, brokenAt: null }) },
    });
    if (locale !== 'en') act(() => void setLocale(locale));
    await screen.findByText(createMessages(locale, translation).t('audit.body'));
    const said = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(said).toHaveLength(all.length);
    for (const [index, { kind }] of all.entries()) expect(said[index]).not.toContain(kind);
    for (const words of said) expect(words).not.toMatch(/audit\.|_/);
    await setLocale('en');
  },
);

test('an entry unfolds to the values before and after a change, and the filters are in the address', async () => {
  const { asked, router } = await stage(<AuditSection />, {
    at: '/admin/log?type=club_changed.changed&q=chess',
    answers: {
      audit: () => ({
        entries: [
          {
            number: 7,
            at: new Date().toISOString(),
            actor: null,
            kind: 'club_changed',
            people: [],
            peopleCount: 0,
            fields: ['membership', 'isHidden'],
            detail: {
              act: 'changed',
              name: 'Chess',
              before: { membership: 'open', isHidden: false },
              after: { membership: 'request', isHidden: true },
            },
          },
        ],
        next: null,
        brokenAt: null,
      }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Details of entry 7' }));
  const changes = within(await screen.findByRole('list', { name: 'Changes' }));
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Who can joinBefore:openAfter:request',
    'Hidden from non-membersBefore:OffAfter:On',
  ]);
  expect(asked.find(({ path }) => path === 'audit')?.query).toMatchObject({
    kind: 'club_changed',
    act: 'changed',
    search: 'chess',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});
