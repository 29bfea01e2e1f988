import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { ClubEmails } from './club-emails.tsx';

afterEach(resetStage);

const email = {
  id: '3',
  title: 'Saturday',
  summary: '',
  state: 'draft',
  version: 1,
  by: null,
  changedAt: '2026-11-01T10:00:00Z',
  sendAt: null,
  sentAt: null,
  recipients: 0,
  read: 0,
  mailed: 0,
  bounced: 0,
  returned: 'club',
};

test('[CLUB-04] the list shows bounced and unsent emails, and no button for users who can’t create one', async () => {
  const at = '2026-11-01T10:00:00Z';
  const sent = { id: '4', title: 'Sunday', state: 'sent', sentAt: at, returned: null, bounced: 2 };
  await stage(<ClubEmails club="7" />, {
    answers: {
      emails: () => ({
        items: [email, { ...email, ...sent }],
        total: 2,
        can: { create: false },
      }),
    },
  });
  const row = await screen.findByRole('link', { name: /Saturday/ });
  expect(row.textContent).toContain(english['clubEmails.returned']);
  expect(screen.getByRole('link', { name: /Sunday/ }).textContent).toContain('2 emails bounced');
  expect(screen.queryByRole('button', { name: english['clubEmails.new'] })).toBeNull();
});
