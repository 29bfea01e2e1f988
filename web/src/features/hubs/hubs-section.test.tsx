import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
import { HubsSection } from './hubs-section.tsx';

afterEach(resetStage);
const science = {
  id: '1',
  name: 'Science',
  description: 'Labs',
  icon: null,
  isForEveryone: false,
  accountTypes: ['Student'],
  majors: [],
  added: 2,
  isArchived: false,
};

test('[HUB-01] hubs appear in order with their members and actions', async () => {
  const archived = { ...science, id: '2', name: 'Old hall', isForEveryone: true, isArchived: true };
  await stage(<HubsSection />, { answers: { hubs: () => ({ items: [science, archived] }) } });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Student and 2 people added manually'),
    expect.stringContaining('archived'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'More actions for Science' }));
  await screen.findByRole('menuitem', { name: 'Archive' });
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Move down' })).toBeTruthy();
});

test('[HUB-01] a hub needs a name, and a list without hubs shows an empty state', async () => {
  await stage(<HubsSection />, { answers: { hubs: () => ({ items: [] }) } });
  expect(await screen.findByRole('heading', { name: 'No hubs yet' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'New hub' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create hub' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});
