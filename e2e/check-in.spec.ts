import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { generate } from 'lean-qr';
import { browserFlags } from '../tools/browser.ts';
import { axeFinds } from './axe.ts';
import { expect, password, signIn, test } from './campus.ts';
import { ownServer } from './own-server.ts';

/*
 * Check-in at an event with a real camera picture of a real ticket, and with a server that is killed meanwhile. The browser
 * keeps its profile, so it can close and reopen, like a phone whose battery died.
 */

/** A video of a QR code in the format that Chromium's fake camera plays (YUV4MPEG2, gray). */
function writeVideo(path: string, text: string): void {
  const [width, height] = [640, 480];
  const code = generate(text);
  const quiet = 4;
  const cell = Math.floor(height / (code.size + 2 * quiet));
  const [left, top] = [width, height].map((side) => Math.floor((side - code.size * cell) / 2));
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 0; y < code.size * cell; y += 1)
    for (let x = 0; x < code.size * cell; x += 1)
      if (code.get(Math.floor(x / cell), Math.floor(y / cell)))
        luma[((top ?? 0) + y) * width + (left ?? 0) + x] = 16;
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    luma,
    Buffer.alloc((width * height) / 2, 128),
  ]);
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`),
      ...Array.from({ length: 10 }, () => frame),
    ]),
  );
}

/** Makes calls with one person's token. */
async function caller(address: string, email: string) {
  const login = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { jwt } = (await login.json()) as { jwt: string };
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
}
type Caller = Awaited<ReturnType<typeof caller>>;

const makeEvent = (admin: Caller, title: string) =>
  admin<{ id: string }>('POST', '/events', {
    clientId: crypto.randomUUID(),
    title,
    dateStart: new Date(Date.now() + 1_800_000).toISOString(),
    dateEnd: new Date(Date.now() + 5_400_000).toISOString(),
    timeZone: 'UTC',
    capacity: 20,
    guestsMax: 2,
  });

const ticketOf = async (person: Caller, id: string, guests = 0): Promise<string[]> => {
  await person('PUT', `/events/${id}/registration`, { guests });
  const { tickets } = await person<{ tickets: { code: string }[] }>(
    'GET',
    `/events/${id}/registration`,
  );
  return tickets.map(({ code }) => code);
};

/** Waits until the device has the page and its files. */
const untilKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async (path) =>
            navigator.serviceWorker.controller !== null &&
            // Each page has its own file, which the worker stores after the page has loaded.
            (await caches.match(
              performance
                .getEntriesByType('resource')
                .map(({ name }) => name)
                .find((name) => name.includes(path)) ?? '',
            )) !== undefined,
          new URL(page.url()).pathname.startsWith('/tickets/') ? 'ticket-page-' : 'scanner-page-',
        ),
      { timeout: 60_000 },
    )
    .toBe(true);

const scan = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Ticket code' }).fill(code);
  await page.keyboard.press('Enter');
};

test('[EVENT-01] a phone checks people in while the server is down, the tab is closed and the phone is off, and loses no scan @soak', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-door-'));
  const server = await ownServer();
  await server.start();
  const { address } = server;
  const [admin, ana, ben] = await Promise.all(
    ['admin', 'ana', 'ben'].map((name) => caller(address, `${name}@demo.campus.example`)),
  );
  if (!admin || !ana || !ben) throw new Error('nobody signed in');
  const { id } = await makeEvent(admin, 'Door rehearsal');
  const { id: other } = await makeEvent(admin, 'Another evening');
  const [anas = ''] = await ticketOf(ana, id);
  const [bens = '', guests = ''] = await ticketOf(ben, id, 1);
  const [elsewhere = ''] = await ticketOf(ben, other);

  const video = join(folder, 'ticket.y4m');
  writeVideo(video, anas);
  const launch = () =>
    chromium.launchPersistentContext(join(folder, 'profile'), {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        ...browserFlags,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
      locale: 'en-US',
      viewport: { width: 390, height: 844 },
      permissions: ['camera'],
    });
  let context = await launch();
  try {
    await signIn(context, 'admin@demo.campus.example', address);
    let page = await context.newPage();
    // The server gets the first scan before it stops, so that the count of scans saved on the device starts at zero.
    const received = page.waitForResponse((answer) => answer.url().endsWith('/check-ins'));
    await page.goto(`${address}/check-in/${id}`);
    // The camera shows Ana's ticket from the first picture on.
    const card = page.getByRole('status').filter({ hasText: 'Ana Silva' });
    await expect(card).toContainText('Checked in');
    await expect(page.getByText('1 of 3 checked in')).toBeVisible();
    expect(await axeFinds(page)).toEqual([]);
    await untilKept(page);
    await (await received).finished();

    await server.kill();
    await scan(page, bens);
    await expect(page.getByRole('status').filter({ hasText: 'Ben Okafor' })).toContainText(
      'Checked in',
    );
    await expect(page.getByText('You’re offline. 1 scan is saved on this device.')).toBeVisible();
    await expect(page.getByText('2 of 3 checked in')).toBeVisible();

    // After the tab closes, the page opens from the device.
    await page.close();
    page = await context.newPage();
    await page.goto(`${address}/check-in/${id}`);
    await expect(page.getByText('2 of 3 checked in')).toBeVisible();
    // The camera sees Ana's ticket again. That is another scan, and the page says when she was checked in.
    await expect(page.getByRole('status').filter({ hasText: 'Ana Silva' })).toContainText(
      /Checked in at/,
    );
    await expect(page.getByText('You’re offline. 2 scans are saved on this device.')).toBeVisible();
    await scan(page, elsewhere);
    await expect(page.getByText('Ticket for another event').first()).toBeVisible();
    // One letter of the signature is wrong.
    await scan(page, `${guests.slice(0, 60)}${guests[60] === 'A' ? 'B' : 'A'}${guests.slice(61)}`);
    await expect(page.getByText('Not a valid ticket').first()).toBeVisible();

    // The phone is turned off and on again.
    await context.close();
    context = await launch();
    page = await context.newPage();
    await page.goto(`${address}/check-in/${id}`);
    await page.getByRole('button', { name: 'Find by name' }).click();
    const found = page.getByRole('dialog', { name: 'Find by name' });
    await found.getByRole('searchbox').fill('ben ok');
    await found.getByRole('button', { name: 'Check in Guest 1 of Ben Okafor' }).click();
    await expect(found.getByText('Checked in')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 of 3 checked in')).toBeVisible();

    await server.start();
    await expect(page.getByText(/You’re offline/)).toHaveCount(0);
    await expect
      .poll(async () => {
        const kit = await admin<{ attendees: { entries: unknown[] }[] }>(
          'GET',
          `/events/${id}/check-in-kit`,
        );
        return kit.attendees.map(({ entries }) => entries.length).toSorted();
      })
      .toEqual([1, 2]);

    // Undoing the check-in frees the spot.
    await page.getByRole('button', { name: 'Undo check-in of Ben Okafor', exact: true }).click();
    await expect(page.getByText('2 of 3 checked in')).toBeVisible();

    // After canceling, the ticket no longer works.
    await ben('DELETE', `/events/${other}/registration`);
    await page.goto(`${address}/check-in/${other}`);
    await scan(page, elsewhere);
    await expect(page.getByText('The registration was canceled.', { exact: false })).toBeVisible();
  } finally {
    await context.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[EVENT-01] a ticket opens on an offline phone @soak', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-ticket-'));
  const server = await ownServer();
  await server.start();
  const { address } = server;
  const admin = await caller(address, 'admin@demo.campus.example');
  const ana = await caller(address, 'ana@demo.campus.example');
  const { id } = await makeEvent(admin, 'Ticket rehearsal');
  await ticketOf(ana, id, 1);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: browserFlags,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
  });
  try {
    await signIn(context, 'ana@demo.campus.example', address);
    let page = await context.newPage();
    await page.goto(`${address}/tickets/${id}`);
    await expect(page.getByRole('heading', { name: 'Ticket rehearsal' })).toBeVisible();
    expect(await axeFinds(page)).toEqual([]);
    await untilKept(page);
    await server.kill();
    await page.close();
    page = await context.newPage();
    await page.goto(`${address}/tickets/${id}`);
    await expect(page.getByRole('heading', { name: 'Ticket rehearsal' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code for this ticket' })).toBeVisible();
    await page.getByRole('button', { name: 'Next ticket' }).click();
    await expect(page.getByText('Guest 1')).toBeVisible();
  } finally {
    await context.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
