import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { admin, failure, stage, resetStage } from '../../testing/stage.tsx';
import { MenuSection } from './menu-section.tsx';
import { PartDialog } from './part-dialog.tsx';

afterEach(resetStage);

const stored = {
  version: 3,
  isOwn: true,
  document: { bar: [{ id: 'home', type: 'home' }], sections: [] },
};

test('a link needs a valid address, and keeps its name and address', async () => {
  const done: unknown[] = [];
  await stage(
    <PartDialog
      part={{ id: 'a', type: 'web' }}
      isNew
      onDone={(part) => done.push(part)}
      onClose={() => undefined}
    />,
  );
  const url = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  const finish = () => fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' News ' } });
  fireEvent.change(url, { target: { value: 'http://example.edu' } });
  finish();
  await waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'));
  expect(done).toEqual([]);
  fireEvent.change(url, { target: { value: 'example.edu/news' } });
  finish();
  await waitFor(() =>
    expect(done).toEqual([{ id: 'a', type: 'web', name: 'News', url: 'https://example.edu/news' }]),
  );
});

test('if someone else saved the menu first, an error appears and the user’s version stays', async () => {
  const replies: unknown[] = [stored, failure(409, 'menu_changed')];
  await stage(<MenuSection />, {
    user: admin,
    answers: { _: () => replies.shift(), hubs: () => ({ items: [] }) },
  });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Add link' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'News' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your version is still here');
});
