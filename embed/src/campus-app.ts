import type { HostSchool, HostTheme } from '#contract/embedding/host-messages.ts';
import { mountCampus, type Campus, type CampusOptions } from './mount-campus.ts';

/** Servers that render pages have no elements. There, the class only needs to be importable. */
const ElementHere = (
  typeof HTMLElement === 'undefined' ? class {} : HTMLElement
) as typeof HTMLElement;

/**
 * `<campus-app school="https://demo.campus.example" route="/embed/profile" theme="dark" locale="de"></campus-app>`
 * Set the session and the school's data as properties, because secrets don't belong in HTML: before the element is in the
 * page, or `session` at any time. It dispatches the events campus-ready, campus-route, campus-logged-out, campus-resize,
 * campus-unread and campus-open-chat, with data in `detail`.
 */
export class CampusApp extends ElementHere {
  static readonly observedAttributes = ['theme', 'locale', 'route'];
  #campus: Campus | null = null;
  #session: CampusOptions['session'];
  schoolData: HostSchool | undefined;

  get campus(): Campus | null {
    return this.#campus;
  }

  get session(): CampusOptions['session'] {
    return this.#session;
  }

  set session(session: CampusOptions['session']) {
    this.#session = session;
    if (session !== undefined) this.#campus?.update({ session });
  }

  connectedCallback(): void {
    // Elements are inline by default, but the frame needs a block with an initial height.
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    const text = (name: string) => this.getAttribute(name) || undefined;
    const post = (name: string) => (detail?: unknown) =>
      void this.dispatchEvent(new CustomEvent(`campus-${name}`, { detail, bubbles: true }));
    const [school, route, locale, title] = ['school', 'route', 'locale', 'title'].map(text);
    const theme = text('theme') as HostTheme | undefined;
    this.#campus = mountCampus(this, {
      ...(school && { school }),
      ...(route && { route }),
      ...(locale && { locale }),
      ...(title && { title }),
      ...(theme && { theme }),
      ...(this.#session && { session: this.#session }),
      ...(this.schoolData && { schoolData: this.schoolData }),
      onReady: post('ready'),
      onRoute: post('route'),
      onLoggedOut: post('logged-out'),
      onResize: post('resize'),
      onUnread: post('unread'),
      onOpenChat: post('open-chat'),
    });
  }

  disconnectedCallback(): void {
    this.#campus?.dispose();
    this.#campus = null;
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (value === null || this.#campus === null) return;
    if (name === 'route') this.#campus.navigate(value);
    else this.#campus.update(name === 'theme' ? { theme: value as HostTheme } : { locale: value });
  }
}

/** Defines `<campus-app>` once, even if the script is on the page twice. */
export function defineCampusApp(): void {
  if (typeof customElements !== 'undefined' && !customElements.get('campus-app'))
    customElements.define('campus-app', CampusApp);
}
