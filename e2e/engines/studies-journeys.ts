import { callAs, expect, test } from './campus.ts';
import { button, cell, dialog, field, heading, link, list, radio, tab } from './place.ts';

test('books a meeting, and cancels it', async ({ enter }) => {
  const ana = await enter('ana');
  await ana.opens('/booking');
  await ana.settles();
  await ana.clicks(link(/^Available times/, { in: list('People who offer meetings') }));
  await ana.selects(field('About'), 'Study abroad');
  await ana.clicks(button('Book this time'));
  await ana.clicks(button(/^Book, /));
  await ana.sees(heading(/is booked$/));
  await ana.clicks(link('My meetings'));
  await ana.reads('Study abroad');
  await ana.clicks(button(/^Cancel meeting with/));
  const cancel = dialog('Cancel this meeting?');
  await ana.writes(field(/^Reason/, { in: cancel }), 'I figured it out myself.');
  await ana.clicks(button('Cancel meeting', { in: cancel }));
  await ana.reads('Meeting canceled');
  await ana.clicks(tab('Past and canceled'));
  await ana.reads('Reason: I figured it out myself.');
});

test('votes in an election by keyboard and gets a receipt', async ({ enter }) => {
  const title = `Library council ${Date.now()}`;
  const { id } = await callAs<{ id: string }>('admin', 'POST', '/elections', {
    clientId: crypto.randomUUID(),
    title,
    opensAt: new Date().toISOString(),
    closesAt: new Date(Date.now() + 3_600_000).toISOString(),
    timeZone: 'Asia/Tokyo',
    voters: { members: true },
    contests: [
      {
        title: 'President',
        kind: 'ranked',
        candidates: [{ name: 'Noor Haddad' }, { name: 'Theo Lindgren' }],
      },
      { title: 'Open the library on Sundays?', kind: 'yes_no' },
    ],
  });
  const ana = await enter('ana');
  await ana.opens(`/elections/${id}`);
  await ana.clicks(link('Vote'));
  await ana.focuses(button(/^Rank \d: Theo Lindgren/));
  await ana.presses('Enter');
  await ana.focuses(button(/^Rank \d: Noor Haddad/));
  await ana.presses('Enter');
  // Move the second choice up with the keyboard.
  await ana.presses('Space', 'ArrowUp', 'Space');
  await ana.focuses(button('Next: Open the library on Sundays?'));
  await ana.presses('Enter');
  await ana.clicks(radio('Yes'));
  // The tab keeps the ballot.
  await ana.reloads();
  await ana.settles();
  await ana.clicks(button('Check your ballot', { nth: -1 }));
  await ana.hasFocus(heading('Check your ballot'));
  await ana.sees(list('Ballot', { has: /Noor Haddad[^]*Theo Lindgren/ }));
  await ana.clicks(button('Cast my ballot'));
  await ana.hasFocus(heading('Your ballot is cast'));
  await ana.reads(/[0-9A-Z]{4}( [0-9A-Z]{4}){3}/);
  await ana.clicks(button('Go to the election'));
  await ana.reads('You voted');
});

test('creates, opens and deletes a calendar event by keyboard, and reads the timetable', async ({
  enter,
}) => {
  const ben = await enter('ben');
  await ben.opens('/calendar?view=week&date=2027-03-10');
  await ben.settles();
  await ben.focuses(cell('Mon, Mar 8, 9:00 AM'));
  await ben.presses('ArrowRight', 'ArrowDown', 'ArrowDown');
  await ben.hasFocus(cell('Tue, Mar 9, 10:00 AM'));
  await ben.presses('Enter');
  const event = dialog();
  await ben.hasFocus(field('Name', { in: event }));
  await ben.types('Viola lesson');
  await ben.presses('Enter');
  await ben.reads('Event added');
  await ben.clicks(button(/^Viola lesson, Tue, Mar 9, 10:00/));
  await ben.clicks(button('Delete', { in: event }));
  await ben.reads('Event deleted');
  // Keys change the view.
  await ben.clicks(heading('Calendar'));
  await ben.types('m');
  await ben.isAt(/view=month/);
  await ben.opens('/edu');
  await ben.settles();
});

test('switches the language to Arabic, right to left, and the pages follow the dark scheme', async ({
  enter,
}) => {
  const ana = await enter('ana', { dark: true });
  await ana.opens('/settings/language');
  await ana.settles();
  const look = () =>
    ana.tab.run(() => {
      const { dir, lang } = document.documentElement;
      return [lang, dir, getComputedStyle(document.documentElement).colorScheme];
    });
  expect(await look()).toEqual(['en', 'ltr', 'dark']);
  await ana.selects({ role: 'combobox' }, 'العربية');
  await expect.poll(look).toEqual(['ar', 'rtl', 'dark']);
  await ana.opens('/directory');
  await ana.settles();
  expect(await look()).toEqual(['ar', 'rtl', 'dark']);
  await ana.sees(heading('الدليل'));
  await ana.opens('/settings/language');
  await ana.settles();
  await ana.selects({ role: 'combobox' }, 'English');
  await expect.poll(look).toEqual(['en', 'ltr', 'dark']);
});
