import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/people/endpoints.ts';
import { me, someone, stage, resetStage } from '../../testing/stage.tsx';
import { columnsIn, PeopleWindow } from './people-window.tsx';
import { PersonCard, PersonRow } from './person-card.tsx';
import { profileLink } from './person.ts';

afterEach(resetStage);

const mutuals = ['Ben Okafor', 'Cy Young'].map((name, at) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { uid: String(20 + at), firstName, lastName, photoUrl: null };
});

test('a card links to the profile and shows mutual connections', async () => {
  await stage(
    <PersonCard person={{ ...someone, mutuals, mutualCount: 2 }} openLink={profileLink} />,
  );
  expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toContain('uid=7');
  expect(screen.getByText('2 mutual connections')).toBeTruthy();
});

const course = { number: 'CS 101', title: 'Algorithms' };
test.each<[string, Partial<User>, string | undefined]>([
  ['a course', { mutualCount: 2, shared: { course, club: 'Chess' } }, 'In Algorithms with you'],
  [
    'a long course title',
    { shared: { course: { ...course, title: 'x'.repeat(29) } } },
    'In CS 101 with you',
  ],
  ['a club', { mutualCount: 2, shared: { club: 'Chess Club' } }, 'Both in Chess Club'],
  [
    'major and year',
    { major: 'Biology', yearOfGraduation: 2028 },
    'Also studies Biology, class of 2028',
  ],
  ['only the year', { yearOfGraduation: 2028 }, undefined],
  ['nothing', { major: 'Law', yearOfGraduation: 2027 }, undefined],
])('a card says that both share %s', async (_, person, text) => {
  const user = { ...me, major: 'Biology', yearOfGraduation: 2028 };
  await stage(<PersonCard person={{ ...someone, ...person }} openLink={profileLink} />, { user });
  const lines = /with you|Both in|Also|mutual/;
  expect(screen.queryByText(lines)?.textContent).toBe(text);
});

test('a row shows its note instead of mutual connections', async () => {
  await stage(
    <PersonRow
      person={{ ...someone, mutuals, mutualCount: 2 }}
      openLink={profileLink}
      note="Sent 2 days ago"
    />,
  );
  expect(screen.getByText('Sent 2 days ago')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /mutual/ })).toBeNull();
});

test('a long list renders only rows near the window and reports their range', async () => {
  const onRange = vi.fn<(first: number, last: number) => void>();
  const draw = (index: number) => <p>{`person ${index}`}</p>;
  await stage(
    <PeopleWindow label="People" total={40_000} layout="list" onRange={onRange} draw={draw} />,
  );
  await act(async () => undefined);
  const drawn = screen.getAllByText(/^person \d+$/);
  expect(drawn[0]?.textContent).toBe('person 0');
  expect(drawn.length).toBeLessThan(200);
  const [first = -1, last = -1] = onRange.mock.lastCall ?? [];
  expect(first).toBe(0);
  expect(last).toBeGreaterThanOrEqual(drawn.length - 1);
});

test.each([
  [390, 1],
  [800, 3],
  [1280, 4],
])('%i pixels fit %i columns of cards', (width, columns) =>
  expect(columnsIn(width, 16)).toBe(columns),
);
