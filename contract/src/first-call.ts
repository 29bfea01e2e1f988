import type { Call, InputOf as CallInput } from './call.ts';
import type { CallKey, InputOf } from './endpoints.ts';

/** A call by its key, with its input. */
export type FirstCall = {
  [K in CallKey]: { readonly key: K; readonly input: InputOf<K> };
}[CallKey];

export const first = <C extends Call>(call: C, input: CallInput<C>) =>
  ({ key: call, input }) as unknown as FirstCall;

/**
 * The first calls of pages (`<feature>/first-calls.ts`). The server answers them together with the page (decision 016). Only
 * reading calls are allowed. If the app's input differs, the app makes the call again, which does no harm.
 */
export interface FirstCalls {
  /** Calls of every page with bars. */
  readonly everywhere?: readonly FirstCall[];
  /** Paths of pages without bars. `/login` includes the paths below it. */
  readonly withoutBars?: readonly string[];
  /**
   * Additional calls of the page at a path. `$name` matches one part of the path; the function receives path parts and search
   * parameters by name.
   */
  readonly ofPages?: Readonly<
    Record<string, (params: Readonly<Record<string, string>>) => readonly FirstCall[]>
  >;
}
