import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { getTokens } from '#contract/sessions/calls.ts';
import { rememberPosition } from './log-position.ts';

/*
 * The server adds replies to the first calls to the page (decision 016), so that the app renders without a chain of requests.
 * Each reply is used once; other calls are made as usual.
 */
interface Preloaded {
  key: Call;
  input: Readonly<Record<string, unknown>>;
  answer: unknown;
}

function read(): Preloaded[] {
  const block = document.getElementById('first-answers');
  if (block === null) return [];
  const text = block.textContent;
  rememberPosition(block.dataset['position'] ?? null);
  // Remove the tokens from the page, because a user may save or copy it.
  block.remove();
  try {
    return JSON.parse(text) as Preloaded[];
  } catch {
    return [];
  }
}

let preloaded = read();

/** Returns the reply that came with the page, if there is one for this call. */
export function takePreloaded<K extends Call>(key: K, input: InputOf<K>): ReplyOf<K> | undefined {
  const wanted = JSON.stringify(input);
  const found = preloaded.find((one) => one.key === key && JSON.stringify(one.input) === wanted);
  preloaded = preloaded.filter((one) => one !== found);
  // The server replied to exactly this call, validated by its schema.
  return found?.answer as ReplyOf<K> | undefined;
}

/** Returns the tokens, decoded from the pad that the server's kernel/http/preloaded-data.ts applies. */
export function takePreloadedTokens(): ReplyOf<typeof getTokens> | undefined {
  const text: unknown = takePreloaded(getTokens, {});
  if (typeof text !== 'string') return undefined;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const half = bytes.length / 2;
  const plain = bytes.subarray(half).map((byte, index) => byte ^ (bytes[index] ?? 0));
  return JSON.parse(new TextDecoder().decode(plain)) as ReplyOf<typeof getTokens>;
}

/** Returns the remaining replies, for the query cache. */
export function takeRemainingPreloaded(): readonly Preloaded[] {
  const rest = preloaded;
  preloaded = [];
  return rest;
}
