import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import {
  definePageFunctions,
  describePlace,
  sentName,
  sentPlace,
  type FinderWindow,
  type Name,
  type Place,
} from './place.ts';
import { watchErrors, type Key, type Tab, type WatchedWindow } from './tab.ts';

const finder = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);
const patienceMs = 30_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Returns whether a script failed because the page was loading another document. */
const isBetweenPages = (error: unknown) =>
  /context|frame|realm|navigat|stale|actor|no such|detached|intercepted/i.test(String(error));

/** A person at a browser. Steps wait until they can be done, and fail after half a minute. */
export class Person {
  readonly tab: Tab;
  readonly address: string;
  readonly #errors = new Set<string>();

  constructor(tab: Tab, address: string) {
    this.tab = tab;
    this.address = address;
  }

  /** Repeats a check until it returns anything other than null or false. */
  async #until<T>(what: string, check: () => Promise<T | null | false>): Promise<T> {
    const end = Date.now() + patienceMs;
    let last: unknown;
    for (;;) {
      try {
        await this.#prepare();
        const result = await check();
        if (result !== null && result !== false) return result;
      } catch (error) {
        if (!isBetweenPages(error)) throw error;
        last = error;
      }
      if (Date.now() > end) {
        const { url, shown } = await this.tab.run(() => ({
          url: location.href,
          shown: document.body.innerText.slice(0, 1_500),
        }));
        throw new Error(
          `${what}: not within ${patienceMs / 1_000} s at ${url}\n${String(last ?? '')}\n${shown}`,
        );
      }
      await pause(100);
    }
  }

  /** Adds the helpers that steps need to the document, and collects its errors. */
  async #prepare(): Promise<void> {
    const [isReady, errors] = await this.tab.run(() => {
      const page = window as unknown as FinderWindow & WatchedWindow;
      return [
        page.commonsFinder !== undefined && page.commonsErrors !== undefined,
        page.commonsErrors?.splice(0) ?? [],
      ] as const;
    });
    for (const error of errors) this.#errors.add(error);
    if (isReady) return;
    await this.tab.run(watchErrors);
    await this.tab.inject(finder);
    await this.tab.run(definePageFunctions);
  }

  async opens(path: string): Promise<void> {
    await this.tab.open(new URL(path, this.address).href);
  }

  async reloads(): Promise<void> {
    await this.tab.open(await this.tab.run(() => location.href));
  }

  async clicks(place: Place): Promise<void> {
    await this.#until(`click ${describePlace(place)}`, async () => {
      const handle = await this.tab.find(
        (sent) => (window as unknown as FinderWindow).commonsFinder?.reachable(sent) ?? null,
        sentPlace(place),
      );
      await handle?.click();
      return handle;
    });
  }

  /** Replaces the text of a field. */
  async writes(place: Place, words: string): Promise<void> {
    await this.clicks(place);
    await this.hasFocus(place);
    await this.tab.selectAll();
    await this.tab.type(words);
  }

  async types(words: string): Promise<void> {
    await this.tab.type(words);
  }

  async presses(...keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  async focuses(place: Place): Promise<void> {
    await this.#until(`focus ${describePlace(place)}`, () =>
      this.tab.run((sent) => {
        const element = (window as unknown as FinderWindow).commonsFinder?.one(sent);
        element?.focus();
        return element !== undefined && element !== null && document.activeElement === element;
      }, sentPlace(place)),
    );
  }

  async hasFocus(place: Place): Promise<void> {
    await this.#until(`focus on ${describePlace(place)}`, () =>
      this.tab.run((sent) => {
        const element = (window as unknown as FinderWindow).commonsFinder?.one(sent);
        return (
          element !== undefined && element !== null && element.contains(document.activeElement)
        );
      }, sentPlace(place)),
    );
  }

  /** Chooses an option in a `select`, whose menu the engines open as a native window. */
  async selects(place: Place, option: string): Promise<void> {
    await this.#until(`select ${option} in ${describePlace(place)}`, () =>
      this.tab.run(
        (sent, label) => {
          const element = (window as unknown as FinderWindow).commonsFinder?.one(sent);
          if (!(element instanceof HTMLSelectElement)) return false;
          const index = [...element.options].findIndex((one) => one.label === label);
          if (index < 0) return false;
          element.selectedIndex = index;
          element.dispatchEvent(new Event('input', { bubbles: true }));
          element.dispatchEvent(new Event('change', { bubbles: true }));
          return true;
        },
        sentPlace(place),
        option,
      ),
    );
  }

  async chooses(place: Place, path: string): Promise<void> {
    const handle = await this.#until(`choose a file in ${describePlace(place)}`, () =>
      this.tab.find(
        (sent) => (window as unknown as FinderWindow).commonsFinder?.one(sent) ?? null,
        sentPlace(place),
      ),
    );
    await handle.choose(path);
  }

  async sees(place: Place): Promise<void> {
    await this.#until(`see ${describePlace(place)}`, async () => (await this.counts(place)) > 0);
  }

  async missesOut(place: Place): Promise<void> {
    await this.#until(
      `not see ${describePlace(place)}`,
      async () => (await this.counts(place)) === 0,
    );
  }

  async counts(place: Place): Promise<number> {
    await this.#prepare();
    return this.tab.run(
      (sent) => (window as unknown as FinderWindow).commonsFinder?.all(sent).length ?? 0,
      sentPlace(place),
    );
  }

  /** Waits for a text anywhere on the page. */
  async reads(words: Name): Promise<void> {
    await this.#until(`read ${String(words)}`, () =>
      this.tab.run((sent) => {
        const shown = document.body.innerText;
        if (sent === null) return false;
        return 'is' in sent
          ? shown.includes(sent.is)
          : new RegExp(sent.source, sent.flags).test(shown);
      }, sentName(words)),
    );
  }

  /** Returns the text of an element. */
  async textOf(place: Place): Promise<string> {
    return this.#until(`the text of ${describePlace(place)}`, () =>
      this.tab.run(
        (sent) => (window as unknown as FinderWindow).commonsFinder?.one(sent)?.innerText ?? null,
        sentPlace(place),
      ),
    );
  }

  async isAt(address: RegExp): Promise<void> {
    await this.#until(`be at ${address}`, async () =>
      address.test(await this.tab.run(() => location.href)),
    );
  }

  /** Waits until the page has its content: no skeletons, a heading, and its fonts. */
  async settles(): Promise<void> {
    await this.#until('see a complete page', () =>
      this.tab.run(() => {
        const isVisible = (selector: string) =>
          [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
        return (
          isVisible('main') &&
          !isVisible('[aria-busy="true"]') &&
          isVisible('h1') &&
          document.fonts.status === 'loaded'
        );
      }),
    );
  }

  /** Fails if the console of the visited pages has errors or warnings. */
  async hasNoErrors(...ignored: readonly RegExp[]): Promise<void> {
    await this.#until('take the errors', async () => true);
    expect(
      [...this.#errors].filter((one) => !ignored.some((pattern) => pattern.test(one))),
    ).toEqual([]);
  }
}
