import { sql } from 'kysely';
import type { SubmissionState } from '#contract/approvals/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';
import { schoolZone } from '../../courses/courses.queries.ts';
import type { RequestKind } from '#contract/budgets/limits.ts';

/** A decision on a step of a request. Its submission is what was decided: a denied request can be submitted again. */
export interface DecisionRow {
  submission: number;
  kind: 'approved' | 'denied' | 'changes_requested';
  at: Date;
  /** Empty if the process has no steps. */
  step: string;
  /** Null if the account was deleted. */
  by: string | null;
  text: string;
  title: string;
  request_kind: RequestKind;
  club: string | null;
  account: string;
  currency: string;
  state: SubmissionState;
  /** True if no decision on the submission followed, so the state is its result. */
  is_last: boolean;
  /** The amount as submitted, such as `12.50 USD`, or null. */
  submitted: string | null;
  asked: number;
  granted: number;
  score: number | null;
  scores: number;
}

/** Returns the decisions of some days in the school's time zone, oldest first. */
export const selectDecisions = (
  db: Db,
  { from, to }: { from: string; to: string },
  max: number,
): Promise<DecisionRow[]> =>
  many(
    db,
    sql<DecisionRow>`select b.id as submission, v.kind, v.created_at as at, coalesce(t.name, '') as step,
        case when u.id is not null then trim(concat(u.first_name, ' ', u.last_name)) end as by, v.text, b.title, r.kind as request_kind,
        c.name as club, trim(concat(a.code, ' ', a.name)) as account, a.currency, b.state,
        not exists (select from approval_events w where w.school_id = v.school_id and w.submission_id = v.submission_id and w.number > v.number
          and w.kind in ('approved', 'denied', 'changes_requested')) as is_last,
        (select f.one ->> 'value' from jsonb_array_elements(b.fields) as f (one) where f.one ->> 'key' = 'asked' limit 1) as submitted,
        s.asked, s.granted, g.score, g.scores
      from approval_events v
      join approval_submissions b on b.school_id = v.school_id and b.id = v.submission_id and b.kind = 'budget_request'
      join budget_requests r on r.school_id = b.school_id and r.id = b.subject_id
      join club_accounts a on a.school_id = r.school_id and a.id = r.account_id
      left join clubs c on c.school_id = r.school_id and c.id = r.club_id
      left join approval_stages t on t.school_id = v.school_id and t.submission_id = v.submission_id and t.position = v.position
      left join users u on u.school_id = v.school_id and u.id = v.author_id
      cross join lateral (select coalesce(sum(l.asked), 0)::bigint as asked, coalesce(sum(l.granted), 0)::bigint as granted
        from budget_request_lines l where l.school_id = r.school_id and l.request_id = r.id) s
      cross join lateral (select round(avg(n.score), 1)::float8 as score, count(*)::int as scores
        from budget_scores n where n.school_id = r.school_id and n.request_id = r.id) g
      where v.kind in ('approved', 'denied', 'changes_requested')
        and v.created_at >= (${from}::date::timestamp at time zone ${schoolZone})
        and v.created_at < ((${to}::date + 1)::timestamp at time zone ${schoolZone})
      order by v.created_at, v.submission_id, v.number limit ${max}`,
  );
