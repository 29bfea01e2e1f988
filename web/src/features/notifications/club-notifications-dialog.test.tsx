import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, resetStage, stage } from '../../testing/stage.tsx';
import { ClubNotificationsDialog } from './club-notifications-dialog.tsx';

afterEach(resetStage);

const cell = (value: 'yes' | 'no') => ({ value, rule: 'own', byDefault: 'yes', isEffective: true });
const row = (value: 'yes' | 'no') => ({
  in_app: cell(value),
  mobile: cell(value),
  email: cell(value),
});

test('a level that fails halfway shows the settings as they are', async () => {
  let posts: 'yes' | 'no' = 'yes';
  const settings = () => ({
    global: { groups: { in_app: 'enabled' } },
    groups: [
      {
        groupId: '4',
        role: 'member',
        keys: { postsOnGroupFeed: row(posts), postsOnNews: row('yes') },
      },
    ],
  });
  const save = () => {
    if (posts === 'no') return failure(500, 'internal');
    posts = 'no';
    return settings();
  };
  await stage(
    <ClubNotificationsDialog club={{ id: '4', name: 'Chess' }} onClose={() => undefined} />,
    {
      answers: {
        preferences: settings,
        postsOnGroupFeed: save,
        postsOnNews: save,
      },
    },
  );
  fireEvent.click(await screen.findByRole('radio', { name: /^None/ }));
  await waitFor(() =>
    expect((screen.getByRole('radio', { name: /^News/ }) as HTMLInputElement).checked).toBe(true),
  );
});
