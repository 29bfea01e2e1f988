import { useQuery } from '@tanstack/react-query';
import type { StoredMenu } from '#contract/menus/endpoints.ts';
import { listManagedHubs } from '#contract/hubs/calls.ts';
import { readMenu, updateMenu } from '#contract/menus/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { menuQuery } from '../../shell/menu.data.ts';
import { directoryFilters } from '../directory/directory.data.ts';
import type { Draft } from './menu-draft.ts';

/** Of the school's own menu, where calls name a hub. */
export const schoolItself = '_';

export const storedMenu = (hub: string) => callQuery(readMenu, { hub });

/** Keeps a menu, or with null none, and shows it where it is somebody's own. */
export async function saveMenu(
  hub: string,
  version: number,
  document: Draft | null,
): Promise<StoredMenu> {
  const stored = await call(updateMenu, { hub, version, document });
  queryClient.setQueryData(storedMenu(hub).queryKey, stored);
  // Hubs without a menu of their own show the school's.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === readMenu && !isOf(queryKey[1], hub),
  });
  void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey });
  return stored;
}

const isOf = (input: unknown, hub: string) => (input as { hub?: unknown } | undefined)?.hub === hub;

export const managedHubs = () => callQuery(listManagedHubs, {});

/** Values that people of the school have, for rules of who sees what. */
export function useSchoolValues(): { accountTypes: readonly string[]; majors: readonly string[] } {
  const { data } = useQuery(directoryFilters());
  const of = (name: string) =>
    data?.find((filter) => filter.name === name)?.options.map(({ value }) => value) ?? [];
  return { accountTypes: of('account_type'), majors: of('major') };
}
