import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { listClubs } from '#contract/clubs/calls.ts';
import { callQuery, queryClient } from '../lib/call.ts';
import { stage, resetStage } from '../testing/stage.tsx';
import { SwitchHub } from './switch-hub.tsx';

afterEach(() => {
  resetStage();
  queryClient.clear();
});

const life = { id: '4', name: 'Student life', description: '', icon: 'leaf', pictureUrl: null };

function Page() {
  useQuery(callQuery(listClubs, {}));
  return <SwitchHub />;
}

test('[HUB-01] switching hubs opens the new hub’s clubs page and reloads its list', async () => {
  let chosen: string | null = '4';
  const { asked, router } = await stage(<Page />, {
    at: '/4/_/clubs',
    answers: {
      hubs: () => ({ items: [life], chosen }),
      chosen: () => {
        chosen = null;
        return { chosen };
      },
      menu: () => ({ hub: null, bar: [], sections: [] }),
      clubs: () => ({ items: [], total: 0, perPage: 30, currentPage: 1, messages: [] }),
    },
  });
  const clubsAsked = () => asked.filter(({ path }) => path === 'clubs').length;
  const before = clubsAsked();
  fireEvent.click(await screen.findByRole('button', { name: /Whole school/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/_/_/clubs'));
  await waitFor(() => expect(clubsAsked()).toBeGreaterThan(before));
});
