import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { getTokens } from '#contract/sessions/calls.ts';

/*
 * The server puts answers to the first calls into the page (decision 016), so that the app does not go through a chain of
 * requests before it shows anything. Each is used once; what is not there is asked for as ever.
 */
interface Handed {
  key: Call;
  input: Readonly<Record<string, unknown>>;
  answer: unknown;
}

function read(): Handed[] {
  const block = document.getElementById('first-answers');
  if (block === null) return [];
  const text = block.textContent;
  // Tokens do not stay where a person may copy the page from.
  block.remove();
  try {
    return JSON.parse(text) as Handed[];
  } catch {
    return [];
  }
}

let handed = read();

/** The answer that came with the page, if this call is one of them. */
export function takePreloaded<K extends Call>(key: K, input: InputOf<K>): ReplyOf<K> | undefined {
  const wanted = JSON.stringify(input);
  const found = handed.find((one) => one.key === key && JSON.stringify(one.input) === wanted);
  handed = handed.filter((one) => one !== found);
  // The server answered this very call, through the filter of its schema.
  return found?.answer as ReplyOf<K> | undefined;
}

/** The tokens, from under the pad that kernel/http/preloaded-data.ts of the server puts over them. */
export function takePreloadedTokens(): ReplyOf<typeof getTokens> | undefined {
  const text: unknown = takePreloaded(getTokens, {});
  if (typeof text !== 'string') return undefined;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const half = bytes.length / 2;
  const plain = bytes.subarray(half).map((byte, index) => byte ^ (bytes[index] ?? 0));
  return JSON.parse(new TextDecoder().decode(plain)) as ReplyOf<typeof getTokens>;
}

/** Those that are left, for the cache that pages read. */
export function takeRemainingPreloaded(): readonly Handed[] {
  const rest = handed;
  handed = [];
  return rest;
}
