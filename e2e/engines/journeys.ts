import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { password } from '../campus.ts';
import { callAs, expect, test } from './campus.ts';
import {
  article,
  button,
  complementary,
  dialog,
  field,
  file,
  form,
  heading,
  image,
  link,
  menuItem,
  question,
  radio,
  region,
  search,
  text,
  textbox,
} from './place.ts';

/** Text that no earlier journey has written. */
const unique = () => `no. ${Date.now() % 10_000_000}`;

test('signs in with a wrong and then the right password, and reaches the requested page', async ({
  enter,
}) => {
  const ana = await enter();
  await ana.opens('/connections');
  await ana.isAt(/\/login\?redirect=/);
  await ana.writes(textbox('Email'), 'ana@demo.campus.example');
  await ana.writes(field('Password'), 'not-my-password');
  await ana.presses('Enter');
  await ana.reads(/Incorrect email or password/);
  await ana.writes(field('Password'), password);
  await ana.clicks(button('Sign in'));
  await ana.isAt(/\/connections$/);
  await ana.sees(heading('Connections'));
});

test('searches the directory, filters it, and opens a profile', async ({ enter }) => {
  const ben = await enter('ben');
  await ben.opens('/directory');
  await ben.settles();
  await ben.writes(search(), 'silva');
  await ben.isAt(/search_word=silva/);
  await ben.sees(link('Ana Silva'));
  await ben.clicks(button('Clear search'));
  await ben.clicks(button('Type'));
  await ben.clicks(radio(/^Faculty/));
  await ben.presses('Escape');
  await ben.isAt(/account_type=Faculty/);
  await ben.reads(/\d+ found/);
  await ben.clicks(link(undefined, { in: article(undefined, { nth: 2 }) }));
  await ben.isAt(/uid=\d+/);
  await ben.sees(complementary('Profile'));
});

test('sends a connection request and withdraws it', async ({ enter }) => {
  const ben = await enter('ben');
  await ben.opens('/directory?connection=none&account_type=Faculty');
  await ben.settles();
  const connect = button(/^Connect with /);
  await ben.clicks(connect);
  await ben.clicks(button(/^Pending/));
  await ben.clicks(button('Remove', { in: question('Remove Connection') }));
  await ben.missesOut(question());
  await ben.missesOut(button(/^Pending/));
  await ben.sees(connect);
});

test('writes a post, which someone else likes and comments on, and deletes it', async ({
  enter,
}) => {
  const question_ = `Which poster do you like, ${unique()}?`;
  const ana = await enter('ana');
  await ana.opens('/');
  await ana.settles();
  await ana.clicks(button(/^Write a post/));
  const draft = form('Write a post');
  await ana.writes(textbox('Write a post', { in: draft }), question_);
  await ana.clicks(button('Post', { in: draft }));
  const own = article(undefined, { has: question_ });
  await ana.sees(own);

  const ben = await enter('ben');
  await ben.opens('/');
  await ben.clicks(button(/^Like, 0/, { in: own }));
  await ben.sees(button('Like, 1 like', { in: own }));
  await ben.clicks(button('0 comments', { in: own }));
  await ben.writes(field('Write a comment', { in: own }), 'The red one.');
  await ben.clicks(button('Send', { in: own }));
  await ben.sees(text('The red one.', { in: own }));

  // Both appear without a reload.
  await ana.sees(button('Like, 1 like', { in: own }));
  await ana.sees(button('1 comment', { in: own }));
  await ana.clicks(button(/^More actions for the post/, { in: own }));
  await ana.clicks(menuItem('Delete'));
  await ana.clicks(button('Delete', { in: question() }));
  await ana.missesOut(own);
  await ben.missesOut(own);
});

test('chats with someone in another browser, and messages arrive live', async ({ enter }) => {
  const [admin, ben] = [await enter('admin'), await enter('ben')];
  const name = `Choir ${unique()}`;
  await ben.opens('/chat');
  await ben.settles();
  await admin.opens('/chat');
  await admin.clicks(button('New conversation'));
  const start = dialog('New conversation');
  for (const person of ['Ben Okafor', 'Olivia Park']) {
    await admin.writes(search(undefined, { in: start }), person);
    await admin.clicks(button(new RegExp(`^${person} `), { in: start }));
  }
  await admin.writes(textbox('Group name', { in: start }), name);
  await admin.clicks(button('Create group', { in: start }));
  await admin.isAt(/\/chat\/\d+$/);
  const message = textbox(/^Message /);
  await admin.writes(message, 'Who sings bass?');
  await admin.presses('Enter');
  await admin.sees(article(undefined, { has: 'Who sings bass?' }));

  await ben.clicks(link(new RegExp(name)));
  await ben.sees(article(undefined, { has: 'Who sings bass?' }));
  await ben.writes(message, 'I d');
  await admin.reads('Ben Okafor is typing…');
  await ben.types('o');
  await ben.presses('Enter');
  await admin.sees(article(undefined, { has: 'I do' }));
  await admin.reads('Read by 1 of 2');
});

test('joins a club, sees its composer, and leaves it', async ({ enter }) => {
  const ben = await enter('ben');
  await ben.opens('/_/_/clubs?search_word=telescopes');
  await ben.settles();
  await ben.clicks(link(/Astronomy Club/, { in: region('All clubs') }));
  await ben.clicks(button('Join Astronomy Club'));
  await ben.sees(button(/^Write a post/));
  await ben.clicks(button(/^Member of Astronomy Club/));
  await ben.clicks(menuItem('Leave club'));
  await ben.clicks(button('Leave club', { in: question() }));
  await ben.sees(button('Join Astronomy Club'));
});

test('registers for an event, opens the ticket, saves a calendar file, and cancels', async ({
  enter,
  engine,
}) => {
  const filters = encodeURIComponent(JSON.stringify({ Search: 'Kimchi workshop' }));
  const { items } = await callAs<{ items: { id: string }[] }>(
    'ben',
    'GET',
    `/events?filters=${filters}`,
  );
  const here = `/events/${items[0]?.id}`;
  const ben = await enter('ben');
  await ben.opens('/events');
  await ben.settles();
  await ben.writes(search('Search events'), 'kimchi');
  await ben.isAt(/search_word=kimchi/);
  await ben.clicks(link('Kimchi workshop'));
  await ben.sees(heading('Kimchi workshop'));
  await ben.clicks(button('Register'));
  await ben.reads('You have a spot');
  await ben.clicks(link('Ticket'));
  await ben.sees(image('QR code for this ticket'));
  await ben.opens(here);
  await ben.clicks(button('Add to calendar'));
  await ben.clicks(menuItem('Calendar file (.ics)'));
  const files = () => readdirSync(engine.downloads).filter((name) => name.endsWith('.ics'));
  await expect.poll(files).toHaveLength(1);
  const [name = ''] = files();
  await expect
    .poll(() => readFileSync(join(engine.downloads, name), 'utf8'))
    .toContain('SUMMARY:Kimchi workshop');
  await ben.clicks(button('I can’t come'));
  await ben.clicks(button('Cancel registration', { in: question() }));
  await ben.sees(button('Register'));
});

test('chooses a profile picture, crops it with the keyboard, and removes it', async ({ enter }) => {
  const ana = await enter('ana');
  await ana.opens('/settings/profile');
  await ana.settles();
  const picture = region('Picture');
  await ana.chooses(
    file(undefined, { in: picture }),
    join(import.meta.dirname, '../../server/demo/pictures/covers/cover-03.webp'),
  );
  const crop = dialog('Your picture');
  await ana.focuses({ role: 'application', in: crop });
  await ana.presses('ArrowRight');
  await ana.reads(/Center \d+% across, 50% down/);
  await ana.clicks(button('Save', { in: crop }));
  await ana.reads('Picture saved');
  await ana.missesOut(crop);
  await ana.clicks(button('Remove picture', { in: picture }));
  await ana.sees(button('Choose picture', { in: picture }));
  await ana.clicks(text('Undo'));
  await ana.sees(button('Remove picture', { in: picture }));
});
