import type { Call, InputOf } from './call.ts';
import type { CallKey } from './endpoints.ts';

/** A call by its key. Only `first` makes one, so its input fits. */
export interface FirstCall {
  readonly key: CallKey;
  readonly input: Readonly<Record<string, unknown>> | undefined;
}

export const first = <C extends Call>(call: C, input: InputOf<C>) =>
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
