import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { admin, failure, stage, resetStage } from '../../testing/stage.tsx';
import { RoomsSection } from './rooms-section.tsx';

afterEach(resetStage);

const room = (id: string, more: object = {}) => ({
  id,
  name: `Hall ${id}`,
  building: 'Linden',
  capacity: 40,
  note: '',
  isActive: true,
  version: 2,
  can: { update: true },
  ...more,
});
const choose = async (item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Hall 1' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

test('a name that the building already has shows an error at its field and stays there', async () => {
  const { asked } = await stage(<RoomsSection />, {
    user: admin,
    answers: {
      rooms: () => ({ items: [room('1'), room('2', { isActive: false })], total: 2 }),
      '1': () => failure(409, 'room_exists'),
    },
  });
  const list = await screen.findByRole('list', { name: 'Rooms' });
  expect(within(list).getAllByText('Not available')).toHaveLength(1);
  await choose('Edit room');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: 'Hall 2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const error = await screen.findByText(/^There’s already a room with this name/);
  expect(name.getAttribute('aria-describedby')).toContain(error.closest('[id]')?.id);
  expect(name.value).toBe('Hall 2');
  expect(asked.findLast(({ path }) => path === '1')?.body).toMatchObject({
    version: 2,
    capacity: 40,
  });
});

test('the calendar moves from one period to the next and shows an event only if the viewer can see it', async () => {
  const at = (days: number, hour: number) => {
    const time = new Date();
    time.setDate(time.getDate() + days);
    time.setHours(hour, 0, 0, 0);
    return time.toISOString();
  };
  const items = [
    { from: at(1, 9), to: at(1, 10), event: { id: '7', title: 'Assembly' } },
    { from: at(1, 12), to: at(1, 13), event: null },
  ];
  const { asked } = await stage(<RoomsSection />, {
    user: admin,
    answers: {
      rooms: () => ({ items: [room('1')], total: 1 }),
      calendar: ({ from }) => ({ items: (from ?? '') < at(7, 0) ? items : [] }),
    },
  });
  await choose('Calendar');
  const dialog = await screen.findByRole('dialog', { name: 'Linden, Hall 1' });
  const link = await within(dialog).findByRole('link', { name: 'Assembly' });
  expect(link.getAttribute('href')).toBe('/events/7');
  expect(within(dialog).getAllByText('Reserved')).toHaveLength(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Later' }));
  expect(await within(dialog).findByText('Free')).toBeTruthy();
  const [first, second] = asked.filter(({ path }) => path === 'calendar').map(({ query }) => query);
  expect(second?.['from']).toBe(first?.['to']);
});

test('deleting a room asks for confirmation', async () => {
  let items = [room('1')];
  const { asked } = await stage(<RoomsSection />, {
    user: admin,
    answers: {
      rooms: () => ({ items, total: items.length }),
      '1': () => {
        items = [];
        return { ok: true };
      },
    },
  });
  await choose('Delete');
  const question = await screen.findByRole('alertdialog', { name: 'Delete Hall 1?' });
  expect(asked.some(({ path }) => path === '1')).toBe(false);
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No rooms yet')).toBeTruthy();
});
