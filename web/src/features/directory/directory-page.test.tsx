import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { debounceMs } from '#contract/layout.ts';
import { someone, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { DirectoryPage } from './directory-page.tsx';

afterEach(resetStage);

const filter = {
  name: 'major',
  label: 'Major',
  kind: 'menu-list',
  options: [{ value: 'Physics', label: 'Physics', count: 2 }],
};
const answers: Answers = {
  mobile_people: () => [
    { people: [someone, { ...someone, uid: '8', firstName: 'Ben' }], total: 2 },
  ],
  listing_filters: () => [filter],
  listing_config: () => ({
    filters: ['major'],
    layout: 'grid',
    ordering: {
      options: [
        { value: 'NameAsc', label: 'Name' },
        { value: 'NameDesc', label: 'Name, Z to A' },
      ],
      defaultOrder: 'NameAsc',
    },
  }),
  user_profile: () => ({ data: someone }),
};
const asking = (asked: readonly { path: string; query: Record<string, string> }[]) =>
  asked.filter(({ path }) => path === 'mobile_people').map(({ query }) => query);

describe('directory', () => {
  test('[DIR-01] [DIR-03] the URL holds the search, and calls provide the filters, orders and layout', async () => {
    const { asked } = await stage(<DirectoryPage />, {
      answers,
      at: '/directory?search_word=an&major=Physics&order=NameDesc&layout=list',
    });
    expect(await screen.findByText('2 found')).toBeTruthy();
    expect(asking(asked)[0]).toEqual({
      search_word: 'an',
      major: 'Physics',
      order1: 'NameDesc',
      range: '0',
      limit: '20',
    });
    expect(new Set(asked.map(({ path }) => path))).toEqual(
      new Set(['mobile_people', 'listing_filters', 'listing_config', 'unread-count']),
    );
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Sort/ }).textContent).toBe('Name (Z–A)'),
    );
    // With another filter, counts of everyone with this choice wouldn't match the list.
    expect(screen.getByRole('button', { name: 'Physics' })).toBeTruthy();
  });

  test('if the URL has an order that the school doesn’t offer, the page uses the default', async () => {
    await stage(<DirectoryPage />, { answers, at: '/directory?order=YearOfGraduationAsc' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Sort/ }).textContent).toBe('Name (A–Z)'),
    );
  });

  test('[DIR-05] typing sends one call after the last letter', async () => {
    const { asked, router } = await stage(<DirectoryPage />, { answers, at: '/directory' });
    const box = await screen.findByRole('searchbox', { name: 'Search people' });
    for (const value of ['a', 'an', 'ana']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ search_word: 'ana' }));
    await screen.findByText('2 found');
    expect(asking(asked).map((query) => query['search_word'])).toEqual([undefined, 'ana']);
  });

  test('[DIR-05] calls are 200 ms apart, and the page ignores the response to an older text', async () => {
    const askedAt: number[] = [];
    const held: (() => void)[] = [];
    const mobile_people = async ({ search_word: word = '' }: Record<string, string>) => {
      askedAt.push(performance.now());
      if (word === 'an') await new Promise<void>((resolve) => held.push(resolve));
      return [{ people: [{ ...someone, uid: word, lastName: `Found${word}` }], total: 1 }];
    };
    const { asked } = await stage(<DirectoryPage />, {
      answers: { ...answers, mobile_people },
      at: '/directory',
    });
    const box = await screen.findByRole('searchbox', { name: 'Search people' });
    await screen.findByText('Ana Found');
    const wordsAsked = () => asking(asked).flatMap((query) => query['search_word'] ?? []);
    fireEvent.change(box, { target: { value: 'an' } });
    await waitFor(() => expect(wordsAsked()).toEqual(['an']));
    fireEvent.change(box, { target: { value: 'ann' } });
    expect(await screen.findByText('Ana Foundann')).toBeTruthy();
    expect(wordsAsked()).toEqual(['an', 'ann']);
    for (const answer of held) answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByText('Ana Foundan')).toBeNull();
    expect(screen.getByText('Ana Foundann')).toBeTruthy();
    // Timers can fire a millisecond early.
    expect((askedAt[2] ?? 0) - (askedAt[1] ?? 0)).toBeGreaterThanOrEqual(debounceMs - 2);
  });

  test('[DIR-01] a search without matches shows “No results”, and Clear all shows everyone again', async () => {
    await stage(<DirectoryPage />, {
      answers: {
        ...answers,
        mobile_people: ({ major }) => [{ people: major ? [] : [someone], total: major ? 0 : 1 }],
      },
      at: '/directory?major=Physics',
    });
    expect(await screen.findByText('No results')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear all' }).at(-1) as HTMLElement);
    expect(await screen.findByText('1 person')).toBeTruthy();
  });

  test('[DIR-01] a search for a common word shows the best matches and a note that there are more', async () => {
    const mobile_people = () => [{ people: [someone], total: 1_000, totalIsMinimum: true }];
    await stage(<DirectoryPage />, {
      answers: { ...answers, mobile_people },
      at: '/directory?search_word=an',
    });
    expect(await screen.findByText('More than 1,000 found')).toBeTruthy();
    expect(
      screen.getByText('Showing the best 1,000 matches. Refine your search to see others.'),
    ).toBeTruthy();
  });

  test('[CARD-01] the page opens the person in the URL, and closing the profile keeps the filters', async () => {
    const { router } = await stage(<DirectoryPage />, {
      answers,
      at: '/directory?major=Physics&uid=7',
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Close profile' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ major: 'Physics' }));
  });

  test('a failed list shows an error, and a retry shows the list', async () => {
    const replies = [() => Response.json({}, { status: 503 })];
    await stage(<DirectoryPage />, {
      answers: {
        ...answers,
        mobile_people: () => replies.shift()?.() ?? [{ people: [someone], total: 1 }],
      },
      at: '/directory',
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 person')).toBeTruthy();
  });
});
