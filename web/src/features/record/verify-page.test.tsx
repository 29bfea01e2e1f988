import { fireEvent, screen } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { BadgesCard } from './badges-card.tsx';
import { FindDocumentPage, VerifyPage } from './verify-page.tsx';

afterEach(resetStage);

const content = 'the file as it was issued';
const entry = (id: string, more: object = {}) => ({
  id,
  kind: 'Volunteering',
  title: `Entry ${id}`,
  organization: '',
  startsOn: '2026-01-01',
  endsOn: '2026-02-01',
  minutes: 90,
  summary: '',
  reflection: '',
  competencies: [],
  verifiedBy: 'Dean Ko',
  verifiedOn: '2026-03-01',
  status: 'valid',
  ...more,
});
const issued = (more: object = {}) =>
  ({
    code: '9F3KQW7D2M',
    kind: 'transcript',
    status: 'valid',
    holder: 'Ana Silva',
    program: '',
    yearOfGraduation: '',
    issuedAt: '2026-11-01T10:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    isRevokedBySchool: false,
    reason: '',
    publicReason: null,
    sha256: createHash('sha256').update(content).digest('hex'),
    entries: [entry('1'), entry('2', { status: 'revoked' })],
    badges: [],
    ...more,
  }) as unknown as PublicDocument;
const show = (answer: () => unknown) =>
  stage(<VerifyPage />, { at: '/verify/9F3KQW7D2M', answers: { record: answer } });

test('[CCT-01] a document marks a revoked entry and doesn’t count its hours', async () => {
  await show(() => ({ document: issued() }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Silva' })).toBeTruthy();
  expect(screen.getByText('1.5 hours')).toBeTruthy();
  expect(screen.getAllByText('Revoked')).toHaveLength(1);
});

test('[CCT-01] a revoked document shows the school’s reason and no hours', async () => {
  await show(() => ({
    document: issued({
      status: 'revoked',
      revokedAt: '2026-11-02T10:00:00.000Z',
      isRevokedBySchool: true,
      reason: 'Issued by mistake',
      entries: [],
      holder: '',
    }),
  }));
  expect(await screen.findByText('“Issued by mistake”')).toBeTruthy();
  expect(screen.queryByText('Issued in error')).toBeNull();
  expect(screen.queryByText('Verified hours')).toBeNull();
});

test('[CCT-01] a removed badge shows the date and doesn’t say that the school revoked it', async () => {
  await show(() => ({
    document: issued({
      kind: 'badge',
      status: 'revoked',
      revokedAt: '2026-11-02T10:00:00.000Z',
      isBadgeLost: true,
      entries: [],
      holder: '',
    }),
  }));
  expect(await screen.findByText(/^The holder no longer has this badge .*2026/)).toBeTruthy();
  expect(screen.queryByText(/The school revoked it/)).toBeNull();
});

test('[CCT-01] a valid badge credential downloads again, and the app issues an expired one again', async () => {
  const badge = (award: string) => ({
    id: `b${award}`,
    name: `Badge ${award}`,
    description: '',
    icon: 'star',
    color: 1,
    basis: 'manual',
    kind: null,
    goal: 1,
    steps: [],
    progress: 1,
    award: { id: award, at: '2026-11-01T10:00:00.000Z' },
    revoked: null,
  });
  const document = (award: string, more: object) => ({
    id: `d${award}`,
    kind: 'badge',
    award,
    revokedAt: null,
    isExpired: false,
    ...more,
  });
  const { asked } = await stage(
    <BadgesCard
      badges={[badge('1'), badge('2')] as never}
      documents={[document('1', {}), document('2', { isExpired: true })] as never}
    />,
    { answers: { documents: () => failure(404, 'not_found') } },
  );
  const press = async (name: string, path: string) => {
    fireEvent.click(
      screen.getByRole('button', { name: `Download the ${name} badge as a digital credential` }),
    );
    await expect.poll(() => asked.at(-1)?.path).toBe(path);
  };
  await press('Badge 1', 'file');
  await press('Badge 2', 'documents');
});

test('[CCT-01] the browser compares files without a request: equal bytes match, and an extra byte doesn’t', async () => {
  const { asked, container } = await show(() => ({ document: issued() }));
  await screen.findByRole('heading', { level: 1, name: 'Ana Silva' });
  const calls = asked.length;
  const choose = (text: string) => {
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    fireEvent.change(input as HTMLInputElement, {
      target: { files: [new File([text], 'record.pdf', { type: 'application/pdf' })] },
    });
  };
  choose(content);
  expect(await screen.findByText('record.pdf is the issued file')).toBeTruthy();
  choose(`${content}.`);
  expect(await screen.findByText('record.pdf isn’t the issued file')).toBeTruthy();
  expect(asked.length).toBe(calls);
});

test('[CCT-01] an unknown code lets the user try again, and a code typed with spaces works', async () => {
  await show(() => failure(404, 'record_document_unknown'));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  resetStage();
  const { router } = await stage(<FindDocumentPage />, { at: '/verify' });
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: ' 9f3kq-w7d2m ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await expect.poll(() => router.state.location.pathname).toBe('/verify/9F3KQW7D2M');
});
