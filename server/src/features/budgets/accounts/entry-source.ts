import type { ClubEntry } from '#contract/budgets/endpoints.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import type { Call } from '../../../kernel/handle.ts';
import { readerOf } from '../../events/reader/event-reader.queries.ts';
import { selectEvent } from '../../events/events.queries.ts';
import type { EntryRow } from '../budgets.queries.ts';
import { selectOrderSource, selectRequestSource } from './entry-source.queries.ts';

/** Returns whether the caller manages the orders of a club. Payments depend on budgets, so their own check can't be called here. */
const managesOrders = async (call: Call, club: number | null): Promise<boolean> => {
  const [atSchool, inClubs] = await Promise.all([
    permissionsIn(call, 'school', [0]),
    permissionsIn(call, 'club', club === null ? [] : [club]),
  ]);
  return atSchool(0).has('payments.manage') || (club !== null && inClubs(club).has('store.manage'));
};

/** Returns the event if the caller can see it. */
const seen = async (call: Call, id: number | null) => {
  if (id === null) return null;
  const row = await selectEvent(call.db, readerOf(call), id, null);
  return row === undefined ? null : { id: String(row.id), title: row.title };
};

/** Returns what an entry is about, as far as the caller can open it. */
export const aboutEntry = async (
  call: Call,
  { source_kind: kind, source_id: id }: Pick<EntryRow, 'source_kind' | 'source_id'>,
): Promise<ClubEntry['about']> => {
  const nothing = { request: null, order: null, event: null, isImported: kind === 'import' };
  if (id === null) return nothing;
  if (kind === 'request') {
    const row = await selectRequestSource(call.db, Number(id));
    if (row === undefined) return nothing;
    return {
      ...nothing,
      request: { id: String(row.id), title: row.title },
      event: await seen(call, row.event_id),
    };
  }
  if (kind !== 'order' && kind !== 'refund') return nothing;
  const row = await selectOrderSource(call.db, kind, Number(id));
  if (row === undefined) return nothing;
  const canManage = await managesOrders(call, row.club_id);
  return {
    ...nothing,
    order: canManage
      ? {
          id: String(row.id),
          number: row.title,
          club: row.club_id === null ? null : String(row.club_id),
        }
      : null,
    event: await seen(call, row.event_id),
  };
};
