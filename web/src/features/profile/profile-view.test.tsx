import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/people/endpoints.ts';
import { me, someone, stage, resetStage } from '../../testing/stage.tsx';
import { EmbedProfilePage } from './embed-profile-page.tsx';
import { PersonPane } from './person-pane.tsx';
import { ProfilePage } from './profile-page.tsx';
import { ProfileView } from './profile-view.tsx';
import { readProfile } from './profile.data.ts';

afterEach(resetStage);

const people: Record<string, User> = { '7': someone, '1': me };
const answers = { user_profile: ({ uid = '1' }) => ({ data: people[uid] ?? [] }) };
const shows = (name: string) => screen.findByRole('article', { name });
const nothing = () => undefined;

describe('the person of a profile', () => {
  test('[CARD-01] the profile shows the person with the given uid', async () => {
    const { asked } = await stage(<ProfileView uid="7" as="card" onClose={nothing} />, { answers });
    expect(await shows('Ana Silva')).toBeTruthy();
    expect(asked[0]).toEqual({ path: 'user_profile', query: { uid: '7', view: 'full' } });
  });

  test('[CARD-01] the profile shows the signed-in user if there is no uid', async () => {
    const { asked } = await stage(<ProfileView uid={undefined} as="card" onClose={nothing} />, {
      answers,
    });
    expect(await shows('Mia Own')).toBeTruthy();
    expect(asked[0]?.query).toEqual({ view: 'full' });
  });

  test.each([
    ['/student_profile?uid=7', 'Ana Silva'],
    ['/student_profile', 'Mia Own'],
  ])('[CARD-01] [ROUTE-01] the page at %s shows %s', async (at, name) => {
    await stage(<ProfilePage />, { answers, at });
    expect(await shows(name)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
    expect(document.title).toContain(name);
  });

  test.each([
    ['/embed/profile/7', 'Ana Silva'],
    ['/embed/profile', 'Mia Own'],
  ])('[ROUTE-02] the embedded profile at %s shows %s', async (at, name) => {
    await stage(<EmbedProfilePage />, { answers, at });
    expect(await shows(name)).toBeTruthy();
  });
});

const faces = (length: number) =>
  Array.from({ length }, (_, index) => ({
    uid: `${100 + index}`,
    firstName: `Friend${index}`,
    lastName: '',
    photoUrl: null,
  }));

describe('the card and the page', () => {
  test.each(['card', 'page'] as const)(
    '[CARD-02] on a %s, the name links to the profile',
    async (as) => {
      await stage(<ProfileView uid="7" as={as} onClose={nothing} />, { answers });
      await shows('Ana Silva');
      expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe(
        '/student_profile?uid=7',
      );
    },
  );

  test('[CARD-02] the name is plain text if the user can’t visit the profile and connect is on', async () => {
    const closed = { user_profile: () => ({ data: { ...someone, visitableProfile: false } }) };
    await stage(<ProfileView uid="7" as="page" onClose={nothing} />, { answers: closed });
    await shows('Ana Silva');
    expect(screen.queryByRole('link', { name: 'Ana Silva' })).toBeNull();
  });

  test('[CONN-04] the user’s own card offers only View Profile, and their own page also offers Edit profile', async () => {
    const card = await stage(<ProfileView uid="1" as="card" onClose={nothing} />, { answers });
    await shows('Mia Own');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Mia Own',
      'View Profile',
    ]);
    card.unmount();
    await stage(<ProfileView uid="1" as="page" onClose={nothing} />, { answers });
    await shows('Mia Own');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Mia Own',
      'View Profile',
      'Edit profile',
    ]);
  });

  test('[CARD-07] the strip shows a count for more than 4 people and opens a list of up to 40 profile links', async () => {
    const popular = {
      user_profile: () => ({ data: { ...someone, mutuals: faces(40), mutualCount: 57 } }),
    };
    await stage(<ProfileView uid="7" as="page" onClose={nothing} />, { answers: popular });
    await shows('Ana Silva');
    const strip = screen.getByRole('button', { name: /57 mutual connections/ });
    expect(strip.querySelector('.tabular-nums')?.textContent).toBe('57');
    fireEvent.click(strip);
    const list = await screen.findByRole('dialog', { name: '57 mutual connections' });
    const links = within(list).getAllByRole('link');
    expect([links.length, links[39]?.getAttribute('href')]).toEqual([
      40,
      '/student_profile?uid=139',
    ]);
    expect(within(list).getByText('Showing the first 40.')).toBeTruthy();
  });

  test('[CARD-07] four mutual connections show no count', async () => {
    await stage(<ProfileView uid="7" as="page" onClose={nothing} />, {
      answers: {
        user_profile: () => ({ data: { ...someone, mutuals: faces(4), mutualCount: 4 } }),
      },
    });
    await shows('Ana Silva');
    expect(
      screen.getByRole('button', { name: /4 mutual/ }).querySelector('.tabular-nums'),
    ).toBeNull();
  });
});

describe('closing', () => {
  test.each(['card', 'page'] as const)('[CARD-01] a %s has a close button', async (as) => {
    const onClose = vi.fn<() => void>();
    await stage(<ProfileView uid="7" as={as} onClose={onClose} />, { answers });
    await shows('Ana Silva');
    fireEvent.click(screen.getByRole('button', { name: 'Close profile' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('[CARD-01] a modal profile is a dialog and closes with its button or Escape', async () => {
    const onClose = vi.fn<() => void>();
    await stage(<PersonPane uid="7" as="modal" onClose={onClose} />, { answers });
    const dialog = await screen.findByRole('dialog', { name: 'Profile' });
    fireEvent.click(await screen.findByRole('button', { name: 'Close profile' }));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('[CARD-01] a profile beside a list is a labeled landmark and closes with Escape', async () => {
    const onClose = vi.fn<() => void>();
    await stage(<PersonPane uid="7" as="side" onClose={onClose} />, { answers });
    await shows('Ana Silva');
    fireEvent.keyDown(screen.getByRole('complementary', { name: 'Profile' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['button', 'Close profile'],
    ['link', 'Back'],
  ])('[CARD-01] the %s “%s” of the page opens the directory', async (role, name) => {
    const { router } = await stage(<ProfilePage />, { answers, at: '/student_profile?uid=7' });
    await shows('Ana Silva');
    fireEvent.click(screen.getByRole(role, { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/directory'));
  });
});

describe('the name', () => {
  const cases = [
    [true, true, true],
    [false, true, false],
    [true, false, true],
    [false, false, true],
  ] as const;
  test.each(cases)(
    '[CARD-02] profile visitable: %s, connect on: %s, name is a link: %s',
    async (visitableProfile, isConnectOn, isLink) => {
      await stage(<ProfileView uid="7" as="card" onClose={nothing} />, {
        isConnectOn,
        answers: { user_profile: () => ({ data: { ...someone, visitableProfile } }) },
      });
      await shows('Ana Silva');
      const heading = screen.getByRole('heading', { name: 'Ana Silva' });
      expect([heading.textContent, heading.querySelector('a')?.getAttribute('href')]).toEqual([
        'Ana Silva',
        isLink ? '/student_profile?uid=7' : undefined,
      ]);
    },
  );

  test('[CARD-02] the card shows the cover, then the round picture, and neither if they fail to load', async () => {
    const person = { ...someone, photoUrl: '/files/round', largePhotoUrl: '/files/wide' };
    await stage(<ProfileView uid="7" as="card" onClose={nothing} />, {
      answers: { user_profile: () => ({ data: person }) },
    });
    const pictures = [...(await shows('Ana Silva')).querySelectorAll('img')];
    expect(pictures.map((one) => one.getAttribute('src'))).toEqual(['/files/wide', '/files/round']);
    expect(pictures[1]?.className).toContain('rounded-full');
    for (const one of pictures) fireEvent.error(one);
    expect((await shows('Ana Silva')).querySelector('img')).toBeNull();
  });

  test.each([
    [{ genderPronoun: 'she/her', yearOfGraduation: 2027 }, 'she/her • Student • 2027'],
    [{ yearOfGraduation: 2027 }, 'Student • 2027'],
    [{ genderPronoun: 'they/them' }, 'they/them • Student'],
    [{}, 'Student'],
  ])('[CARD-03] %j shows as %s', async (fields, line) => {
    await stage(<ProfileView uid="7" as="card" onClose={nothing} />, {
      answers: { user_profile: () => ({ data: { ...someone, ...fields } }) },
    });
    await shows('Ana Silva');
    expect(screen.getByText(line)).toBeTruthy();
  });
});

describe('missing people', () => {
  test.each([
    ['an empty list', { data: [] }],
    ['a logout flag', { data: { ...someone, logout: true } }],
    ['a logout flag in a list', { data: [{ logout: true }] }],
    ['nothing', { data: null }],
    ['no data', {}],
    ['text', { data: 'Ana' }],
    ['a person without uid', { data: { firstName: 'Ana' } }],
  ])('[CARD-09] %s means not found', async (_, answer) => {
    expect(readProfile(answer as { data: unknown })).toBeNull();
    const onClose = vi.fn<() => void>();
    await stage(<ProfileView uid="7" as="card" onClose={onClose} />, {
      answers: { user_profile: () => answer },
    });
    expect(await screen.findByText('Profile not found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('[CARD-09] the client reads no one from a missing response, and a person from an object or a list', () => {
    expect([readProfile(undefined), readProfile(null)]).toEqual([null, null]);
    expect([readProfile({ data: someone }), readProfile({ data: [someone] })]).toEqual([
      someone,
      someone,
    ]);
  });

  test('[CARD-09] a failed request shows an error, and a retry shows the person', async () => {
    const replies = [() => Response.json({}, { status: 503 })];
    await stage(<ProfileView uid="7" as="card" onClose={nothing} />, {
      answers: { user_profile: () => replies.shift()?.() ?? { data: someone } },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    expect(screen.queryByRole('article')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await shows('Ana Silva')).toBeTruthy();
  });
});
