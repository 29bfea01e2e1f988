import { useQuery } from '@tanstack/react-query';
import type { StoredMenu } from '#contract/menus/endpoints.ts';
import { listManagedHubs } from '#contract/hubs/calls.ts';
import { readMenu, updateMenu } from '#contract/menus/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { menuQuery } from '../../shell/menu.data.ts';
import { directoryFilters } from '../directory/directory.data.ts';
import type { Draft } from './menu-draft.ts';

/** The value for the school's menu in calls that take a hub. */
export const schoolItself = '_';

export const storedMenu = (hub: string) => callQuery(readMenu, { hub });

/** Saves a menu (null removes it), and updates it if it is the user's own. */
export async function saveMenu(
  hub: string,
  version: number,
  document: Draft | null,
): Promise<StoredMenu> {
  const stored = await call(updateMenu, { hub, version, document });
  queryClient.setQueryData(storedMenu(hub).queryKey, stored);
  // Hubs without their own menu use the school's.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === readMenu && !isOf(queryKey[1], hub),
  });
  void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey });
  return stored;
}

const isOf = (input: unknown, hub: string) => (input as { hub?: unknown } | undefined)?.hub === hub;

export const managedHubs = () => callQuery(listManagedHubs, {});

/** The values for rules about who sees an item. */
export function useSchoolValues(): { accountTypes: readonly string[]; majors: readonly string[] } {
  const { data } = useQuery(directoryFilters());
  const of = (name: string) =>
    data?.find((filter) => filter.name === name)?.options.map(({ value }) => value) ?? [];
  return { accountTypes: of('account_type'), majors: of('major') };
}
