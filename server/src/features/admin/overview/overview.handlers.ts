import { getSchoolOverview } from '#contract/admin/endpoints.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { handle } from '../../../kernel/handle.ts';
import { countWaiting, selectSubmissions } from '../../approvals/approvals.queries.ts';
import { readerOf } from '../../approvals/submissions.ts';
import { selectTeachingTasks } from '../../courses/work/work.queries.ts';
import { countAccounts } from '../../finances/staff/account-list.queries.ts';
import { selectLimits } from '../../uploads/storage/storage.queries.ts';
import {
  selectLastImports,
  selectMailProblems,
  selectPeopleFigures,
  selectWaitingReports,
  selectWebhookHealth,
} from './overview.queries.ts';

/** Maximum counted submissions. */
const countedMax = 100;

export const overviewHandlers = [
  handle(getSchoolOverview, async (call) => {
    const { db, now, me } = call;
    const held = (await permissionsIn(call, 'school', [0]))(0);
    const reader = await readerOf(call);
    const [people, reports, oldest, waiting, mail, imports, storage, webhooks, finances, teaching] =
      await Promise.all([
        held.has('people.manage') ? selectPeopleFigures(db, now) : null,
        held.has('reports.manage') ? selectWaitingReports(db) : null,
        selectSubmissions(db, reader, 'waiting', null, 1),
        countWaiting(db, reader, countedMax),
        held.has('notifications.manage') ? selectMailProblems(db, now) : null,
        held.has('imports.manage') ? selectLastImports(db) : null,
        held.has('storage.manage') ? selectLimits(db) : null,
        held.has('webhooks.manage') ? selectWebhookHealth(db) : null,
        held.has('finances.manage') ? countAccounts(db, now) : null,
        selectTeachingTasks(db, { me: me.userId, now }),
      ]);
    return {
      people,
      reports,
      approvals: { count: waiting, oldestAt: oldest[0]?.waiting_since?.toISOString() ?? null },
      mail,
      imports,
      finances,
      teaching,
      storage: storage && { used: storage.used, limit: storage.school },
      webhooks,
    };
  }),
];
