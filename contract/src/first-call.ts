import type { Call, InputOf as CallInput } from './call.ts';
import type { CallKey, InputOf } from './endpoints.ts';

/** A call by its key, with what it is asked. */
export type FirstCall = {
  [K in CallKey]: { readonly key: K; readonly input: InputOf<K> };
}[CallKey];

export const first = <C extends Call>(call: C, input: CallInput<C>) =>
  ({ key: call, input }) as unknown as FirstCall;

/**
 * The calls that pages begin with (`<feature>/first-calls.ts`), so that a server can answer them together with the page (decision 016).
 * Only reading calls stand here. One that the app puts otherwise is asked again by the app and does no harm.
 */
export interface FirstCalls {
  /** What every page with the bars asks. */
  readonly everywhere?: readonly FirstCall[];
  /** Where pages without bars begin: `/login` also stands for what is below it. */
  readonly withoutBars?: readonly string[];
  /** What the page at an address asks more. `$name` stands for one part of it; parts and search parameters are given by name. */
  readonly ofPages?: Readonly<
    Record<string, (params: Readonly<Record<string, string>>) => readonly FirstCall[]>
  >;
}
