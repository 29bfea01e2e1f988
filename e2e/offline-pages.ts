import { expect, type Page } from '@playwright/test';

/** What a device has stored for a site (decision 077). */
export interface Stored {
  /** Uids of the people whose data is stored. */
  owners: string[];
  pages: string[];
  calls: string[];
  hasStart: boolean;
  caches: string[];
}

export const storedOn = (page: Page): Promise<Stored> =>
  page.evaluate(
    () =>
      new Promise<Stored>((resolve, reject) => {
        const opening = indexedDB.open('campus-offline', 1);
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore('replies', { keyPath: ['owner', 'hash'] });
          opening.result.createObjectStore('pages', { keyPath: ['owner', 'href'] });
        });
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(['replies', 'pages']);
          const replies = reading.objectStore('replies').getAll();
          const pages = reading.objectStore('pages').getAll();
          reading.addEventListener('complete', () => {
            opening.result.close();
            const rows = replies.result as { owner: string; key: string[] }[];
            const visits = pages.result as { owner: string; href: string }[];
            void caches.keys().then((names) =>
              resolve({
                owners: [...new Set([...rows, ...visits].map(({ owner }) => owner))],
                pages: visits.map(({ href }) => href),
                calls: rows.map(({ key }) => key[0] ?? ''),
                hasStart: localStorage.getItem('offline-start') !== null,
                caches: names,
              }),
            );
          });
        });
      }),
  );

/** Waits until the worker controls the page, and the page's data is on the device. */
export const untilStored = async (page: Page): Promise<void> => {
  const { pathname } = new URL(page.url());
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), {
      timeout: 90_000,
    })
    .toBe(true);
  await expect
    .poll(async () => (await storedOn(page)).pages, { timeout: 30_000 })
    .toContain(pathname);
};
