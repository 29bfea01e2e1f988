import type { RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/handle.ts';
import { viewContextOf } from '../../people/people.views.ts';
import { isPresent, visibilityOf } from '../../people/privacy/privacy.queries.ts';

/** Returns the condition that the caller can see the person `u`. */
export const presentFor = (call: Call): RawBuilder<unknown> => {
  const { viewer, connect, rules } = viewContextOf(call);
  return isPresent(visibilityOf(viewer, connect, rules));
};
