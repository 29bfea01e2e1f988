import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Club, ClubCan } from '#contract/clubs/endpoints.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { readClubPosting } from '#contract/posts/calls.ts';
import { callQuery } from '../../../lib/call.ts';
import { toasts } from '../../../ui/toasts.ts';
import { stage, resetStage } from '../../../testing/stage.tsx';
import { joinable } from './membership.data.ts';
import { JoinButton } from './join-button.tsx';
import { joinStateOf } from './join-rules.ts';

afterEach(resetStage);

const nothing: ClubCan = {
  join: false,
  request: false,
  withdraw: false,
  leave: false,
  seeMembers: true,
  manage: false,
  edit: false,
  manageMembers: false,
  sendEmails: false,
  manageOfficers: false,
  delete: false,
  restore: false,
};
type Mine = 'member' | 'requested' | 'invited' | null;
const since = '2026-01-01T00:00:00.000Z';
const clubOf = (mode: Club['Membership'], mine: Mine): Club => ({
  id: '5',
  name: 'Chess',
  acronym: '',
  description: '',
  url: null,
  Membership: mode,
  Memberships: mine === null ? [] : [{ status: mine, role: 'member', since }],
  can: {
    ...nothing,
    join: mine === 'invited' || (mine === null && mode === 'open'),
    request: mine === null && mode === 'request',
    withdraw: mine === 'requested',
    leave: mine === 'member' || mine === 'invited',
  },
});

describe('[CLUB-03] the state of the join button', () => {
  test.each([
    ['open', null, 'join'],
    ['request', null, 'request'],
    ['invitation', null, 'invitation'],
    ['closed', null, 'closed'],
    ['request', 'requested', 'requested'],
    ['closed', 'member', 'member'],
    ['invitation', 'invited', 'accept'],
  ] as const)('%s club, %s: %s', (mode, mine, state) => {
    expect(joinStateOf(joinable(clubOf(mode, mine)))).toBe(state);
  });

  test('a read-only club has no button', () => {
    expect(joinStateOf(joinable({ ...clubOf('open', null), can: nothing }))).toBeNull();
  });
});

/** As on the page: the club comes from the list, which reloads. */
function Shown() {
  const { data } = useQuery(callQuery(listClubs, {}));
  const [club] = data?.items ?? [];
  return club ? <JoinButton club={joinable(club)} placement="page" /> : null;
}

async function show(mode: Club['Membership'], mine: Mine, fails = false) {
  let now = mine;
  const view = await stage(<Shown />, {
    answers: {
      questions: () => ({
        version: 0,
        revision: 0,
        definition: { questions: [] },
        isAnswered: false,
      }),
      clubs: () => ({
        total: 1,
        items: [clubOf(mode, now)],
        perPage: 20,
        currentPage: 1,
        messages: [],
      }),
      membership: () => {
        if (fails) return Response.json({ code: 'club_closed' }, { status: 409 });
        now =
          now === null || now === 'invited' ? (mode === 'request' ? 'requested' : 'member') : null;
        return { status: now ?? 'none' };
      },
    },
  });
  return view;
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('[CLUB-03] joining and leaving', () => {
  test('one click joins, and focus stays on the button', async () => {
    await show('open', null);
    await press('Join Chess');
    await waitFor(() => expect(focused()).toBe('Member of Chess: more actions'));
    expect(toasts.shown.get().at(-1)?.message).toBe('You’re a member of Chess');
  });

  test('joining a club reloads the user’s posting permissions', async () => {
    let isMember = false;
    function Posting() {
      const { data } = useQuery(callQuery(readClubPosting, { id: '5' }));
      return (
        <>
          <Shown />
          {data?.can.post === true && <p>Write a post</p>}
        </>
      );
    }
    await stage(<Posting />, {
      answers: {
        clubs: () => ({
          total: 1,
          items: [clubOf('open', isMember ? 'member' : null)],
          perPage: 20,
          currentPage: 1,
          messages: [],
        }),
        posting: () => ({
          can: { read: true, post: isMember, startTopic: isMember, publish: false },
          tags: [],
          unread: { feed: 0, forum: 0, news: 0 },
        }),
        membership: () => {
          isMember = true;
          return { status: 'member' };
        },
      },
    });
    await press('Join Chess');
    expect(await screen.findByText('Write a post')).toBeTruthy();
  });

  test('withdrawing a request asks for confirmation', async () => {
    await show('request', null);
    await press('Request to join Chess');
    await waitFor(() => expect(focused()).toBe('Requested. Withdraw request to join Chess'));
    await press(/^Requested/);
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw your request?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(focused()).toBe('Request to join Chess'));
  });

  test('a rejected join shows the reason and keeps the button', async () => {
    await show('open', null, true);
    await press('Join Chess');
    expect(await screen.findByText('This club isn’t accepting new members.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join Chess' })).toBeTruthy();
  });
});
