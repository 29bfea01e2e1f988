import { chromium, type Page } from '@playwright/test';
import { ticketSigner } from '#server/features/events/keys/event-keys.ts';
import { browserFlags, findBrowser } from '../../tools/browser.ts';
import { signIn } from '../people/school.ts';
import type { Server } from '../people/servers.ts';
import { send } from '../people/writes.ts';
import { makeEvent, mark, middle, registerAll, type Setup } from './setup.ts';

/** Attendees on the scanner's list, scanned codes, and the CPU slowdown of the browser. */
const [attendees, scans, slowdown] = [5_000, 40, 4];

/** Returns the milliseconds from entering a code until the page shows the result. */
const verdictOf = (page: Page, code: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve, reject) => {
        const card = document.querySelector('[role="status"][aria-live="assertive"]');
        const field = document.querySelector<HTMLInputElement>('form input');
        if (card === null || field?.form == null) return reject(new Error('no scanner'));
        const { form } = field;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          field,
          text,
        );
        field.dispatchEvent(new Event('input', { bubbles: true }));
        // The page has finished its reaction to typing.
        setTimeout(() => {
          const former = card.textContent;
          const watch = new MutationObserver(() => {
            if (card.textContent === former) return;
            watch.disconnect();
            resolve(performance.now() - begun);
          });
          watch.observe(card, { childList: true, subtree: true, characterData: true });
          const begun = performance.now();
          form.requestSubmit();
        }, 100);
      }),
    code,
  );

/** Measures the offline scanner of a large event. Returns lines for the figures. `server` provides the web app. */
export const scanOffline = async (
  setup: Setup,
  server: Server,
  admin: { id: number; jwt: string },
): Promise<string[]> => {
  const { pool, tokens, school } = setup;
  const { id, encryptedKey } = await makeEvent(setup, { title: 'Large event', capacity: null });
  const people = school.people.slice(0, attendees);
  const held = await registerAll(setup, id, people);
  await setup.client.query('analyze event_registrations, event_starts, events');
  const sign = ticketSigner(tokens, school.school, id, encryptedKey);
  const kit = await send(server.port, {
    method: 'GET',
    path: `/api/v1/events/${id}/check-in-kit`,
    jwt: admin.jwt,
  });
  const [headers = ''] = await signIn(pool, school.school, tokens, [admin.id]);
  const address = `http://localhost:${server.port}`;
  const cookies = (/cookie: (.*)\r\n/.exec(headers)?.[1] ?? '').split('; ').map((one) => {
    const at = one.indexOf('=');
    return { name: one.slice(0, at), value: one.slice(at + 1), url: address };
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
  });
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${address}/check-in/${id}`);
    await page.getByRole('textbox', { name: 'Ticket code' }).waitFor();
    const cdp = await context.newCDPSession(page);
    // By then, the page has stored the list.
    await page.waitForTimeout(3_000);
    const { usageBreakdown } = await cdp.send('Storage.getUsageAndQuota', { origin: address });
    const stored = usageBreakdown.find(({ storageType }) => storageType === 'indexeddb')?.usage;
    await context.setOffline(true);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const times: number[] = [];
    for (const one of held.slice(0, scans)) {
      times.push(await verdictOf(page, sign({ ticket: String(one.id), seat: 0 })));
      await page.waitForTimeout(200);
    }
    const shown = await page
      .getByText(/of .* checked in/)
      .first()
      .textContent();
    if (!shown?.startsWith(`${scans} `)) throw new Error(`the scanner shows ${shown}`);
    const ms = middle(times);
    const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(2);
    const bytes = stored ?? 0;
    return [
      `The scanner with ${people.length.toLocaleString('en')} attendees, offline, in Chromium slowed down ${slowdown} times: ${ms.toFixed(0)} ms${mark(ms < 50)} from a code to the result on the page, with the scan on the disk (aim: under 50), slowest of ${scans} ${Math.max(...times).toFixed(0)} ms.`,
      '',
      `The list takes ${mib(bytes)} MiB of IndexedDB${mark(bytes <= 2 * 1024 * 1024)} (aim: at most 2) and ${mib(kit.text.length)} MiB as JSON, which the server returned in ${kit.ms.toFixed(0)} ms.`,
    ];
  } finally {
    await browser.close();
  }
};
