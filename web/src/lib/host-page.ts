import {
  hostMessagesVersion,
  readHostMessage,
  type AppMessage,
  type HostInit,
  type HostMessage,
} from '#contract/embedding/host-messages.ts';
import { createStore } from './store.ts';

/*
 * The host page that frames us. `isEmbedded()` means that its origin is on the school's list. Until it replies, messages go
 * to each possible origin as exact target; afterwards only to its own. We only accept messages from our parent window at a
 * listed origin.
 */

export const isFramed = (): boolean => window.parent !== window;

/** The origins on the school's list. The server adds them to the page (kernel/http/page-policy.ts). */
const listed: readonly string[] =
  document
    .querySelector<HTMLMetaElement>('meta[name="embed-origins"]')
    ?.content.split(' ')
    .filter(Boolean) ?? [];

/** Chrome and Safari report the parent's origin. In other browsers, it can be any on the list. */
const possible: readonly string[] = (() => {
  const parent = window.location.ancestorOrigins?.[0];
  return isFramed() ? listed.filter((origin) => parent === undefined || parent === origin) : [];
})();

export const isEmbedded = (): boolean => possible.length > 0;

/** The host's origin, once it has replied. */
export const host = createStore<string | null>(null);

/** The host's settings for theme and language. They override the user's choice. */
export const hostSettings = createStore<Pick<HostInit, 'theme' | 'locale'>>({});

export function postToHost(message: AppMessage): void {
  const known = host.get();
  for (const origin of known === null ? possible : [known])
    window.parent.postMessage(message, origin);
}

type HostListener = (message: HostMessage, origin: string) => void;
let listener: HostListener | null = null;
/** Messages that arrived between the greeting and the shell's subscription. */
let queued: Parameters<HostListener>[] = [];

const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== window.parent || !possible.includes(origin)) return;
  const message = readHostMessage(data);
  if (message === null) return;
  host.set(origin);
  if (listener === null) queued.push([message, origin]);
  else listener(message, origin);
};

/** Subscribes to the host's messages, including queued ones. Returns a function that unsubscribes. */
export function subscribeToHost(next: HostListener): () => void {
  listener = next;
  const missed = queued;
  queued = [];
  for (const one of missed) next(...one);
  return () => {
    if (listener === next) listener = null;
  };
}

/** A host with the SDK replies within a few milliseconds; a plain frame doesn't. In milliseconds. */
const answerMs = 500;
/** Time for the host's server to identify the user before we offer to sign in, in milliseconds. */
const signInMs = 8_000;

/** Announces us to the host and returns its initial data, or null if it doesn't reply. The shell handles later messages. */
export function greetHost(): Promise<HostInit | null> {
  if (!isEmbedded()) return Promise.resolve(null);
  return new Promise((resolve) => {
    let said: HostInit | null = null;
    const done = () => {
      stop();
      clearTimeout(timer);
      resolve(said);
    };
    const save = (init: HostInit) => {
      said = { ...said, ...init };
      hostSettings.set({
        ...(said.theme && { theme: said.theme }),
        ...(said.locale && { locale: said.locale }),
      });
      if (init.isSigningIn !== true) return done();
      clearTimeout(timer);
      timer = setTimeout(done, signInMs);
    };
    window.addEventListener('message', listen);
    const stop = subscribeToHost((message) => {
      if (message.type === 'campus:init') save(message);
      else queued.push([message, host.get() ?? '']);
    });
    let timer = setTimeout(done, answerMs);
    postToHost({ type: 'campus:ready', version: hostMessagesVersion });
  });
}
