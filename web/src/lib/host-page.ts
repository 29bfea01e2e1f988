import {
  hostMessagesVersion,
  readHostMessage,
  type AppMessage,
  type HostInit,
  type HostMessage,
} from '#contract/embedding/host-messages.ts';
import { createStore } from './store.ts';

/*
 * The page that frames us. `isEmbedded()`: it is a host's, which the school has listed. Until it has spoken, messages go to each
 * listed origin that it may be, as exact target; then to it alone. What comes is heard from our parent window only, and only
 * while it stands at a listed origin.
 */

export const isFramed = (): boolean => window.parent !== window;

/** Origins of the school's list; the server writes them into the page (kernel/http/page-policy.ts). */
const listed: readonly string[] =
  document
    .querySelector<HTMLMetaElement>('meta[name="embed-origins"]')
    ?.content.split(' ')
    .filter(Boolean) ?? [];

/** Chrome and Safari say whose page it is; elsewhere it may be any of the list. */
const possible: readonly string[] = (() => {
  const parent = window.location.ancestorOrigins?.[0];
  return isFramed() ? listed.filter((origin) => parent === undefined || parent === origin) : [];
})();

export const isEmbedded = (): boolean => possible.length > 0;

/** The host's origin, once it has spoken. */
export const host = createStore<string | null>(null);

/** What the host wishes of the app's looks; it outranks what people chose elsewhere. */
export const hostWishes = createStore<Pick<HostInit, 'theme' | 'locale'>>({});

export function postToHost(message: AppMessage): void {
  const known = host.get();
  for (const origin of known === null ? possible : [known])
    window.parent.postMessage(message, origin);
}

type HostListener = (message: HostMessage, origin: string) => void;
let listener: HostListener | null = null;
/** Said while nobody of us listened: between the greeting and the shell. */
let queued: Parameters<HostListener>[] = [];

const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== window.parent || !possible.includes(origin)) return;
  const message = readHostMessage(data);
  if (message === null) return;
  host.set(origin);
  if (listener === null) queued.push([message, origin]);
  else listener(message, origin);
};

/** Hears the host from now on, and what it has said meanwhile; answers how to stop. */
export function subscribeToHost(next: HostListener): () => void {
  listener = next;
  const missed = queued;
  queued = [];
  for (const one of missed) next(...one);
  return () => {
    if (listener === next) listener = null;
  };
}

/** A host that uses the SDK answers within a few milliseconds; one that only has a frame does not. */
const answerMs = 500;
/** How long its server may take to say who is here, before we offer to sign in. */
const signInMs = 8_000;

/** Says that we are here, and answers what the host has for us; null where it says nothing. Later words are heard by the shell. */
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
      hostWishes.set({
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
