import type { School } from '#contract/schools/endpoints.ts';
import { createStore, useStore } from './store.ts';

/** The school of this URL. It is set once, before the first render. */
export const school = createStore<School | null>(null);

export function useSchool(): School {
  const current = useStore(school);
  if (current === null) throw new Error('The school has not loaded');
  return current;
}
