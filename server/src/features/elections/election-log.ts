import type { Acts } from '#contract/audit-kinds.ts';
import type { Context } from '../../kernel/context.ts';
import { record } from '../../kernel/security/audit.ts';
import type { ElectionRow } from './elections.queries.ts';

/** Adds what a manager did in an election to the activity log. */
export const recordAct = (
  context: Context,
  { id, title, club_id: club }: Pick<ElectionRow, 'id' | 'title' | 'club_id'>,
  act: Acts['election_changed'],
): Promise<void> =>
  record(context, 'election_changed', {
    election: String(id),
    title,
    club: club === null ? '' : String(club),
    act,
  });
