import { budgetLimits as limits, minutesRate } from '#contract/budgets/limits.ts';
import * as staff from '#contract/budgets/staff.endpoints.ts';
import { transact } from '../../../kernel/context.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { selectSchoolZone } from '../../courses/courses.queries.ts';
import { csvFile, csvText } from '../../forms/results/csv-text.ts';
import { minutesPdf } from './minutes-pdf.ts';
import { minutesRows, type Minutes } from './minutes.ts';
import { selectDecisions } from './minutes.queries.ts';

export const minutesHandlers = [
  handleWithoutTransaction(
    staff.exportBudgetMinutes,
    async (call, { from, to, title = '', format, language }) => {
      if (to < from) throw problem('minutes_dates');
      const { me, now, school } = call;
      await countUse(call, `budgets-minutes:${me.userId}`, minutesRate);
      const max = format === 'pdf' ? limits.minutes : limits.minutesCsv;
      const minutes = await transact(call, async (context): Promise<Minutes> => {
        await record(context, 'ledger_changed', {
          entry: '',
          title: title === '' ? `${from}–${to}` : title,
          act: 'exported',
        });
        const rows = await selectDecisions(context.db, { from, to }, max + 1);
        if (rows.length > max) throw problem('minutes_too_long', { max });
        return {
          title,
          from,
          to,
          school: school.name,
          zone: await selectSchoolZone(context.db),
          paper: paperOf(school),
          madeAt: now,
          rows,
        };
      });
      const name = `budget-minutes-${from}${to === from ? '' : `-${to}`}.${format}`;
      if (format === 'csv') return csvFile(name, csvText(minutesRows(minutes)));
      return {
        name,
        mediaType: 'application/pdf',
        content: (await pdfOf(minutesPdf(minutes, language))).toString('base64'),
      };
    },
  ),
];
