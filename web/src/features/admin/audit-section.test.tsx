import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { stage, strike } from '../../testing/stage.tsx';
import { AuditSection } from './audit-section.tsx';
// What the sections say comes with their list.
import './sections.ts';

afterEach(strike);

test('fields of a profile are said in words, whatever else an entry calls its fields as it is, and so is an unknown kind', async () => {
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
  await stage(<AuditSection />, { answers: { audit: () => ({ entries, brokenAt: null }) } });
  expect((await screen.findByText(/clientSecret/)).textContent).toBe('now • clientSecret, toString, and Bio • № 2');
  expect(screen.getByText(/№ 1/).textContent).toBe('now • bio • № 1');
  expect(screen.getByText(/kind_of_tomorrow/)).toBeTruthy();
});
